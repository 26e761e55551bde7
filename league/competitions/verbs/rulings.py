"""What an organiser (or a deadline) decides: walkovers, results entered and corrected, replays, withdrawals.

Every ruling is one more entry of the log with who, when and why, and the same recomputation follows. A ruling that
would undo matches already played or being played downstream is refused with a preview of its effects, until whoever
rules confirms them; then those matches are wiped for a replay in the same transaction.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from engines.core.seats import Seat
from engines.core.text import text
from league.competitions import journal
from league.competitions.book import open_book
from league.competitions.derive import Derived, derive
from league.competitions.errors import NeedsConfirmation, RulingRefused, WrongStep
from league.competitions.locks import locked
from league.competitions.log import WALKOVER_GOALS
from league.competitions.models import Competition, Entrant, Fixture, ResultEntry
from league.competitions.recompute import append, recompute
from league.players.models import User
from matches.commands import command
from matches.models import Match

MOST_GOALS = 99


@dataclass(frozen=True, slots=True)
class Score:
    """A result as a person enters it: goals with extra time included; kicks scored where there was a shootout."""

    home: int
    away: int
    shootout: tuple[int, int] | None = None
    extra_time: bool = False


def walkover(
    *,
    fixture: Fixture,
    winner: Seat | None,
    by: User | None,
    reason: str = "",
    source: str = "organiser",
    confirmed: bool = False,
) -> Derived:
    """Award ``fixture`` three to nil to the seat ``winner``, or to nobody (both absent). Its match, if open, is void.

    Raises RulingRefused, NeedsConfirmation.
    """
    goals = {"home": (WALKOVER_GOALS, 0), "away": (0, WALKOVER_GOALS)}.get(winner or "", (None, None))
    entry = {
        "kind": ResultEntry.Kind.WALKOVER,
        "winner": winner or "",
        "home_goals": goals[0],
        "away_goals": goals[1],
        "how": "walkover" if winner else "double_walkover",
    }
    said = _names(fixture)
    message = (
        text("awarded {fixture} to {winner}: {reason}", fixture=said, winner=_seat_name(fixture, winner), reason=reason)
        if winner
        else text("awarded {fixture} to nobody: {reason}", fixture=said, reason=reason)
    )
    return _rule(fixture, by, "walkover", message, entry, reason, source, confirmed)


def enter_result(*, fixture: Fixture, score: Score, by: User, reason: str = "", confirmed: bool = False) -> Derived:
    """Enter or correct the result of ``fixture``; an open match is void, a result that stood stays in the log.

    Raises RulingRefused, NeedsConfirmation.
    """
    for goals in (score.home, score.away, *(score.shootout or ())):
        if isinstance(goals, bool) or not isinstance(goals, int) or not 0 <= goals <= MOST_GOALS:
            raise RulingRefused(_("Goals are whole numbers from 0 to %(most)d.") % {"most": MOST_GOALS})
    if score.shootout is not None and score.shootout[0] == score.shootout[1]:
        raise RulingRefused(_("A shootout has a winner."))
    correcting = fixture.entries.exists()
    entry = {
        "kind": ResultEntry.Kind.CORRECTED if correcting else ResultEntry.Kind.REPORTED,
        "home_goals": score.home,
        "away_goals": score.away,
        "shootout": {"home": score.shootout[0], "away": score.shootout[1]} if score.shootout else None,
        "extra_time": score.extra_time or score.shootout is not None,
    }
    said = {"fixture": _names(fixture), "home": score.home, "away": score.away}
    message = (
        text("corrected {fixture} to {home}–{away}: {reason}", **said, reason=reason)
        if correcting
        else text("entered {fixture} as {home}–{away}", **said)
    )
    if correcting and not reason.strip():
        raise RulingRefused(_("A correction says why."))
    return _rule(fixture, by, "result", message, entry, reason, "organiser", confirmed)


def replay(*, fixture: Fixture, by: User, reason: str, confirmed: bool = False) -> Derived:
    """Wipe what was said of ``fixture``: it is played again, at a new table. Raises as ``walkover`` does."""
    message = text("ordered {fixture} to be played again: {reason}", fixture=_names(fixture), reason=reason)
    return _rule(fixture, by, "replay", message, {"kind": ResultEntry.Kind.REPLAY}, reason, "organiser", confirmed)


def void(*, fixture: Fixture, by: User, reason: str) -> Derived:
    """Let a league fixture not count at all. Raises RulingRefused in a knockout, where somebody must go through."""
    if fixture.tie.group_id is None:
        raise RulingRefused(_("Somebody must go through: award the match, or have it played again."))
    message = text("voided {fixture}: {reason}", fixture=_names(fixture), reason=reason)
    return _rule(fixture, by, "void", message, {"kind": ResultEntry.Kind.VOIDED}, reason, "organiser", False)


def withdraw(*, entrant: Entrant, by: User | None, reason: str = "") -> Derived:
    """Take ``entrant`` out of a running competition: what is left to play is walked over, or, in a league that says
    so, all of it is void. Again: nothing changes. Raises WrongStep.
    """
    with locked(entrant.competition_id) as row:
        _must_run(row)
        mine = row.entrants.get(id=entrant.id)
        if mine.status != Entrant.Status.WITHDRAWN:
            mine.status, mine.withdrawn_because = Entrant.Status.WITHDRAWN, reason.strip()[:300]
            mine.save(update_fields=["status", "withdrawn_because"])
            append(
                row,
                kind=ResultEntry.Kind.WITHDRAWN,
                entrant=mine,
                actor=by,
                reason=mine.withdrawn_because,
                source="player" if by is not None and by.id == mine.player_id else "organiser",
            )
            said = text("{name} withdrew: {reason}", name=mine.name, reason=mine.withdrawn_because or "–")
            journal.record(row, by, "withdraw", said)
            journal.changed(row)
        return recompute(row)


def _rule(
    fixture: Fixture,
    by: User | None,
    verb: str,
    message: list[Any],
    entry: dict[str, Any],
    reason: str,
    source: str,
    confirmed: bool,
) -> Derived:
    """Append ``entry``, wipe what it makes impossible (if confirmed), recompute. Under the lock."""
    with locked(_competition_id(fixture)) as row:
        _must_run(row)
        current = Fixture.objects.select_related("tie").get(id=fixture.id)
        if current.home_id is None or current.away_id is None:
            raise RulingRefused(_("Nobody is known to play here yet."))
        before = derive(open_book(row))
        append(row, fixture=current, actor=by, reason=reason.strip()[:300], source=source, **entry)
        if entry["kind"] == ResultEntry.Kind.REPLAY:
            _clear(current)
        after = derive(open_book(row))
        if after.orphans and not confirmed:
            # Raising inside the lock's transaction takes the entry back.
            raise NeedsConfirmation(_("This would undo matches of later rounds."), _effects(before, after))
        _wipe(row, after.orphans, by, reason)
        journal.record(row, by, verb, message)
        journal.changed(row)
        return recompute(row)


def _wipe(row: Competition, orphans: list[Fixture], by: User | None, reason: str) -> None:
    """Let orphaned fixtures begin again with whoever stands in them now. Wiping one round may orphan no other: the
    slots further on follow from ties that are no longer decided, so one more look is taken until none is left."""
    while orphans:
        for fixture in orphans:
            append(
                row, fixture=fixture, kind=ResultEntry.Kind.REPLAY, actor=by, reason=reason[:300], source="organiser"
            )
            _clear(fixture)
        orphans = derive(open_book(row)).orphans


def _clear(fixture: Fixture) -> None:
    """Part the fixture from its match; an unfinished one is void."""
    match = fixture.match
    if match is not None and match.status in (Match.Status.WAITING, Match.Status.LIVE, Match.Status.PAUSED):
        command(match.id, "void", {"reason": "decided otherwise"})
    Fixture.objects.filter(id=fixture.id).update(match=None)


def _effects(before: Derived, after: Derived) -> list[str]:
    """The differences that a person must know, in sentences."""
    said = []
    for tie_id, facts in after.ties.items():
        was = before.ties[tie_id]
        if was.winner is not facts.winner and _id(was.winner) != _id(facts.winner):
            old, new = (winner.name if winner else "–" for winner in (was.winner, facts.winner))
            said.append(_("%(new)s goes through instead of %(old)s") % {"new": new, "old": old})
    for fixture in after.orphans:
        said.append(_("%(fixture)s would be wiped") % {"fixture": _names(fixture)})
    return said


def _id(entrant: Entrant | None) -> UUID | None:
    return entrant.id if entrant else None


def _must_run(row: Competition) -> None:
    if row.status not in (Competition.Status.RUNNING, Competition.Status.FINISHED):
        raise WrongStep(_("The competition is not running."))


def _competition_id(fixture: Fixture) -> UUID:
    found: UUID = Fixture.objects.values_list("tie__round__stage__competition_id", flat=True).get(id=fixture.id)
    return found


def _names(fixture: Fixture) -> str:
    return f"{fixture.home or '?'} – {fixture.away or '?'}"


def _seat_name(fixture: Fixture, seat: Seat | None) -> str:
    entrant = fixture.home if seat == "home" else fixture.away
    return entrant.name if entrant else "?"
