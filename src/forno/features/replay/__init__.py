"""Finished games replayed step by step."""
