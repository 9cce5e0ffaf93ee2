"""A player's key for this server: the same tables on all devices that have it."""
