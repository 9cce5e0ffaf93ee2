"""Programs that make calls."""
