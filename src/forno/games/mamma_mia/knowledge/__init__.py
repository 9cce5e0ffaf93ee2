"""Knowledge of seats in Mamma Mia!: views, memory, sampled states, observations.

Imports `core` and the rules; the rules import nothing of it when they run.
"""
