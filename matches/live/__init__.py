"""Running matches: sockets, memory, the one write path of moves, presence, bots."""
