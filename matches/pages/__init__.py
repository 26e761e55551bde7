"""Pages of matches: views and what they read."""
