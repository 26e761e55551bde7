"""Permission: who may see a match, and which seat is whose."""
