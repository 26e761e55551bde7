"""Pure ratings: Glicko-2. No Django."""
