"""Attacks on the site, each of which worked once."""
