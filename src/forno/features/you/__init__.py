"""The page *You*: a visitor's finished games, statistics, honours, recent players and memory exercises."""
