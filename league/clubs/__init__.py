"""Clubs: who owns competitions together, with staff, members, presets of the house and a roll of honour."""
