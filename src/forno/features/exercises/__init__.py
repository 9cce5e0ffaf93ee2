"""Memory exercises: questions about a stretch of a game."""
