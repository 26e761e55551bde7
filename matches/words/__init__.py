"""Matches in sentences: titles, rules of one match, chat presets, the browser's catalogue."""
