"""The rules of Pizza Master: what happens at the table. They import `core` and nothing else."""
