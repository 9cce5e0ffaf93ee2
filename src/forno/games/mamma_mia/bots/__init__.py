"""Bots for Mamma Mia!: their knowledge of the game."""
