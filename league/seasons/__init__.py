"""The accidents and the end of a season: who has gone quiet, substitutes, leave; the official table, awards, archive,
the next season.
"""
