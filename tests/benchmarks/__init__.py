"""Load drivers. They print CPU per move from the server process's own accounting: busy neighbours do not disturb it."""
