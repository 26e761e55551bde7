"""House bots: users that anyone may meet or enter, always the same rows, always marked as bots."""

from __future__ import annotations

from uuid import UUID, uuid5

from league.players.models import User

_NAMESPACE = UUID("6f1c3f3a-5a0e-5d5c-9c58-0b6f2f3f7a11")
"""Namespace of the bots' ids: two processes that create them at once create the same rows."""

HOUSE: tuple[tuple[str, str], ...] = (
    ("Pallonetto", "club"),
    ("Rimpallo", "beginner"),
    ("Contropiede", "club"),
    ("Traversa", "casual"),
    ("Rovesciata", "club"),
    ("Rinvio Lungo", "beginner"),
    ("Catenaccio", "club"),
    ("Autogol", "casual"),
    ("Tiro a Giro", "club"),
    ("Zolla", "beginner"),
    ("Fuorigioco", "club"),
    ("Palo Interno", "casual"),
    ("Sombrero", "club"),
    ("Liscio", "beginner"),
    ("Cucchiaio", "club"),
    ("Melina", "casual"),
    ("Fantasista", "expert"),
    ("Regista", "master"),
    ("Spazzata", "beginner"),
    ("Campanile", "beginner"),
    ("Zuccata", "beginner"),
    ("Svirgolata", "beginner"),
)
"""Nickname and level, in the order in which they enter a competition."""


def ensure_bots() -> list[User]:
    """Return the house bots in order, creating missing ones. Safe to repeat and under concurrency."""
    rows = [
        User(id=uuid5(_NAMESPACE, name), kind=User.Kind.BOT, nickname=name, bot=bot, password="!")
        for name, bot in HOUSE
    ]
    User.objects.bulk_create(rows, ignore_conflicts=True)
    stored = User.objects.in_bulk([row.id for row in rows])
    return [stored[row.id] for row in rows]
