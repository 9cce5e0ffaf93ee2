"""The same tables in a browser's worker: a page that plays without a server, and the files that it is made of."""
