"""Players and the bots of people in the REST API."""
