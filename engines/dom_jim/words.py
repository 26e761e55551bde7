"""Words of Dom Jim: moves, prompts, the position read aloud. No rule is decided here.

Every sentence is a ``text(...)``; the Italian is in ``engines/locale/it/LC_MESSAGES/dom_jim.po``.
"""

from collections.abc import Mapping
from typing import Any, Final

from engines.core.drawing import Chip, Clock
from engines.core.seats import SEATS, Seat, Wire, other
from engines.core.text import Text, text
from engines.dom_jim.board import ANY_RED, ANY_RINGED, CODE, KINDS, RED

_FIGURES: Final[dict[str, Text]] = {
    "l1": text("light 1"),
    "l2": text("light 2"),
    "l3": text("light 3"),
    "l4": text("light 4"),
    "d1": text("dark 1"),
    "d2": text("dark 2"),
    "d3": text("dark 3"),
    "d4": text("dark 4"),
    "c": text("captain"),
    "gk": text("keeper"),
    "ra": text("reserve A"),
    "rb": text("reserve B"),
}
PERIODS: Final[dict[str, Text]] = {
    "regulation": text("Regulation"),
    "extra_first": text("First flag race"),
    "extra_second": text("Second flag race"),
    "shootout": text("Shootout"),
    "finished": text("Full time"),
}


def figure(piece: str | None) -> Text:
    return text("nobody") if piece is None else _FIGURES[piece.partition(".")[2]]


def figure_of(piece: str) -> Text:
    seat, _, kind = piece.partition(".")
    return text("{figure} of {team}", figure=_FIGURES[kind], team=f"@{seat}")


# ── moves ──
def move_label(view: Wire, move: Mapping[str, Any]) -> Text:
    kind = move["type"]
    if kind == "move":
        if move["to"] == view["ball"]:
            if view["carrier"] is None:
                return text("{figure} to {cell}, onto the ball", figure=figure(move["piece"]), cell=move["to"])
            return text("{figure} to {cell}: take the ball", figure=figure(move["piece"]), cell=move["to"])
        return text("{figure} to {cell}", figure=figure(move["piece"]), cell=move["to"])
    if kind == "kick":
        return _kick_label(view, move["to"])
    if kind == "corner":
        return text("{figure} goes to the corner at {cell}", figure=figure(move["piece"]), cell=view["ball"])
    if kind == "throw_in":
        return text("Throw-in: the ball to {cell}", cell=move["to"])
    if kind == "relocate":
        return text("Put {figure} on {cell}", figure=figure_of(move["piece"]), cell=move["to"])
    if kind == "keeper":
        return text("Keeper to {cell}", cell=move["to"])
    if kind == "hold" and view["phase"] == "offside":
        piece = view["offside"][0]
        return text("Leave {figure} at {cell}", figure=figure_of(piece), cell=view["pieces"][piece])
    if kind == "hold":
        return text("Hold the ball")
    return text("Long throw, at random")


def _kick_label(view: Wire, cell: str) -> Text:
    if cell[1:] in ("0", "14"):
        return text("Shoot at {cell}", cell=cell)
    receiver = standing(view, cell)
    if receiver is None:
        return text("Kick to {cell}", cell=cell)
    return text("Pass to {figure} at {cell}", figure=figure(receiver), cell=cell)


def standing(view: Wire, cell: str) -> str | None:
    return next((piece for piece, at in view["pieces"].items() if at == cell), None)


def risk(view: Wire, seat: Seat, move: Mapping[str, Any]) -> Text | None:
    """Warn of a move that is certain to be dangerous."""
    if move["type"] != "kick" or CODE[move["to"]] not in RED[0 if seat == "home" else 1]:
        return None
    if standing(view, move["to"]) is not None:
        return None
    return text("A ball left free on your own red cells must be reached by your keeper, or it is a penalty")


# ── prompts ──
def prompt(view: Wire, seat: Seat) -> Text:
    phase = view["phase"]
    if phase == "finished":
        return text("The match is over")
    team = f"@{other(seat)}"
    if seat not in view["to_act"]:
        return {
            "turn": text("{team} moves a figure or kicks", team=team),
            "ball": text("{team} kicks the ball or holds it", team=team),
            "triangle": text("{team} can pass on at once", team=team),
            "corner": text("{team} kicks from the corner", team=team),
            "offside": text("{team} places your offside figure", team=team),
            "penalty": text("{team} places the keeper for your penalty", team=team),
            "shootout": text("{team} places the keeper for your kick", team=team),
        }[phase]
    if phase == "turn":
        return _prompt_of_turn(view, seat)
    if phase == "offside":
        return text("Offside: place {figure}", figure=figure_of(view["offside"][0]))
    return {
        "ball": text("You have the ball: kick it or hold it"),
        "triangle": text("Pass on to a third figure, or hold the ball"),
        "corner": text("Kick the ball from the corner"),
        "penalty": text("Penalty against you: choose your keeper's cell"),
        "shootout": text("Shootout: choose your keeper's cell"),
    }[phase]


def _prompt_of_turn(view: Wire, seat: Seat) -> Text:
    carrier, ball = view["carrier"], view["ball"]
    if carrier == f"{seat}.gk":
        return text("Your keeper must release the ball: short pass or long throw")
    if carrier is None and CODE[ball] in RED[0 if seat == "home" else 1]:
        return text("Your keeper must take the ball at {cell}", cell=ball)
    if carrier is not None and carrier.startswith(seat):
        return text("Kick with {figure}, or move another figure", figure=figure(carrier))
    return text("Move a figure; the ball is at {cell}", cell=ball)


# ── the position ──
def describe(view: Wire) -> list[Text]:
    score = view["score"]
    lines = [
        text("{home} {h}, {away} {a}", home="@home", away="@away", h=score["home"], a=score["away"]),
        text("{home} attacks row 13, {away} attacks row 1", home="@home", away="@away"),
        _ball(view),
    ]
    for seat in SEATS:
        for kind in KINDS[:10]:
            cell = view["pieces"][f"{seat}.{kind}"]
            if cell is not None:
                lines.append(text("{figure} at {cell}", figure=figure_of(f"{seat}.{kind}"), cell=cell))
    return lines


def _ball(view: Wire) -> Text:
    if view["phase"] == "finished":
        return text("The match is over")
    if view["carrier"] is None:
        return text("The ball lies free at {cell}", cell=view["ball"])
    return text("{figure} has the ball at {cell}", figure=figure_of(view["carrier"]), cell=view["ball"])


def notes(view: Wire) -> list[Text]:
    """Return the facts beside the board: cards, lost turns, offside in the making."""
    facts = []
    for seat in SEATS:
        facts.append(text("Yellow cards left, {team}: {n}", team=f"@{seat}", n=view["cards"][seat]))
        if view["lost_turns"][seat]:
            facts.append(text("{team} loses the next turn", team=f"@{seat}"))
    for piece in view["watch"]:
        facts.append(text("{figure} must leave the ringed cells this turn", figure=figure_of(piece)))
    return facts


def chips(view: Wire) -> list[Chip]:
    """Return each side's yellow cards, and a turn that it loses."""
    found: list[Chip] = []
    for seat in SEATS:
        found.append({"seat": seat, "text": text("Cards left: {n}", n=view["cards"][seat])})
        if view["lost_turns"][seat]:
            found.append({"seat": seat, "text": text("Loses a turn")})
    return found


def cell_name(cell: str) -> Text:
    code, row = CODE[cell], cell[1:]
    if row in ("0", "14"):
        return text("{cell}, beyond the line", cell=cell)
    if code in ANY_RED:
        return text("{cell}, red", cell=cell)
    if code in ANY_RINGED:
        return text("{cell}, ringed", cell=cell)
    return text("{cell}", cell=cell)


def clock(view: Wire) -> Clock:
    """Return the turns: this game shows no minutes."""
    options, period = view["options"], view["period"]
    timed = options["length"] == "time" and options["clock"] == "turns" and period == "regulation"
    return {
        "period": PERIODS[period],
        "minute": None,
        "stoppage": 0,
        "turn": view["turns"] + (1 if period == "regulation" else 0),
        "of": options["leg_turns"] if timed else None,
    }
