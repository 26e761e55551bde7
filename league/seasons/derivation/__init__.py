"""Facts of a season that follow from its competition: awards, and who played for whom."""
