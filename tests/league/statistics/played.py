"""Finished matches whose log is a real one: bots play the engine, and the rows are what the runtime would write."""

from __future__ import annotations

from datetime import timedelta
from functools import cache
from uuid import uuid4

from django.utils import timezone

import engines
from engines import bots
from engines.core.dice import SeededDice
from engines.core.options import resolve_options, resolve_terms
from league.statistics.verbs.matches import record_match
from matches.models import Match, MatchEvent, Seat

BEGIN = timezone.now().replace(microsecond=0) - timedelta(days=400)
SHORT = {
    "super_goal": {"half_turns": 12},
    "soccer_tactics": {"half_turns": 12},
    "fuba": {},
    "dom_jim": {"length": "goals", "goals": 1},
    "six_a_side": {"turn_limit": 20},
}
MOST = 500
"""Decisions after which a match is left as it is: its log is as real as that of one that was given up."""


class _Noted(SeededDice):
    def __init__(self, seed):
        super().__init__(seed)
        self.fell = []

    def roll(self, n):
        value = super().roll(n)
        self.fell.append(value)
        return value


@cache
def log_of(slug, seed, terms=(), options=None):
    """Options, opening, rows, the last wire and the score of a match between two bots. Kept: a log is never changed."""
    game = engines.get(slug)
    known = {name: value for name, value in SHORT[slug].items() if name in {option.name for option in game.options}}
    options, terms = resolve_options(game.options, known), resolve_terms(dict(terms))
    dice = _Noted(seed)
    state, events = game.new(options, terms, dice)
    opening, rows = {"rolls": dice.fell, "events": events}, []
    while (seats := game.to_act(state)) and len(rows) < MOST:
        seat = seats[seed % len(seats)]
        dice.fell = []
        move = bots.choose(slug, "greedy", game.view(state, seat), seat, game.legal(state, seat), len(rows) + seed)
        state, events = game.apply(state, seat, move, dice)
        rows.append({"seat": seat, "move": dict(move), "events": events, "rolls": dice.fell})
    return options, terms, opening, rows, game.to_wire(state)


def played(slug, home, away, seed=1, competition=None, days=0, terms=(), rated=False):
    """A finished match of ``slug`` between two users, recorded; ``days`` after BEGIN."""
    options, terms, opening, rows, wire = log_of(slug, seed, terms)
    at = BEGIN + timedelta(days=days, minutes=seed)
    score = wire["score"]
    winner = None if score["home"] == score["away"] else "home" if score["home"] > score["away"] else "away"
    result = {"winner": winner, "how": "regulation", "score": score, "shootout": None, "source": "play", "reason": ""}
    match = Match.objects.create(
        game=slug, rules_version=engines.get(slug).rules_version, options=options, terms=terms, opening=opening,
        version=len(rows), snapshot=wire, status=Match.Status.FINISHED, result=result, started_at=at, finished_at=at,
        rated=rated,
    )  # fmt: skip
    for side, user in (("home", home), ("away", away)):
        Seat.objects.create(match=match, side=side, user=user, name=user.nickname)
    MatchEvent.objects.bulk_create(
        MatchEvent(match=match, client_id=uuid4(), seq=n, kind="move", at=at, **row)
        for n, row in enumerate(rows, start=1)
    )
    record_match(match, competition)
    return match
