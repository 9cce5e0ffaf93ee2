"""Bots for Pizza Master: their knowledge of the game."""
