"""Pages of players: views, what they read, and their forms."""
