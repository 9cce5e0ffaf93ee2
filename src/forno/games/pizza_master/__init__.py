"""Pizza Master by Perus Saranurak: `tutorial`, `trainee` and `master`.

`meta` describes the game, `modes` holds the numbers that the rulebook sets, `decks/` the orders, missions and
objectives. The rules are in `rules` (a day, PM-4 to PM-14), `kitchen` (collecting and making in it, PM-9 to PM-12),
`missions` (the daily missions) and `objectives` (the end, PM-15 and PM-16).
"""
