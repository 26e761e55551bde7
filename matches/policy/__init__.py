"""Permissions: who may see a match, and who sits where."""
