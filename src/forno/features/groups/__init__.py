"""Standing groups: regulars with their tables, results, ratings and cups."""
