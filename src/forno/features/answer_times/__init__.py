"""Usual answering times of players over days, told before the game begins."""
