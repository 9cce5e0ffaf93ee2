"""The rules of Pizza Master: they know the contract in `core`, and nothing else of the house."""
