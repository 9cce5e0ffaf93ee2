"""Mamma Mia! by Uwe Rosenberg: `classic`, `rio-grande`, `grande` and `grande-it`.

`meta` describes the game, `editions` holds the numbers that a rulebook sets, `decks/` the orders. The rules are in
`rules` (putting pizzas in the oven, MM-5 to MM-12), `opening` (opening it, and the end) and `helping` (MM-18 to MM-21);
the deal is in `game`.
"""
