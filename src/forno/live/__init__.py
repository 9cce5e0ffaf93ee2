"""Tables in memory: players come and go, bots and clocks act, everything is stored and published. No I/O."""
