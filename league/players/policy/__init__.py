"""Permissions and rules: visibility of players, names, addresses, notifications."""
