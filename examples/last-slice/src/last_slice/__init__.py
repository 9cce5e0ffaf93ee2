"""Last Slice: take slices off a pile, and leave the last one to somebody else."""
