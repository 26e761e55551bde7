"""Frames of one position for home, for away and for the public, encoded once each.

Every part of a frame comes from ``game.view`` of its viewer or is public to all; a secret can only be in the view of
the seat that has it. Rulings (pause, award ...) are put into words here, since no engine knows them.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, Literal, TypeAlias

import msgspec

from engines.core.drawing import Line
from engines.core.game import Game
from engines.core.seats import SEATS, Seat, Wire, other
from engines.core.text import Text, text
from matches.codes import API_BOT
from matches.live import protocol, seating
from matches.store.rows import LogRow, MatchRow
from matches.terms import clock
from matches.terms.legs import aggregate
from matches.terms.results import NO_SCORE

View: TypeAlias = Literal["home", "away", "public", "home_waits", "away_waits", "both", "both_home", "both_away"]
"""``home_waits``: a member of a shared home side who does not decide now; ``both_home``: a screen for two people, with
home in front of it (``matches.live.seating``)."""
VIEWS: Final[tuple[View, View, View]] = ("home", "away", "public")


_EYES: Final[dict[View, Seat | None]] = {
    "home": "home",
    "away": "away",
    "public": None,
    "home_waits": "home",
    "away_waits": "away",
    "both": None,
    "both_home": "home",
    "both_away": "away",
}


SCREEN_OF: Final[dict[Seat | None, View]] = {None: "both", "home": "both_home", "away": "both_away"}
"""The view of a screen for two people, by the seat in front of it."""
_WAITERS: Final = frozenset({"home_waits", "away_waits"})
_SCREENS: Final = frozenset({"both", "both_home", "both_away"})
_NAMES: Final[dict[Seat | None, str]] = {None: "null", "home": '"home"', "away": '"away"'}


def seat_of(view: View) -> Seat | None:
    """Return the seat that a view belongs to, None for the public."""
    return _EYES[view]


def frames(
    kind: Literal["full", "step"],
    *,
    game: Game[Any],
    row: MatchRow,
    state: Any,  # the game's own position type, None before the kick-off
    v: int,
    lines: Sequence[Mapping[str, Any]],
    presence: Mapping[str, Any],
    now: datetime,
    timeline: int,
    views: Iterable[View],
    went_on: Seat | None = None,
) -> dict[View, str]:
    """Return the frame of this position for each of ``views``.

    The seat that ``went_on`` from it in the same list of moves is offered no choices.
    """
    public = None if state is None else game.view(state, None)
    # It is public who is still to decide, but not what was decided.
    to_act = game.to_act(state) if state is not None and row.status == "live" else ()
    chosen = game.chosen(public) if public is not None and row.status == "live" else ()
    views = tuple(views)
    deciding = seating.deciders(game, state, row)
    screens = {view: seating.screen(game, row, state, to_act, seat_of(view)) for view in views if view in _SCREENS}
    time_left = clock.clock_of_frame(row, now)
    own_views: dict[Seat, Wire] = {}
    ways: dict[Seat, Sequence[Any]] = {}
    if public is not None:
        for acting in to_act:
            # A full frame has the threats of the side to act, even if nobody here looks through its eyes.
            looks = kind == "full" or any(_EYES[view] == acting and view not in _WAITERS for view in views)
            if acting != went_on and looks:
                own_views[acting] = game.view(state, acting)
                ways[acting] = game.choices(own_views[acting], acting, game.legal(state, acting))
    shared = protocol.encode(
        {
            "t": kind,
            "v": v,
            "timeline": timeline,
            "status": row.status,
            "head": head(game, row, public, state, deciding),
            "lines": lines,
            "clock": time_left,
            "result": row.result,
            "presence": presence,
            "offers": standing_offers(game, row, state),
            "options": row.options,
            "terms": row.terms,
            "to_act": to_act,
            "threats": _threats(ways, own_views, public) if len(to_act) == 1 else (),
            "chosen": chosen,
        }
    )
    public_scene: msgspec.Raw | None = None
    idle: dict[Seat | None, str] = {}
    encoded: dict[View, str] = {}
    for view in views:
        seat, waits, screen = seat_of(view), view in _WAITERS, screens.get(view)
        if screen is not None:
            seat = screen.eyes
        wire: Wire | None = public
        if state is not None and seat is not None:
            wire = own_views[seat] if seat in own_views else game.view(state, seat)
        scene, open_to_all = None, wire is not None and (wire is public or wire == public)
        if open_to_all and public is not None:
            # The drawing is most of a frame: if nothing is hidden it is drawn and encoded once for everybody.
            scene = public_scene = public_scene or msgspec.Raw(protocol.encode(game.scene(public)))
        elif wire is not None:
            scene = msgspec.Raw(protocol.encode(game.scene(wire)))
        if open_to_all and view in VIEWS and (seat is None or seat not in to_act):
            # A seat that is not to act reads what every spectator reads, under another name.
            subject = other(to_act[0]) if seat is None and len(to_act) == 1 else seat
            if subject not in idle:
                parts = {"scene": scene, "prompt": _prompt(game, row, public, seat, to_act), "choices": ()}
                idle[subject] = protocol.join(shared, protocol.encode(parts))[1:].decode()
            encoded[view] = f'{{"you":{_NAMES[seat]},{idle[subject]}'
            continue
        choices: Sequence[Any] = ()
        if seat is not None and wire is not None and seat in to_act and seat != went_on and not waits:
            choices = ways[seat] if seat in ways else game.choices(wire, seat, game.legal(state, seat))
        own = {
            "you": seat if screen is None else "both",
            "scene": scene,
            "prompt": _prompt(game, row, wire, seat, to_act),
            "choices": choices,
            **({} if screen is None else _shared_screen(screen, deciding)),
            **(_waiting(deciding[seat]) if waits and seat is not None and seat in to_act else {}),
        }
        encoded[view] = protocol.join(shared, protocol.encode(own)).decode()
    return encoded


def _threats(
    ways: Mapping[Seat, Sequence[Any]], own_views: Mapping[Seat, Wire], public: Wire | None
) -> list[dict[str, Any]]:
    """Return where the side to act may shoot at goal or go for the ball, for everybody at the table.

    Legal moves by the rules and nothing more; none if that side knows more than the public, since its moves may reveal
    it.
    """
    return [
        {"pick": way["pick"], "to": way["to"], "threat": way["threat"]}
        for seat, offered in ways.items()
        if own_views[seat] == public
        for way in offered
        if "threat" in way
    ]


def _shared_screen(screen: seating.Screen, deciding: Mapping[Seat, dict[str, str] | None]) -> dict[str, Any]:
    """Return what only a screen for two people is sent."""
    fields: dict[str, Any] = {"holds": screen.eyes, "hand_over": screen.hand_over}
    if screen.hand_over is not None:
        fields["prompt"] = seating.hand_over_prompt(screen.hand_over, deciding[screen.hand_over])
    return fields


def _waiting(decider: Mapping[str, str] | None) -> dict[str, Any]:
    """Return the prompt for those of a shared side who do not decide now."""
    return {} if decider is None else {"prompt": seating.waiting_prompt(decider["name"])}


def standing_offers(game: Game[Any], row: MatchRow, state: Any) -> list[dict[str, Any]]:
    """Return the open offers of ``row``; a call for coaching stands until the turn at ``state`` is over."""
    return [
        offer
        for offer in row.offers
        if offer["kind"] != "coaching" or _is_coachable(game, row, state, other(offer["seat"]))
    ]


def _is_coachable(game: Game[Any], row: MatchRow, state: Any, seat: Seat) -> bool:
    return state is not None and row.status == "live" and game.coachable(state, seat)


def head(
    game: Game[Any],
    row: MatchRow,
    public: Wire | None,
    state: Any,
    deciding: Mapping[Seat, dict[str, str] | None],
) -> dict[str, Any]:
    """Build the top of the page: names, score and clock. ``deciding``: who of those sharing a seat decides."""
    carry = row.terms.get("carry") or NO_SCORE
    goals, carried = score(row, public), any(carry.values())
    return {
        "title": row.title,
        "back_url": row.back_url,
        "home": _name(game, row, state, "home", deciding["home"]),
        "away": _name(game, row, state, "away", deciding["away"]),
        "score": goals,
        "carry": carry if carried else None,
        "aggregate": aggregate(row.terms, goals, row.result) if carried else None,
        "shootout": None if public is None else public.get("shootout"),
        "clock": None if public is None else game.clock(public),
    }


def score(row: MatchRow, public: Wire | None) -> dict[str, int]:
    """Return the score that counts: an award's own, else the played one."""
    if row.result is not None and row.result.get("score"):
        return dict(row.result["score"])
    return dict(NO_SCORE if public is None else public.get("score") or NO_SCORE)


def _name(game: Game[Any], row: MatchRow, state: Any, seat: Seat, decider: dict[str, str] | None) -> dict[str, Any]:
    sits = row.seats[seat]
    fields: dict[str, Any] = {"name": sits.name, "bot": sits.bot or (API_BOT if sits.robot else ""), "user": sits.user}
    if sits.shared:
        fields |= seating.shown_people(sits, decider) | {"coachable": _is_coachable(game, row, state, seat)}
    return fields


def _prompt(game: Game[Any], row: MatchRow, wire: Wire | None, seat: Seat | None, to_act: Sequence[Seat]) -> Text:
    if row.status == "waiting":
        missing = [side for side in SEATS if not row.seats[side].is_taken]
        if missing:
            return text("Waiting for an opponent")
        return text("Waiting for the kick-off")
    if row.status == "paused":
        return text("The match is paused")
    if row.status == "void":
        return text("The match was declared void")
    if row.status == "finished" or wire is None:
        return text("The match is over")
    if seat is None and len(to_act) != 1:
        return text("Both sides are choosing")
    # A spectator reads the prompt of the seat that is not to act: it names whom the match waits for.
    return game.prompt(wire, seat or other(to_act[0]))


def lines_of(game: Game[Any], row: LogRow) -> list[dict[str, Any]]:
    """Put one row of the log into words, each line with its ``v``."""
    return numbered(row.seq, game.commentary(row.events) if row.kind == "move" else [ruling_line(row.move)])


def numbered(v: int, lines: Iterable[Line]) -> list[dict[str, Any]]:
    return [{"v": v, **line} for line in lines]


def ruling_line(ruling: Mapping[str, Any]) -> Line:
    reason = str(ruling.get("reason") or "")
    kind = ruling.get("type")
    if kind == "award" and ruling.get("winner") in SEATS:
        words = text("The match is awarded to {winner}", winner=f"@{ruling['winner']}")
    elif kind == "award":
        words = text("The match is closed without a winner")
    elif kind == "message":
        words = text("{message}", message=reason)
    else:
        words = {
            "coaching": text("Coaching is called against {seat}", seat=f"@{ruling.get('seat')}"),
            "pause": text("The match is paused"),
            "resume": text("Play goes on"),
            "draw": text("A draw is agreed"),
            "void": text("The match was declared void"),
            "position": text("A position was set up"),
            "guided": text("The guided match begins in the middle of play"),
            "resumed": text("The match goes on from move {v}", v=ruling.get("v")),
            "take_back": text("A move was undone"),
            "undo": text("A move was undone"),
            "frozen": text("The match is paused: something went wrong on the server, and we know about it"),
        }.get(str(kind), text("The referee ruled"))
    if reason and kind not in ("frozen", "message"):
        words = text("{ruling}: {reason}", ruling=words, reason=reason_text(ruling))
    role = ruling["by"].get("role") if isinstance(ruling.get("by"), Mapping) else None
    if role in DECIDERS:
        words = text("{who}: {ruling}", who=DECIDERS[role], ruling=words)
    over = kind in ("award", "void", "draw")
    return {"text": words, "kind": "end" if over else "whistle", "seat": None}


DECIDERS: Final = {
    "referee": text("Referee"),
    "organiser": text("Organiser"),
    "moderator": text("Moderator"),
}
"""The decider, by the role in ``move.by.role``."""

REASONS: Final = {
    "three_timeouts": text("three time-outs in a row"),
    "absence": text("the other side left the match"),
    "agreement": text("both sides agreed"),
    "pause_over": text("the agreed pause has ended"),
    "time": text("it used up its time for the match"),
    "no_show": text("the other side did not come"),
    "nobody_came": text("neither side came"),
    "abandoned": text("nobody had played here for a long time"),
    "admitted": text("their side admits it"),
    "proven": text("a team-mate wrote in the chat during the turn"),
}
"""Reasons of the match's own rulings, by their code in ``result.how`` or ``move.reason_code``."""


def reason_text(ruling: Mapping[str, Any]) -> Any:  # a Text, or a person's own words
    """Return the reason: the sentence of a known code, else the decider's own words."""
    return REASONS.get(str(ruling.get("reason_code")), ruling.get("reason"))
