"""Names of games and zones, in the reader’s language."""
