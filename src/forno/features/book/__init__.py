"""Visitors' books: their finished games, statistics and honours."""
