"""Tables in a PostgreSQL database, shared by several servers."""
