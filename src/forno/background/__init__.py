"""Work beside the event loop: process pools and rate limits."""
