"""Statistics of a server, for its host."""
