"""Effects of a ruling, in sentences: the derivation before and after it, compared in one transaction.

They are the preview of a correction; their digest tells which preview a confirmation agreed to.
"""

import hashlib
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.competitions.derivation.derive import Derived, derive
from league.competitions.derivation.snapshot import Snapshot
from league.competitions.derivation.tables import make_table, stage_of
from league.competitions.models import AnyFixture, Fixture, PlainEntrant, PlainFixture
from league.competitions.setup.stages import places_above
from league.sentences import decimal


@dataclass(slots=True)
class Picture:
    """A competition at one moment of a transaction."""

    derived: Derived
    names: dict[UUID, str]
    places: dict[int, dict[str, tuple[int, float]]]
    """By group: entrant id -> place, as its table shows it, and points."""
    in_tables: set[UUID]
    """Ties that count in a table; their winners do not go on to another tie."""


def picture(snapshot: Snapshot) -> Picture:
    derived = derive(snapshot)
    places: dict[int, dict[str, tuple[int, float]]] = {}
    for group in snapshot.groups:
        ranking, above = make_table(snapshot, derived, group), places_above(stage_of(snapshot, group).stage, group)
        places[group.id] = {line.entrant: (above + line.rank, line.tally.points) for line in ranking.rows}
    in_tables = {tie.id for listed in snapshot.ties.values() for tie in listed if tie.group_id is not None}
    return Picture(derived, {key: entrant.name for key, entrant in snapshot.entrants.items()}, places, in_tables)


def effects(before: Picture, after: Picture, fixture: Fixture | None = None) -> list[str]:
    """List the differences a person must know: the fixture, later ties, wiped results, table, champion."""
    return [
        *(_score(before, after, fixture) if fixture is not None else []),
        *_ties(before, after),
        *(_("%(fixture)s would be wiped") % {"fixture": _wiped(after, each)} for each in after.derived.orphans),
        *_places(before, after),
        *_end(before, after),
    ]


def digest(lines: list[str]) -> str:
    """Return a short digest of a list of effects."""
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def _score(before: Picture, after: Picture, fixture: Fixture) -> list[str]:
    old, new = (each.derived.fixtures[fixture.id] for each in (before, after))
    if (old.home_goals, old.away_goals, old.status) == (new.home_goals, new.away_goals, new.status):
        return []
    was, now = ("" if each.home_goals is None else f"{each.home_goals}–{each.away_goals}" for each in (old, new))
    values = {"fixture": names(fixture), "old": was, "new": now}
    if was and now:
        return [_("%(fixture)s: %(new)s instead of %(old)s") % values]
    return [f"{values['fixture']}: {now}" if now else _("%(fixture)s: no result any more") % values]


def _ties(before: Picture, after: Picture) -> list[str]:
    sentences = []
    for tie_id, facts in after.derived.ties.items():
        if tie_id in after.in_tables or tie_id not in before.derived.ties:
            continue
        old, new = before.derived.ties[tie_id].winner, facts.winner
        if new is None and not isinstance(facts.home, PlainEntrant):
            continue  # nobody plays it any more: a play-off for a place that is not level now, say
        if _id_or_none(old) != _id_or_none(new):
            sentences.append(
                _change(
                    new.name if new else "",
                    old.name if old else "",
                    instead=_("%(new)s goes through instead of %(old)s"),
                    first=_("%(new)s goes through"),
                    no_longer=_("%(old)s no longer goes through"),
                )
            )
    return sentences


def _change(new: str, old: str, *, instead: str, first: str, no_longer: str) -> str:
    """Fill the sentence for a change from ``old`` to ``new``, of which one may be nobody."""
    return (instead if new and old else first if new else no_longer) % {"new": new, "old": old}


def _places(before: Picture, after: Picture) -> list[str]:
    sentences = []
    for group, rows in after.places.items():
        for entrant, (rank, points) in rows.items():
            was, points_before = before.places.get(group, {}).get(entrant, (rank, points))
            if (was, points_before) != (rank, points):
                values = {"name": after.names.get(UUID(entrant), "?"), "old": was, "new": rank}
                values |= {"had": decimal(points_before), "points": decimal(points)}
                sentences.append(_change_sentence(was != rank, points_before != points, points) % values)
    return sentences


def _change_sentence(place: bool, points: bool, number: float) -> str:
    """Return the sentence for entrants whose place, points (now ``number``) or both change."""
    if not points:
        return _("%(name)s: place %(new)s instead of %(old)s")
    count = 1 if number == 1 else 2  # half a point and one and a half are plural
    if place:
        return ngettext(
            "%(name)s: place %(new)s instead of %(old)s, %(points)s point instead of %(had)s",
            "%(name)s: place %(new)s instead of %(old)s, %(points)s points instead of %(had)s",
            count,
        )
    return ngettext(
        "%(name)s: %(points)s point instead of %(had)s", "%(name)s: %(points)s points instead of %(had)s", count
    )


def _end(before: Picture, after: Picture) -> list[str]:
    old, new = before.derived, after.derived
    sentences = []
    if old.over and not new.over:
        sentences.append(_("the competition goes on"))
    elif old.over and new.over and _id_or_none(old.champion) != _id_or_none(new.champion):
        sentences.append(
            _change(
                new.champion.name if new.champion else "",
                old.champion.name if old.champion else "",
                instead=_("%(new)s becomes champion instead of %(old)s"),
                first=_("%(new)s is the champion"),
                no_longer=_("%(old)s is no longer the champion"),
            )
        )
    return sentences


def names(fixture: Fixture) -> str:
    """Return the two sides' names for sentences, with the number of a board of teams."""
    return _named(fixture, fixture.home, fixture.away)


def _wiped(after: Picture, fixture: PlainFixture) -> str:
    """Return the names of those who played ``fixture``, as ``names`` does."""
    home, away = (after.names.get(key) if key else None for key in (fixture.home_id, fixture.away_id))
    return _named(fixture, home, away)


def _named(fixture: AnyFixture, home: object, away: object) -> str:
    board = f" #{fixture.board}" if fixture.of_teams else ""
    return f"{home or '?'} – {away or '?'}{board}"


def _id_or_none(entrant: PlainEntrant | None) -> UUID | None:
    return entrant.id if entrant else None
