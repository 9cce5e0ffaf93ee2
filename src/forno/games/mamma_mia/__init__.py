"""Mamma Mia! by Uwe Rosenberg: `classic`, `rio-grande`, `grande` and `grande-it`.

`meta` describes the game, `editions` holds the numbers that a rulebook sets, `decks/` the orders. The rules are in
`rules` (putting pizzas in the oven, MM-1 to MM-12) and `opening` (opening the oven, MM-13 to MM-30).
"""
