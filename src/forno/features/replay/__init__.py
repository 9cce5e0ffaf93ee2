"""Step-by-step replays of finished games."""
