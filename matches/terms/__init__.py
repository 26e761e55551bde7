"""The terms of play: clocks and time controls. Pure."""
