"""Accounts, guests, bots as players, profiles, languages; who somebody is."""
