"""Pages that compose several apps of ``league``."""
