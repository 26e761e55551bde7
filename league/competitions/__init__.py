"""Competitions: structure and append-only log of results; everything else is derived from these two."""
