"""Forno's games in other libraries' words. Each needs its library, and says so if it is missing."""
