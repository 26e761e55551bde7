"""Each action that the live half declares is one that the machine of ``tests/live/machine`` takes, or tells why not."""

from __future__ import annotations

import importlib
import inspect
import pkgutil

import msgspec

import matches.verbs.offers
from matches.api.urls import urlpatterns
from matches.models import MatchCommand, Offer
from matches.socket.consumers import HANDLERS
from matches.verbs.officials import KINDS
from tests.live.machine.table import Table

RULES = {
    "frame move": "they_play",
    "frame resign": "somebody_gives_up",
    "frame seed": "somebody_opens_the_page",
    "frame take": "somebody_takes_the_seat_back",
    "frame hurry": "somebody_hurries_the_bot",
    "frame ping": "everybody_looks",
    "frame say": "somebody_writes",
    "frame offer": "somebody_offers",
    "frame claim": "somebody_claims",
    **{f"offer {kind}": "somebody_offers" for kind in ("draw", "pause", "resume", "start", "undo")},
    "offer rematch": "they_ask_for_another_match",
    "offer coaching": "a_side_calls_coaching",
    "command start": "both_agree_to_start",
    "command resign": "somebody_gives_up",
    "command award": "an_official_decides",
    "command void": "an_official_decides",
    "command pause": "an_official_decides",
    "command resume": "an_official_decides",
    "command coaching": "an_official_decides",
    "command message": "an_official_decides",
    "command draw": "both_agree",
    "command undo": "both_agree",
    **{f"ruling {kind}": "somebody_judges" for kind in KINDS},
    "POST moves/": "somebody_posts_a_move",
    "POST offers/": "somebody_offers",
    "POST claim/": "somebody_claims",
    "POST chat/": "somebody_writes",
    "POST rulings/": "somebody_judges",
    "PUT conditional/": "the_side_that_waits_leaves_a_line",
    "DELETE conditional/": "the_side_that_waits_leaves_a_line",
    "casual.rematch": "they_ask_for_another_match",
    "chat.hide": "the_referee_looks_after_the_chat",
    "chat.lift": "the_referee_looks_after_the_chat",
    "chat.time_out": "the_referee_looks_after_the_chat",
    "conditional.drop": "the_side_that_waits_leaves_a_line",
    "conditional.keep": "the_side_that_waits_leaves_a_line",
    "offers.act": "somebody_offers",
    "offers.decide_calls": "a_side_calls_coaching",
    "officials.decide": "somebody_judges",
}
"""The rule of the machine that takes each action: a frame, an offer, a command, a ruling, a request, or a verb."""

EXEMPT = {
    "it measures the machine's own time, which does not stand still": ["frame echo"],
    "a screen for two is a table of its own kind: tests/live/test_screens.py": ["frame hold"],
    "no game of the settings has a wall clock: tests/matches/test_clock.py": ["command time_up"],
    "people gather at a table before it is one: tests/matches/test_sides.py, tests/matches/test_seats.py": [
        "casual.leave",
        "opening.take_seat",
    ],
    "the second leg is a match of its own: tests/matches/test_two_legs.py": ["two_legs.open_second_leg"],
    "what surrounds a match appoints its officials: tests/matches/test_officials.py": ["opening.appoint"],
    "a practice board has one person, who may do everything: tests/matches/test_practice.py": [
        "positions.play_from",
        "practice.set_up",
        "practice.take_back",
    ],
    "a review comes after the match and changes nothing in it: tests/matches/test_reviews.py": [
        "POST review/",
        "reviews.ask",
        "reviews.work",
    ],
    "it changes nothing at the table: a word to the moderators": ["chat.report"],
    "it changes nothing at the table: a word to the processes": ["opening.poke"],
    "it only reads": [
        "casual.next_match",
        "chat.silenced",
        "coaching.check",
        "coaching.is_proven",
        "coaching.over_since",
        "coaching.turn_of",
        "conditional.notation",
        "conditional.open_position",
        "conditional.remaining",
        "conditional.stored_plan",
        "guided.coaching",
        "hints.allowed",
        "hints.hint",
        "line_ups.draft",
        "offers.seat_asking_again",
        "officials.coached",
        "officials.decisions_offered",
        "practice.position_of",
        "resuming.beside_it",
        "resuming.parts",
        "resuming.point",
        "resuming.secrets_are_out",
        "reviews.current",
        "reviews.is_continued",
        "reviews.mark_of",
        "reviews.refusal",
        "undoing.casual",
        "undoing.undoing",
    ],
}
"""Actions that no rule takes, by the reason."""


class Shout(msgspec.Struct, tag_field="t", tag="shout"):
    """A frame that no rule sends."""


def declared():
    """Return every action of the live half: frames, offers, commands, rulings, requests about a match, and verbs."""
    found = {f"frame {frame.__struct_config__.tag}" for frame in HANDLERS}
    found |= {f"offer {kind}" for kind in Offer.Kind.values}
    found |= {f"command {kind}" for kind in MatchCommand.Kind.values} | {f"ruling {kind}" for kind in KINDS}
    for pattern in urlpatterns:
        _start, of_a_match, action = str(pattern.pattern).partition("matches/<uuid:match_id>/")
        writes = {"post", "put", "patch", "delete"} & set(dir(pattern.callback.view_class))
        found |= {f"{method.upper()} {action}" for method in writes if of_a_match}
    for _loader, name, _package in pkgutil.iter_modules(matches.verbs.__path__):
        room = importlib.import_module(f"matches.verbs.{name}")
        for verb, does in inspect.getmembers(room, inspect.isfunction):
            about = {"match", "match_id", "line", "silence", "invite"} & set(inspect.signature(does).parameters)
            if does.__module__ == room.__name__ and not verb.startswith("_") and about:
                found.add(f"{name}.{verb}")
    return found


def test_each_declared_action_has_a_rule_or_a_reason():
    exempt = [action for actions in EXEMPT.values() for action in actions]
    known = [*RULES, *exempt]
    assert len(known) == len(set(known)), "said twice"
    assert declared() - set(known) == set(), "no rule of the machine takes these: write one, or say why not"
    assert set(known) - declared() == set(), "there are no such actions any more"


def test_each_named_rule_is_one_of_the_machine():
    assert [name for name in RULES.values() if not hasattr(Table, name)] == []


def test_a_new_action_without_a_rule_is_seen(monkeypatch):
    monkeypatch.setattr(matches.verbs.offers, "settle", lambda match: None, raising=False)
    matches.verbs.offers.settle.__module__ = "matches.verbs.offers"
    assert "offers.settle" in declared()
    monkeypatch.setitem(HANDLERS, Shout, None)
    assert "frame shout" in declared()
