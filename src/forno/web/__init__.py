"""HTTP: the application, moves and streams, the API, static files, security; mounts the features' routes."""
