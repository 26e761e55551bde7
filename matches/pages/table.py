"""Queries behind the pages of one match, before any script runs.

Read-only. The live frames come from the runtime (``matches.live.protocol``); these pages show the same from the rows.
"""

import json
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

import engines
from engines.core.drawing import Scene
from engines.core.game import Game
from engines.core.seats import SEATS
from engines.core.seats import Seat as SeatName
from engines.core.svg import render
from engines.core.text import say, sentence
from matches.ids import uuid7
from matches.live.seating import sealed
from matches.log import last_rows
from matches.models import Challenge, Match, Seat
from matches.pages import sides
from matches.pages.addresses import outside
from matches.policy import access
from matches.queries import view_of
from matches.replay.report import lying
from matches.terms import time_controls
from matches.terms.clock import is_correspondence
from matches.terms.legs import aggregate, verdict
from matches.terms.rules import RulesOfMatch
from matches.verbs import challenges, guided, hints
from matches.verbs.opening import BESIDE
from matches.verbs.practice import position_of
from matches.verbs.undoing import casual
from matches.words import catalogue
from matches.words.decided import clock_of, ending, outcome, sentences

RECENT = 12
"""Log rows whose sentences are in the page before the script has its own."""
SAID = 6
"""Sentences beside a big board."""


def language() -> str:
    return get_language() or "en"


def seats_of(match: Match) -> dict[str, Seat]:
    return {seat.side: seat for seat in match.seats.all()}


def names_of(seats: Mapping[str, Any]) -> dict[SeatName, str]:
    """Return the names of both sides (an open seat has no name yet)."""
    return {side: seats[side].name for side in SEATS}


def frame_of(match: Match) -> dict[str, Any]:  # a template's context
    """Return the base of every page of a match: seats, names, public position, score line and still board."""
    game = engines.get(match.game)
    seats = seats_of(match)
    names = names_of(seats)
    view = view_of(match, None)
    scene = None if view is None else game.scene(view)
    return {
        "match": match,
        "game": game,
        "home": seats["home"],
        "away": seats["away"],
        "view": view,
        "score": score_of(match, view),
        "clock": None if view is None else game.clock(view),
        "board": still_board(game, scene, names),
        "notes": [] if scene is None else [sentence(note, language(), names) for note in scene["notes"]],
        "terms": game.terms,
        "geometry": {key: value for key, value in game.geometry().items() if key != "shapes"},
        "how": ending(match, names),
        "rules": RulesOfMatch.of(match),
        "outcome": outcome(match, names) if match.result else "",
        **both_legs(match),
        "figures_url": settings.MATCH_FIGURES_URL.format(match_id=match.id),
        "analysis_url": settings.MATCH_ANALYSIS_URL.format(match_id=match.id) if match.over and match.snapshot else "",
        "shape": shape(game.geometry()["view_box"]),
        "words_url": reverse("matches:words", args=[language(), catalogue.mark(language())]),
    }


def both_legs(match: Match) -> dict[str, Any]:  # a template's context
    """Return what a friendly of two legs shows of its other leg, and of both once they are over. At most one query."""
    if match.leg == 1:
        return {"second_leg": match.second_leg}
    if match.leg == 2:
        over = match.result if match.status == Match.Status.FINISHED else None
        return {"first_leg": match.first_leg, "both": verdict(over, match.terms) if over else None}
    return {}


def page_of(match: Match, request: HttpRequest) -> dict[str, Any]:  # a template's context
    """Return the live table for the reader, complete enough to be played without a script."""
    frame = frame_of(match)
    seats = {"home": frame["home"], "away": frame["away"]}
    you = access.you_of(match, request.user) or ""
    opponent = "home" if you == "away" else "away"
    return {
        **frame,
        **_plain_prompt(match, frame, you),
        "you": you,
        "own": seats["away" if you == "away" else "home"],
        "opponent": seats[opponent],
        "lines": _lines(match, frame),
        "decided": sentences(match, seats["home"].name, seats["away"].name),
        "pace": clock_of(match),
        "by_days": is_correspondence(match.move_seconds),
        "gathering": (gathering := sides.gathered(match, seats, you, request)),
        "invite_url": (invite := "" if gathering else _invite(match, seats, you, request)),
        "alone": match.result is None and match.status != Match.Status.VOID and bool(not match.for_two or invite),
        "position": position_of(match),
        "hints": hints.allowed(match, access.seats_of(match, request.user)),
        "undo": bool(you) and not match.over and casual(match),
        "coaching": bool(you) and not match.over and sides.calls_coaching(match),
        "beside": matches_beside(match),
        **(coach_of(match) if you == guided.LEARNER else {}),
        "confirm": "always" if match.rated or match.origin not in ("", "casual") else "risky",
        "socket": f"/ws/matches/{match.id}/",
    }


def coach_of(match: Match) -> dict[str, Any]:  # a template's context
    """Return the coach's current words in the reader's language; empty outside a guided match."""
    now = guided.coaching(match)
    if now is None:
        return {}
    names = names_of(seats_of(match))
    panel = {
        "v": now.v,
        "news": sentence(now.news, language(), names) if now.news else "",
        "words": sentence(now.words, language(), names) if now.words else "",
        "reason": sentence(now.reason, language(), names) if now.reason else "",
        "text": json.dumps(now.point["label"]) if now.point else "",
        "tip": sentence(now.point["label"], language(), names) if now.point else "",
        "point": None if now.point is None else {key: now.point[key] for key in ("pick", "to")},
        "done": now.done,
        "over": now.over,
    }
    return {"coach": panel}


def matches_beside(match: Match) -> list[dict[str, Any]]:
    """Return names, score and minute of the other matches that matter to these two (``Match.beside``)."""
    if not match.beside or match.result is not None:
        return []
    rows = Match.objects.filter(origin__in=match.beside).exclude(pk=match.pk).prefetch_related("seats")
    others = []
    for row in rows.order_by("-created_at")[:BESIDE]:
        view = view_of(row, None)
        seats = seats_of(row)
        clock = None if view is None or row.result else engines.get(row.game).clock(view)
        others.append(
            {"match": row, "home": seats["home"], "away": seats["away"], "score": score_of(row, view), "clock": clock}
        )
    return others


def shape(view_box: tuple[float, float, float, float]) -> str:
    """Return ``tall`` (on a phone there is room beside it), ``wide`` or ``even``."""
    width, height = view_box[2:]
    return "tall" if width < 0.58 * height else "wide" if width > 1.1 * height else "even"


def score_of(match: Match, view: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return goals, aggregate and shootout, from the result if there is one, else from the position."""
    source = match.result or view or {}
    goals = source.get("score") or (view or {}).get("score") or {"home": 0, "away": 0}
    shootout = source.get("shootout") or (view or {}).get("shootout")
    if shootout:
        shootout = {side: _kicks(shootout[side]) for side in SEATS}
    return {
        "home": goals["home"],
        "away": goals["away"],
        "total": aggregate(match.terms, goals, match.result),
        "shootout": shootout,
    }


def _kicks(side: Any) -> int:  # a number, or a list of kicks that are true when scored
    return sum(map(bool, side)) if isinstance(side, list) else int(side)


def still_board(game: Game[Any], scene: Scene | None, names: dict[SeatName, str], *, mini: bool = False) -> SafeString:
    """Draw the board with ``scene``; empty before the kick-off. In a card, a tall board lies on its side."""
    scene_shown: Scene = scene or {"pieces": [], "ball": None, "notes": []}
    drawn = render(game.geometry(), scene_shown, language(), names, mini=mini)
    box = game.geometry()["view_box"]
    return mark_safe(lying(drawn, box) if mini and box[2] < box[3] else drawn)  # escaped where it is drawn


def _lines(match: Match, frame: dict[str, Any]) -> list[str]:
    names = names_of(frame)
    commentary: list[str] = []
    for row in last_rows(match, RECENT):
        commentary += [sentence(line["text"], language(), names) for line in frame["game"].commentary(row.events)]
    return commentary[::-1][: 2 * RECENT]


def _plain_prompt(match: Match, frame: dict[str, Any], you: str) -> dict[str, Any]:
    """Return the prompt and the plain buttons of ``you``: for play without a script."""
    if match.snapshot is None or match.status == Match.Status.WAITING:
        return {"prompt": "", "choices": []}
    game = frame["game"]
    names = names_of(frame)
    seat: Any = you or "home"
    if match.status not in (Match.Status.LIVE, Match.Status.PAUSED):
        shown = you and frame["view"] is not None
        return {"prompt": say(game.prompt(frame["view"], seat), language(), names) if shown else "", "choices": []}
    if frame["view"] is None:
        prompt = _(
            "The stored position of this match cannot be read. No move can be made; an official can end the match."
        )
        return {"prompt": prompt, "choices": []}
    state = game.from_wire(match.snapshot)
    if you == "both":
        # Without a script a screen for two shows one side's prompt only where nothing is sealed.
        to_act = game.to_act(state)
        seat = next(iter(to_act), "home")
        if match.mode != Match.Mode.PRACTICE and to_act and sealed(game, state, to_act):
            return {"prompt": "", "choices": []}
    view = game.view(state, seat if you else None)
    moves = game.legal(state, seat) if you and match.status == Match.Status.LIVE else []
    return {
        "prompt": say(game.prompt(view, seat), language(), names) if you else "",
        "choices": [
            {"label": say(choice["label"], language(), names), "move": json.dumps(dict(choice["move"]))}
            for choice in game.choices(view, seat, moves)
        ],
        "client_id": uuid7(),
        "seat": seat,
    }


def _invite(match: Match, seats: dict[str, Seat], you: str, request: HttpRequest) -> str:
    """Return the link for the open seat, for the player of the other one."""
    free = next((seat for seat in seats.values() if seat.invite), None)
    if free is None or not you or match.status != Match.Status.WAITING:
        return ""
    return outside(request, reverse("matches:join", args=[free.invite]))


def offers(user: Any) -> list[Challenge]:  # a user or anonymous
    """Return the challenges that the lobby shows to ``user``, each with its time control and its rules in words."""
    rows = [row for row in challenges.challenges_open_to(user) if row.game in engines.games()]
    for row in rows:
        row.control_label = time_controls.CONTROLS[row.control].label  # type: ignore[attr-defined]
        row.rules = RulesOfMatch.offered(row).in_words()  # type: ignore[attr-defined]
    return rows


def card(match: Match) -> dict[str, Any]:  # a card for a template
    """Return the standing of a match with its small board."""
    game, view = engines.get(match.game), view_of(match, None)
    scene = None if view is None else game.scene(view)
    return {
        **_standing(match, view),
        "game": game,
        "board": still_board(game, scene, names_of(seats_of(match)), mini=True),
    }


def big_card(match: Match) -> dict[str, Any]:  # a card for a template
    """Return the standing of a match with its board as large as it is played on, and its last sentences.

    At most two queries.
    """
    small = card(match)
    game, view = small["game"], view_of(match, None)
    scene = None if view is None else game.scene(view)
    return {**small, "big": still_board(game, scene, names_of(small)), "lines": _lines(match, small)[:SAID]}


def standing_of(match: Match) -> dict[str, Any]:  # a context for a template
    """Return sides, score and clock of a match as everybody may see them."""
    return _standing(match, view_of(match, None))


def _standing(match: Match, view: dict[str, Any] | None) -> dict[str, Any]:
    seats = seats_of(match)
    return {
        "match": match,
        "home": seats["home"],
        "away": seats["away"],
        "score": score_of(match, view),
        "clock": None if view is None else engines.get(match.game).clock(view),
    }
