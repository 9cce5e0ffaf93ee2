"""The same tables in a browser's worker, without a server."""
