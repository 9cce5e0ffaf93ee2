"""What seats know of a game of Pizza Master: views, memory, sampled worlds, observations.

Imports `core` and the rules; the rules import nothing of it when they run.
"""
