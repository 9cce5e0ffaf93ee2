"""Knowledge of seats in Pizza Master: views, memory, sampled states, observations.

Imports `core` and the rules; the rules import nothing of it when they run.
"""
