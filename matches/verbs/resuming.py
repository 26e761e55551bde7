"""Resuming of a disputed match: a new match with log, position and clocks up to a move.

The old match keeps its log and its pages; each of the two names the other. Its rolls are public (or will be with its
secret), so the new one commits to a secret of its own and both sides send new seeds: rolls continue to be numbered, and
a check of the dice uses the old match's secret for the first of them and the new one's for the rest. The clocks are
computed from the log's own times, so that they are what both sides had at that move. Play continues when both are at
the table again, by the ordinary kick-off.
"""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

import engines
from engines.core.dice import ScriptedDice, commitment
from engines.core.errors import EngineError
from engines.core.game import Game
from engines.core.seats import SEATS, Wire
from engines.core.seats import Seat as SeatName
from matches import feed
from matches.errors import MatchError
from matches.ids import uuid7
from matches.log import rows_of
from matches.models import Match, MatchEvent, MatchSecret, Seat, SeatController
from matches.terms import clock
from matches.terms.undoing import standing
from matches.verbs.opening import appoint, poke

OVER = (Match.Status.FINISHED, Match.Status.VOID)


class CannotResume(MatchError):
    """The match cannot continue from this move; the sentence says why."""

    code = "cannot_resume"
    status = 409


@dataclass(slots=True)
class Clocks:
    """The clocks of a match at one of its moves, as ``matches.terms.clock`` reads them. All of them stand."""

    move_seconds: int | None
    budget_seconds: int | None
    home_quota_ms: int
    away_quota_ms: int
    home_used_ms: int = 0
    away_used_ms: int = 0
    home_timeouts: int = 0
    away_timeouts: int = 0
    home_since: datetime | None = None
    away_since: datetime | None = None
    set_piece: str = ""
    home_placing_ms: int = 0
    away_placing_ms: int = 0
    period: str = ""
    time_up_at: datetime | None = None
    time_left_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Point:
    """A match after one of its moves: all that another one needs to continue from there."""

    v: int
    snapshot: Wire
    rolls: int
    clocks: Clocks
    rows: list[MatchEvent]


def point(match: Match, v: int) -> Point:
    """Return ``match`` after version ``v`` (0: the kick-off), computed from its log.

    Raises CannotResume: no such move, other rules, over by then, or a choice that was secret then and is no longer.
    """
    if match.snapshot is None:
        raise CannotResume(_("This match never kicked off. Have it played again."))
    if not 0 <= v <= match.version:
        raise CannotResume(
            _("This match has moves 0 to %(last)d, but no move %(v)d.") % {"last": match.version, "v": v}
        )
    game: Game[Any] = engines.get(match.game)
    if not game.plays(match.rules_version):
        raise CannotResume(_("This match used older rules and cannot go on by today's. Have it played again."))
    rows = rows_of(match, most=v)
    options = game.options_under(match.rules_version, match.options)
    state, _events = game.new(options, match.terms, ScriptedDice(match.opening.get("rolls", [])))
    states = [state]
    for row in rows:
        if row.kind == "move":
            try:
                state, _events = game.apply(state, _seat(row.seat), row.move, ScriptedDice(row.rolls))
            except EngineError as error:
                raise CannotResume(_("The log cannot be replayed: %(why)s") % {"why": error}) from None
        elif "wire" in row.move:  # a position was put on the board, or stands again
            state = game.from_wire(row.move["wire"])
        states.append(state)
    if game.result(state) is not None:
        raise CannotResume(_("The match ended by move %(v)d. Choose an earlier move.") % {"v": v})
    public = game.view(state, None)
    if any(game.view(state, seat) != public for seat in SEATS):
        raise CannotResume(
            _("After move %(v)d a side's choice was still secret, and now it is known. Choose another move.") % {"v": v}
        )
    rolls = len(match.opening.get("rolls", [])) + sum(len(row.rolls) for row in standing(rows))
    return Point(v, game.stored_under(match.rules_version, state), rolls, _clocks(match, game, states, rows), rows)


def _seat(name: str) -> SeatName | None:
    return "home" if name == "home" else "away" if name == "away" else None


def _clocks(match: Match, game: Game[Any], states: list[Any], rows: list[MatchEvent]) -> Clocks:
    """Return the clocks after the last of ``rows``: the same sums as in play, over the times of the log.

    Time given back in play (a slow line, an outage) is in no log: it can only have made the true figure smaller, so
    nobody is charged more than the match charged in the end.
    """
    start = clock.quota_start_ms(match.move_seconds, match.budget_seconds)
    clocks, begun = Clocks(match.move_seconds, match.budget_seconds, start, start), 0
    if match.resumed_from is not None and match.resumed_v is not None:
        begun = min(match.resumed_v, len(rows))
        clocks = _clocks(match.resumed_from, game, states[: begun + 1], rows[:begun])
        if len(rows) <= match.resumed_v:
            return clocks
    sits = {seat.side: seat for seat in match.seats.all()}
    people = [seat for seat in SEATS if not sits[seat].bot]
    at = match.started_at or rows[-1].at if rows else match.started_at
    assert at is not None, "a match that was kicked off has a start"
    _tick(clocks, game, states[begun], None, people, at, "live")
    status = "live"
    for number, row in enumerate(rows, 1):
        if number <= begun or row.at < at:
            continue
        if row.kind == "ruling":
            status = {"pause": "paused", "frozen": "paused", "resume": "live"}.get(row.move.get("type", ""), status)
        timed_out = _seat(row.move.get("seat", "")) if row.move.get("type") == "timeout" and not row.seat else None
        mover = _seat(row.seat) if row.kind == "move" else None
        _tick(clocks, game, states[number], mover, people, row.at, status, timed_out)
        at = row.at
    if clocks.time_up_at is not None:
        clocks.time_left_ms = max(0, round((clocks.time_up_at - at).total_seconds() * 1000))
    clocks.home_since = clocks.away_since = clocks.time_up_at = None
    clocks.home_used_ms = min(clocks.home_used_ms, match.home_used_ms)
    clocks.away_used_ms = min(clocks.away_used_ms, match.away_used_ms)
    clocks.home_quota_ms = clocks.away_quota_ms = start
    return clocks


def _tick(
    clocks: Clocks,
    game: Game[Any],
    state: Any,  # the game's own position type
    mover: SeatName | None,
    people: list[SeatName],
    now: datetime,
    status: str,
    timed_out: SeatName | None = None,
) -> None:
    to_act = game.to_act(state) if status == "live" else ()
    new = clock.after(
        clocks,
        mover=mover,
        to_act=to_act,
        people=people,
        now=now,
        timed_out=timed_out,
        set_piece=game.set_piece(state),
    )
    clocks.home_used_ms, clocks.away_used_ms = new.home_used_ms, new.away_used_ms
    clocks.home_since, clocks.away_since = new.home_since, new.away_since
    clocks.home_timeouts, clocks.away_timeouts = new.home_timeouts, new.away_timeouts
    clocks.set_piece = new.set_piece
    clocks.home_placing_ms, clocks.away_placing_ms = new.home_placing_ms, new.away_placing_ms
    view = game.view(state, None)
    wall = clock.wall(clocks, view, status=status, now=now, whole_minutes=game.wall_minutes)
    clocks.period, clocks.time_up_at, clocks.time_left_ms = wall.period, wall.time_up_at, wall.time_left_ms


def resume(
    *,
    old: Match,
    v: int,
    reason: str,
    by: dict[str, str],
    officials: Iterable[tuple[AbstractBaseUser, str]] = (),
    no_show_at: datetime | None = None,
) -> Match:
    """Open a match that continues ``old`` after version ``v``, waiting for its two sides.

    ``by`` is who decided, as rulings name them (``{"user", "name", "role"}``); the reason is in the first row of its
    own log. The caller decides what becomes of ``old`` and its result. In the caller's transaction, which must hold
    whatever lets only one such match be made. Raises CannotResume.
    """
    resumed_point = point(old, v)
    secret = secrets.token_bytes(32)
    now = timezone.now()
    copied = {
        name: getattr(old, name)
        for name in (
            *("game", "mode", "rules_version", "options", "terms", "title", "part", "back_url", "origin", "beside"),
            *(
                "rated",
                "rematch_allowed",
                "listed",
                "audience",
                "closed",
                "chat",
                "chat_spectators",
                "chat_hidden",
                "opening",
                "move_seconds",
                "budget_seconds",
                "control",
            ),
            *("absence_seconds", "absence_claimed", "bot_seconds"),
        )
    }
    clocks = resumed_point.clocks
    with transaction.atomic():
        match = Match.objects.create(
            **copied,
            id=uuid7(),
            version=v + 1,
            snapshot=resumed_point.snapshot,
            rolls=resumed_point.rolls,
            home_used_ms=clocks.home_used_ms,
            away_used_ms=clocks.away_used_ms,
            home_timeouts=clocks.home_timeouts,
            away_timeouts=clocks.away_timeouts,
            home_quota_ms=clocks.home_quota_ms,
            away_quota_ms=clocks.away_quota_ms,
            set_piece=clocks.set_piece,
            home_placing_ms=clocks.home_placing_ms,
            away_placing_ms=clocks.away_placing_ms,
            period=clocks.period,
            time_left_ms=clocks.time_left_ms,
            commitment=commitment(secret),
            no_show_at=no_show_at,
            resumed_from=old,
            resumed_v=v,
            resumed_rolls=resumed_point.rolls,
        )
        MatchSecret.objects.create(match=match, value=secret.hex())
        _sit_down(old, match)
        first = MatchEvent(
            seq=v + 1,
            client_id=uuid5(match.id, "resumed"),
            move={"type": "resumed", "v": v, "from": str(old.pk), "reason": reason, "by": by},
            kind="ruling",
            at=now,
        )
        for row in (*resumed_point.rows, first):
            row.pk, row.match = None, match
        MatchEvent.objects.bulk_create([*resumed_point.rows, first], batch_size=500)
        appoint(match, officials)
        match_id = match.id
        transaction.on_commit(lambda: _tell(old.pk, match_id))
    return match


def _sit_down(old: Match, match: Match) -> None:
    """Give the same people and bots the same seats, with new seeds."""
    for sat in old.seats.prefetch_related("controllers"):
        seat = Seat.objects.create(
            match=match,
            side=sat.side,
            user_id=sat.user_id,
            bot=sat.bot,
            robot=sat.robot,
            name=sat.name,
            people=sat.people,
        )
        SeatController.objects.bulk_create(
            SeatController(seat=seat, user_id=controller.user_id, number=controller.number, name=controller.name)
            for controller in sat.controllers.all()
        )


def _tell(old_id: UUID, match_id: UUID) -> None:
    poke(match_id)
    feed.publish(f"match:{old_id}", {"match": str(old_id), "resumed": str(match_id)})


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of the rolls of a match, and the match whose secret they follow from."""

    match: Match
    last: int | None
    """The number of its last roll; None: to the end."""


def parts(match: Match) -> list[Part]:
    """Return the matches whose secrets the rolls of ``match`` follow from, in order.

    It is the only one if it was not resumed. A match in between that gave no roll is left out: it was resumed from a
    move that was not its own.
    """
    stretches, last = [Part(match, None)], match.resumed_rolls
    while match.resumed_from is not None:
        before = match.resumed_from
        if before.resumed_rolls < last or before.resumed_from is None:
            stretches.append(Part(before, last))
        match, last = before, min(last, before.resumed_rolls)
    return stretches[::-1]


def secrets_are_out(match: Match) -> bool:
    """Return whether the secrets of all its rolls are published: it and those it continues are over."""
    return all(part.match.status in OVER for part in parts(match))


def beside_it(match: Match) -> dict[str, Any]:  # a template's context
    """Return the match that this one continues, and the one that continues this one."""
    later = match.resumed_as.order_by("-created_at").first() if match.status in OVER else None
    return {"resumed_from": match.resumed_from, "resumed_as": later}
