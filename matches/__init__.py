"""Live matches: the only writer of a running game. Imports engines; knows no competition."""
