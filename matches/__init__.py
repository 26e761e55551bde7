"""Live matches: the only writer of a running game. Knows engines; knows no competition."""
