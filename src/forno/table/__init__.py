"""The authority over one game in progress: seats, log, clock, who may see what. No I/O of its own."""
