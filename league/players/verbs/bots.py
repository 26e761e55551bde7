"""House bots: users that anyone may meet or enter, always the same rows, always marked as bots."""

from uuid import UUID, uuid5

from engines.bots import ALIASES, LEVELS, NEAREST
from league.players.models import User
from matches.models import Seat

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
    ("Sforbiciata", "club"),
    ("Doppio Passo", "casual"),
    ("Colpo di Tacco", "club"),
    ("Barriera", "beginner"),
    ("Mezzala", "club"),
    ("Terzino", "casual"),
    ("Sponda", "club"),
    ("Tunnel", "beginner"),
    ("Elastico", "club"),
    ("Fallo Laterale", "casual"),
    ("Gioco Fermo", "club"),
    ("Panchina", "beginner"),
    ("Contrasto", "club"),
    ("Stopper", "casual"),
)
"""Nickname and level, in the order in which they enter a competition."""


def ensure_bots() -> list[User]:
    """Return the house bots in order, creating missing ones. Safe to repeat and under concurrency.

    Beside bots that still have the names of before, new ones get such names too (``name_levels``).
    """
    ids = [uuid5(_NAMESPACE, name) for name, _level in HOUSE]
    stored = User.objects.in_bulk(ids)
    if len(stored) < len(HOUSE):
        before = any(row.bot in ALIASES for row in stored.values())
        rows = [
            User(id=key, kind=User.Kind.BOT, nickname=name, bot=NEAREST[level] if before else level, password="!")
            for key, (name, level) in zip(ids, HOUSE, strict=True)
        ]
        User.objects.bulk_create(rows, ignore_conflicts=True)
        stored = User.objects.in_bulk(ids)
    return [stored[key] for key in ids]


def name_levels() -> int:
    """Give house bots under names of before their level; return how many. Safe to repeat.

    No migration does it: the release before knows those names alone, and its web processes let a bot of any other
    name play its game's default moves. They run beside this release while it is brought in.
    """
    levels = {uuid5(_NAMESPACE, name): level for name, level in HOUSE}
    renamed = 0
    for key in User.objects.filter(pk__in=levels, bot__in=ALIASES).values_list("pk", flat=True):
        renamed += User.objects.filter(pk=key, bot__in=ALIASES).update(bot=levels[key])
    return renamed


def name_ways() -> None:
    """Give house bots and their seats the names of before, for the way back (``docs/upgrading.md``)."""
    for name, level in HOUSE:
        key = uuid5(_NAMESPACE, name)
        User.objects.filter(pk=key, bot__in=LEVELS).update(bot=NEAREST[level])
        Seat.objects.filter(user=key, bot__in=LEVELS).update(bot=NEAREST[level])
