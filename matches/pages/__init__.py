"""Pages of matches: views and their queries."""
