"""Pizza Master by Perus Saranurak: `tutorial`, `trainee` and `master`.

`meta` describes the game, `rules.modes` holds the numbers that the rulebook sets, `decks/` the orders, missions and
objectives. The rule book is in `rules`: `day` (the course of a day, PM-4 to PM-14) with `morning` (PM-4 to PM-8),
`kitchen` (collecting and making, PM-9 to PM-12) and `evening` (PM-13 and PM-14); `missions` (the daily missions) and
`objectives` (the end, PM-15 and PM-16).
"""
