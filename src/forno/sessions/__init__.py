"""Tables in play, wherever they are kept: guests come and go, bots and clocks act, everything is stored and told."""
