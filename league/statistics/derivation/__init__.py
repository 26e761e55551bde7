"""Figures of matches and numbers of books, derived from logs. Pure except for reading a log."""
