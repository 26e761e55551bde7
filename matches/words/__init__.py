"""Matches in sentences: titles, how a match is decided, ready sentences, the catalogue for the browser."""
