"""What each reader of a table gets: faces, their common parts, lessons. No I/O, and no web framework."""
