"""Pages that show several apps at once: home, search, a player’s profile."""
