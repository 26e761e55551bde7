"""Figures of finished matches, made from their events and thrown away at will."""
