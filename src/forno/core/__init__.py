"""The contract that every game keeps. Standard library only; nothing here knows a particular game."""
