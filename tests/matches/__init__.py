"""Live matches through their doors: verbs, commands, HTTP."""
