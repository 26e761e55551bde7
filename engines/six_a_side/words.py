"""Words of six-a-side: moves, prompts, the position read aloud. No rule is decided here.

Every sentence is a ``text(...)``; the Italian is in ``engines/locale/it/LC_MESSAGES/six_a_side.po``.
"""

from collections.abc import Mapping
from typing import Any, Final

from engines.core.drawing import Chip, Clock, bookings
from engines.core.seats import SEATS, Seat, Wire, other
from engines.core.text import Text, text
from engines.six_a_side.board import CODE, GOAL, LONG_PASS, PIECES, SPRINT

PERIODS: Final[dict[str, Text]] = {
    "regulation": text("Regulation time"),
    "extra": text("Extra time: golden goal"),
    "shootout": text("Shootout"),
    "finished": text("Full time"),
}


def pawn(piece: str) -> Text:
    return text("number {n}", n=piece.rpartition("p")[2])


def pawn_of(piece: str) -> Text:
    seat, _, number = piece.partition(".p")
    return text("number {n} of {team}", n=number, team=f"@{seat}")


# ── moves ──
def move_label(view: Wire, move: Mapping[str, Any]) -> Text:
    kind = move["type"]
    if kind in ("move", "kick", "pass", "long_pass"):
        return _ball_label(view, move)
    if kind == "place":
        return text("Place {pawn} on {cell}", pawn=pawn(move["piece"]), cell=move["to"])
    if kind == "formation":
        return text("Line up {name}", name=move["name"])
    if kind == "steal":
        return text("Steal the ball with {pawn}", pawn=pawn(move["piece"]))
    if kind == "substitute":
        return text("Substitute {pawn}", pawn=pawn(move["piece"]))
    if kind == "pick":
        return text("Goal space {n}", n=move["number"])
    if kind == "done":
        return text("End the turn")
    if kind == "decline":
        return text("No new keeper")
    return {
        "kickoff": text("Kick off with {pawn}", pawn=pawn(move["piece"])),
        "keeper": text("Make {pawn} the keeper", pawn=pawn(move["piece"])),
        "kicker": text("Let {pawn} take the penalty", pawn=pawn(move["piece"])),
    }[kind]


def _ball_label(view: Wire, move: Mapping[str, Any]) -> Text:
    kind, cell = move["type"], move["to"]
    if cell[1:] in ("0", "12"):
        return text("Shoot at {cell}", cell=cell) if kind == "kick" else text("Run into the goal at {cell}", cell=cell)
    if kind == "move":
        if cell == view["ball"]:
            return text("Move {pawn} to {cell}, onto the ball", pawn=pawn(move["piece"]), cell=cell)
        return text("Move {pawn} to {cell}", pawn=pawn(move["piece"]), cell=cell)
    receiver = standing(view, cell)
    if receiver is None:
        return text("Kick into space at {cell}", cell=cell)
    if kind == "long_pass":
        return text("Long pass to {pawn} at {cell}", pawn=pawn(receiver), cell=cell)
    return text("Pass to {pawn} at {cell}", pawn=pawn(receiver), cell=cell)


def standing(view: Wire, cell: str) -> str | None:
    return next((piece for piece, at in view["pieces"].items() if at == cell), None)


def risk(view: Wire, move: Mapping[str, Any]) -> Text | None:
    """Warn of a move that brings a card."""
    if move["type"] != "steal":
        return None
    start, end = view["pieces"][move["piece"]], view["ball"]
    if start[0] == end[0] or start[1:] == end[1:]:
        return None
    if move["piece"] in view["yellow"]:
        return text("A diagonal steal by a cautioned pawn: red card")
    return text("A diagonal steal: yellow card")


# ── prompts ──
def prompt(view: Wire, seat: Seat) -> Text:
    phase = view["phase"]
    if phase == "finished":
        return text("The match is over")
    if seat in view["to_act"]:
        return _prompt(view, seat)
    team = f"@{other(seat)}"
    return {
        "setup": text("{team} is still lining up", team=team),
        "kickoff": text("{team} chooses who kicks off", team=team),
        "turn": text("{team} moves, passes, kicks or steals", team=team),
        "chain": text("{team} can pass on", team=team),
        "after_turn": text("{team} can substitute", team=team),
        "keeper": text("{team} chooses a keeper", team=team),
        "kicker": text("{team} chooses who takes the penalty", team=team),
        "penalty": text("{team} is still choosing a goal space", team=team),
        "shootout": text("{team} is still choosing a goal space", team=team),
    }[phase]


def _prompt(view: Wire, seat: Seat) -> Text:
    phase = view["phase"]
    if phase in ("penalty", "shootout"):
        if view["penalty"]["awarded"] == seat:
            return text("Choose where you kick: 1, 2 or 3")
        return text("Choose where your keeper goes: 1, 2 or 3")
    if phase == "turn":
        carrier = view["carrier"]
        if carrier is None:
            return text("The ball lies free at {cell}: move a pawn", cell=view["ball"])
        if carrier.startswith(seat):
            return text("Your ball at {cell}: move, pass or kick", cell=view["ball"])
        return text("They have the ball at {cell}: move or steal", cell=view["ball"])
    return {
        "setup": text("Place your pawns, or take a ready formation"),
        "kickoff": text("Choose who kicks off"),
        "chain": text("Pass on, or end the turn"),
        "after_turn": text("Substitute, or end the turn"),
        "keeper": text("You have no keeper: choose a new one"),
        "kicker": text("Penalty for you: choose who takes it"),
    }[phase]


# ── the position ──
def describe(view: Wire) -> list[Text]:
    score = view["score"]
    lines = [
        text("{home} {h}, {away} {a}", home="@home", away="@away", h=score["home"], a=score["away"]),
        text("{home} attacks row 12, {away} attacks row 0", home="@home", away="@away"),
    ]
    if view["carrier"] is not None:
        lines.append(text("{pawn} has the ball at {cell}", pawn=pawn_of(view["carrier"]), cell=view["ball"]))
    elif view["ball"] is not None:
        lines.append(text("The ball lies free at {cell}", cell=view["ball"]))
    for piece in PIECES:
        cell = view["pieces"][piece]
        if cell is not None:
            lines.append(text("{pawn} at {cell}", pawn=pawn_of(piece), cell=cell))
    return lines


def notes(view: Wire) -> list[Text]:
    facts = []
    for seat in SEATS:
        if view["subs_left"][seat]:
            facts.append(text("{team} can still substitute", team=f"@{seat}"))
        barred = view["no_steal"][seat]
        if barred is not None:
            facts.append(text("{pawn} cannot steal this turn", pawn=pawn_of(barred)))
    for piece in view["yellow"]:
        facts.append(text("Yellow token: {pawn}", pawn=pawn_of(piece)))
    for piece in view["sent_off"]:
        facts.append(text("Sent off: {pawn}", pawn=pawn_of(piece)))
    return facts


def chips(view: Wire) -> list[Chip]:
    """Return each side's cards, and whether it can substitute."""
    found: list[Chip] = []
    for seat in SEATS:
        counts = [sum(1 for name in view[cards] if name.startswith(seat)) for cards in ("yellow", "sent_off")]
        found += bookings(seat, *counts)
        if view["subs_left"][seat]:
            found.append({"seat": seat, "text": text("Can substitute")})
    return found


def cell_name(cell: str) -> Text:
    code = CODE[cell]
    if code in GOAL[0] or code in GOAL[1]:
        return text("goal space {cell}", cell=cell)
    if code in LONG_PASS:
        return text("{cell}, long-pass space", cell=cell)
    if code in SPRINT:
        return text("{cell}, sprint zone", cell=cell)
    return text("{cell}", cell=cell)


def clock(view: Wire) -> Clock:
    """Return the turns counted: this game shows no minutes."""
    options, period = view["options"], view["period"]
    limit = {"regulation": options["turn_limit"], "extra": options["extra_turns"]}.get(period)
    return {
        "period": PERIODS[period],
        "minute": None,
        "stoppage": 0,
        "turn": view["turns_played"],
        "of": limit if options["clock"] == "turns" else None,
    }
