"""The analysis board: a position and what could be played from it, as a tree that is saved and shared."""
