"""Competitions and their people: the only reader of the results of matches."""
