"""Players and their bots in the REST API."""
