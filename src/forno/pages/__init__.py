"""HTML, messages and forms for tables: the publisher, the base of faces, lessons. No I/O and no web framework."""
