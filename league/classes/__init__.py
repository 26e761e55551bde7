"""A school class: a private competition, cards with name and PIN, and everything deleted on a set day."""
