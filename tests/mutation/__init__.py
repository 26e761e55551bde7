"""Mutation testing: put one small fault at a time into code that decides results, and see whether a test fails.

``make mutants`` runs 200 mutants, one at a time, the same each time for one state of the code. ``MUTANTS=40`` runs
fewer, ``SEED=2`` others, ``ONLY=league/standings`` those of one folder. The first run measures for some minutes which
test reaches which statement; later ones measure only the test files that changed, until the mutated code does.
"""
