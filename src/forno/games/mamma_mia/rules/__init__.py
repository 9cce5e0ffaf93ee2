"""The rules of Mamma Mia!: they know the contract in `core`, and nothing else of the house."""
