"""Accidents and the end of a season: inactivity, substitutes, leave; official table, awards, next season."""
