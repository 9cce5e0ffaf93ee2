"""A visitor's own tables: the list, the seat cookie, the transfer to another device."""
