"""Pages, live updates and the API. Speaks to `table/` and `store/` only; each game's looks are in `faces/`."""
