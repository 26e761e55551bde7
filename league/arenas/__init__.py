"""Arenas: people come and go for an hour and are paired as soon as two wait. The rules are ``league.formats.arena``."""
