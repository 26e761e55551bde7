"""Make-up of a competition before its start: presets, stages, chains of stages, terms of play."""
