"""A school class: a private competition, cards with name and PIN, and complete deletion on a set day."""
