"""An evening at real tables: a round's clock, who is here, score sheets, the grid, the wall, the prints."""
