"""Clubs: joint owners of competitions, with staff, members, house presets and a roll of honour."""
