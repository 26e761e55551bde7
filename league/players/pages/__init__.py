"""Pages of players: views, their queries, and their forms."""
