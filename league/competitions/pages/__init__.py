"""Pages of competitions: views, what they read, and their forms."""
