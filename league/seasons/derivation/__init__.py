"""Facts of a season that follow from its competition: awards, and the players of taken-over entrants."""
