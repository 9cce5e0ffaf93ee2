"""How each game looks on a page."""
