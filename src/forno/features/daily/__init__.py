"""The daily table: one deal a day for everybody."""
