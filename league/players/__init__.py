"""Players: accounts, guests, bots, their names, settings and notifications."""
