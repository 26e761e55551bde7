"""Commands of live matches."""
