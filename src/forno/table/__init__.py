"""Tables: the log of one game, its state, and who may see what. No I/O."""
