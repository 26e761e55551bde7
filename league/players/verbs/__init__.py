"""The verbs of players, by topic: every write of this room, each safe to repeat and beside another."""
