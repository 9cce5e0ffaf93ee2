"""Results of games as pictures, for link previews and sharing."""
