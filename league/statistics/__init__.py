"""What is read from finished matches: the figures of a match, a player, a competition."""
