"""Writing of stored statistics (books) and of the careers behind the leader boards.

A task looks every few seconds which lines have changed since a book was made (two queries) and recounts only those
books, each whole and in its own transaction, so that it may run twice, late or concurrently. A book that takes long is
counted less often.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import BigIntegerField, Count, F, Func, QuerySet, Sum, TextField, Value
from django.utils import timezone

from engines.core.seats import SEATS, Seat
from league.statistics.derivation import book_numbers, figures
from league.statistics.derivation.book_numbers import Half, Played
from league.statistics.models import Book, Career, Line, MatchFigures

REST: Final = 20
"""A book is not counted again before this many times its counting time has passed."""
BATCH: Final = 500


def key_of_game(game: str) -> str:
    return f"game:{game}"


def key_of_competition(competition_id: object) -> str:
    return f"competition:{competition_id}"


def refresh(*, at_once: bool = False) -> int:
    """Count the books whose lines have changed; return how many. ``at_once`` ignores REST. Safe to repeat."""
    now = timezone.now()
    wanted = signatures()
    known = {book.key: book for book in Book.objects.defer("numbers")}
    gone = known.keys() - wanted.keys()
    Book.objects.filter(key__in=gone).delete()
    Career.objects.filter(game__in=[key.partition(":")[2] for key in gone if key.startswith("game:")]).delete()
    written = 0
    for key, signature in sorted(wanted.items()):
        book = known.get(key)
        if book is not None:
            if book.signature == signature:
                continue
            if not at_once and book.made_at + timedelta(seconds=REST * book.seconds) > now:
                continue
        written += write(key, signature)
    return written + len(gone)


def signatures() -> dict[str, str]:
    """Return a signature of each book's lines, changed by new, deleted, corrected and claimed ones."""
    line_text = Func(
        Value(" "),
        *(
            F(name)
            for name in ("id", "player", "opponent", "goals_for", "goals_against", "outcome", "how", "played_at")
        ),
        F("match__figures__version"),
        F("match__audience"),
        function="concat_ws",
        output_field=TextField(),
    )
    sign = Sum(Func(line_text, Value(0), function="hashtextextended", output_field=BigIntegerField()))
    signs = {}
    for field, key in (("game", key_of_game), ("competition", key_of_competition)):
        rows = Line.objects.filter(counts=True, **{f"{field}__isnull": False}).order_by().values(field)
        for of, n, total in rows.annotate(n=Count("pk"), sign=sign).values_list(field, "n", "sign"):
            signs[key(of)] = f"{figures.VERSION} {n} {total}"
    return signs


@transaction.atomic
def write(key: str, signature: str) -> bool:
    """Count the book ``key`` from nothing and replace the old one, with its careers."""
    kind, _colon, of = key.partition(":")
    Book.objects.select_for_update().filter(key=key).first()
    begin = time.monotonic()
    lines = Line.objects.filter(counts=True, **({"game": of} if kind == "game" else {"competition": of}))
    numbers = book_numbers.count(played(lines, everybodys=kind == "game"))
    careers = numbers["players"]
    if kind == "game":
        numbers = {name: value for name, value in numbers.items() if name != "players"}
        Career.objects.filter(game=of).delete()
        rows = [Career(player_id=player, game=of, **career) for player, career in careers.items()]
        Career.objects.bulk_create(rows, batch_size=BATCH)
    else:  # a competition's careers are for its leader boards, which need no stories
        numbers["players"] = {
            player: {name: value for name, value in career.items() if name != "story"}
            for player, career in careers.items()
        }
    Book.objects.update_or_create(
        key=key,
        defaults={
            "competition_id": of if kind == "competition" else None,
            "signature": signature,
            "numbers": numbers,
            "seconds": time.monotonic() - begin,
            "made_at": timezone.now(),
        },
    )
    return True


def played(lines: QuerySet[Line], *, everybodys: bool = False) -> Iterator[Played]:
    """Yield the matches of ``lines`` with their figures and stories. Two queries.

    A book that is ``everybodys`` counts matches that are not public without naming them.
    """
    matches: dict[Any, Played] = {}
    for line in lines.annotate(audience=F("match__audience")).order_by("match_id", "side"):
        side: Seat = "home" if line.side == "home" else "away"
        if line.match_id not in matches:
            ours, theirs = line.goals_for, line.goals_against
            score: dict[Seat, int] = dict(zip(SEATS, (ours, theirs) if side == "home" else (theirs, ours), strict=True))
            matches[line.match_id] = Played(str(line.match_id), line.game, line.played_at, score, line.how)
            matches[line.match_id].everybodys = not everybodys or line.audience is None
        matches[line.match_id].sides[side] = Half(str(line.player_id), line.outcome)
    counted = MatchFigures.objects.filter(match__in=lines.order_by().values("match"))
    for row in counted.iterator(chunk_size=BATCH):
        if row.match_id in matches:
            matches[row.match_id].figures, matches[row.match_id].story = row.figures, row.story
    yield from matches.values()
