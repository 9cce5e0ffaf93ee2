"""Pizza Master: what its players know about the game."""
