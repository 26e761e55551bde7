"""Live matches over real sockets, with several processes, races and secrets."""
