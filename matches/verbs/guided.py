"""The guided first match: a real match from the middle of play, with a coach beside it.

It is opened like any match against a house bot that plays like a beginner, in a mode of its own, so that it counts and
shows nowhere (``Match.Mode``); at the kick-off a row of the log puts the position of the game's coach on the board
(``matches.live.kickoff``), as on a practice board. The coach's words are derived from that log whenever they are asked
for: nothing is kept, so that a page that comes back, another process and a page without a script say the same.
"""

from collections import Counter
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.utils.translation import gettext as _

import engines
from engines import bots
from engines.core.coaching import Advice, advise, news
from engines.core.dice import ScriptedDice
from engines.core.game import Game
from engines.core.seats import Event, Seat, Wire
from engines.core.text import Text
from matches.errors import SeatTaken
from matches.log import rows_of
from matches.models import Match
from matches.verbs import casual
from matches.verbs.guests import house_bots, must_be_welcome
from matches.verbs.opening import Opening, Sitter, open_match, poke

LEARNER: Final[Seat] = "home"
BEGINNER: Final = "beginner"
"""The bot on the other side."""
ADVISER: Final = "club"
"""The bot that the coach asks for a good move."""
ENOUGH: Final = 14
"""Decisions after which the learner knows the game; the coach then says what comes next, and play may go on."""
LONGEST: Final = 120
"""Decisions after which the coach counts no further: everything has been told by then."""
OPEN: Final = (Match.Status.WAITING, Match.Status.LIVE, Match.Status.PAUSED)


def coached() -> list[str]:
    return [slug for slug in engines.games() if engines.get(slug).coach is not None]


def start(*, user: AbstractBaseUser, game: str, anew: bool = False) -> Match:
    """Return the open guided match of ``user`` in ``game``, or (``anew``, or without one) a new one.

    Two concurrent calls return the same match. Raises SeatTaken: no such match, no such bot, or ``user`` may not sit
    down.
    """
    must_be_welcome(user)
    coach = engines.get(game).coach
    rival = next((row for row in house_bots() if bots.plays_as(row.bot, BEGINNER)), None)
    if coach is None or rival is None:
        raise SeatTaken(_("This game has no guided match."))
    place = coach.start()
    with transaction.atomic():
        get_user_model()._default_manager.select_for_update(no_key=True).get(pk=user.pk)
        open_matches = Match.objects.filter(
            mode=Match.Mode.GUIDED, game=game, status__in=OPEN, seats__user_id=user.pk, seats__side=LEARNER
        ).order_by("-created_at")
        for old in open_matches:
            if not anew:
                return old
            casual.leave(match_id=old.id, user=user)
        match = open_match(
            Opening(
                game=game,
                options=place.options,
                terms=place.terms,
                home=Sitter(user=user),
                away=Sitter(user=rival, bot=rival.bot, name=rival.nickname),
                title=_("Guided match"),
                origin="casual",
                listed=False,
                rematch_allowed=False,
                bot_seconds=place.pace,
                mode=Match.Mode.GUIDED,
            )
        )
        transaction.on_commit(partial(poke, match.id))
    return match


@dataclass(frozen=True, slots=True)
class Coaching:
    """The coach's panel beside the board of a guided match."""

    v: int
    news: Text | None
    """News that the learner must not miss."""
    words: Text | None
    """The topic of this decision, at its first meeting."""
    reason: Text | None
    """Why the move that he points at."""
    point: dict[str, Any] | None
    """The choice to point at: ``label``, ``pick`` and ``to`` (``engines.core.drawing.Choice``)."""
    done: bool
    """The learner knows the game: what comes next is offered."""
    over: bool


def coaching(match: Match) -> Coaching | None:
    """Return the coach's words to the learner of ``match``; None without a coach, or before the kick-off.

    One query: the log.
    """
    game: Game[Any] = engines.get(match.game)
    coach = game.coach
    if match.mode != Match.Mode.GUIDED or coach is None or match.snapshot is None:
        return None
    progress = _progress_of(match, game)
    over = match.status not in OPEN
    latest = news(progress.events, LEARNER)
    state = game.from_wire(match.snapshot)
    is_done = over or progress.goals or sum(progress.taught.values()) >= ENOUGH
    if over:
        return Coaching(match.version, latest, None, None, None, True, True)
    view, moves = game.view(state, LEARNER), list(game.legal(state, LEARNER))
    best = bots.choose(game.slug, ADVISER, view, LEARNER, moves, match.version) if moves else None
    advice = advise(coach, view, LEARNER, moves, best, progress.taught)
    point = _point(game, view, moves, advice)
    reason = advice.reason if point else None
    return Coaching(match.version, latest, advice.words, reason, point, is_done, False)


def _point(game: Game[Any], view: Wire, moves: list[Any], advice: Advice) -> dict[str, Any] | None:
    if advice.move is None:
        return None
    choice = game.choices(view, LEARNER, moves)[moves.index(advice.move)]
    if choice.get("key") == "place":  # a whole line-up is drafted and confirmed at once
        return None
    return {key: choice[key] for key in ("label", "pick", "to")}


@dataclass(slots=True)
class _Progress:
    taught: Counter[str]
    events: list[Event]
    """From the learner's last decision on."""
    goals: bool


def _progress_of(match: Match, game: Game[Any]) -> _Progress:
    """Count the learner's decisions so far, by topic, from the log."""
    assert game.coach is not None
    progress = _Progress(Counter(), [], False)
    state: Any = None
    for row in rows_of(match):
        if "wire" in row.move:
            state = game.from_wire(row.move["wire"])
        if row.kind != "move":
            continue
        progress.goals = progress.goals or any(event.get("type") == "goal" for event in row.events)
        if row.seat == LEARNER:
            progress.events = []
            if sum(progress.taught.values()) < LONGEST:
                progress.taught[game.coach.topic(game.view(state, LEARNER), LEARNER, game.legal(state, LEARNER))] += 1
        progress.events.extend(row.events)
        seat: Any = row.seat or None  # home, away, or a host move
        state, _events = game.apply(state, seat, row.move, ScriptedDice(row.rolls))
    return progress
