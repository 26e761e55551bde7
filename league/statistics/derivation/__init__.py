"""Figures of matches and numbers of books, derived from logs. Pure but for the reading of a log."""
