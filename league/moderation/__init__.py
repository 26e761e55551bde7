"""Keeping the site fit to play on: one queue of what people report, what moderators do about it, and appeals."""
