"""Writes of a season: leave, substitutes, shortening, the official table, in or out."""
