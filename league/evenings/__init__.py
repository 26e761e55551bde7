"""An evening at real tables: a round's clock, the check-in, score sheets, the grid, the wall, the prints."""
