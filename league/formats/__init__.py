"""Pure formats: entrants in, ties and slots out. No Django."""
