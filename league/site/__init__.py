"""Pages that compose several apps of ``league``, and the addresses that name them: the highest app."""
