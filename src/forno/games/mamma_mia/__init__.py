"""Mamma Mia! by Uwe Rosenberg: `classic`, `rio-grande`, `grande` and `grande-it`.

`meta` describes the game, `rules.editions` holds the numbers that a rulebook sets, `decks/` the orders. The rule book
is in `rules`: `turn` (putting pizzas in the oven, MM-5 to MM-12), `opening` (MM-13 to MM-16, the orders), `baking`
and `helping` (MM-18 to MM-21), and `rounds` (the course of the game, and the end); the deal is in `game`.
"""
