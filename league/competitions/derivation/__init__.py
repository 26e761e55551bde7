"""State derived from structure and log: slots, tables, rounds, places."""
