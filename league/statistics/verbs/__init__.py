"""Writes of statistics: lines of matches, books, ratings, results of real tables."""
