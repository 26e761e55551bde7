"""Words of Soccer Tactics: moves, prompts, the position read aloud. No rule is decided here.

Every sentence is a ``text(...)``; the Italian is in ``engines/locale/it/LC_MESSAGES/soccer_tactics.po``.
"""

from collections.abc import Mapping
from typing import Any, Final, Literal

from engines.core.drawing import Chip, Clock, bookings
from engines.core.seats import SEATS, Seat, Wire, other
from engines.core.text import Text, text
from engines.soccer_tactics.board import AREA, CELLS, CODE, GOAL_AREA, KINDS, STARS

NUMBERS: Final = {"gk": 1, "m1": 6, "m2": 7, "m3": 8, "m4": 10, "f1": 9, "f2": 11}
"""Printed numbers; defenders have none."""
_MEN: Final[dict[str, Text]] = {
    "gk": text("keeper"),
    "d1": text("defender 1"),
    "d2": text("defender 2"),
    "d3": text("defender 3"),
    "d4": text("defender 4"),
    "m1": text("number 6"),
    "m2": text("number 7"),
    "m3": text("number 8"),
    "m4": text("number 10"),
    "f1": text("number 9"),
    "f2": text("number 11"),
}
PERIODS: Final[dict[str, Text]] = {
    "first_half": text("First half"),
    "second_half": text("Second half"),
    "extra_first": text("Extra time, first period"),
    "extra_second": text("Extra time, second period"),
    "shootout": text("Shootout"),
    "finished": text("Full time"),
}


def man(piece: str) -> Text:
    return _MEN[piece.partition(".")[2]]


def man_of(piece: str) -> Text:
    seat, _, kind = piece.partition(".")
    return text("{piece} of {team}", piece=_MEN[kind], team=f"@{seat}")


def place(cell: str) -> Any:  # a cell's name, or a Text
    """Name a cell, or a point beside the cells, in a sentence."""
    if cell.startswith("spot"):
        return text("the penalty spot")
    if cell.startswith("line"):
        return text("the goal line")
    return cell


# ── moves ──
def move_label(view: Wire, move: Mapping[str, Any]) -> Text:
    kind = move["type"]
    if kind == "move":
        return _move_label(view, move["piece"], move["to"])
    if kind == "play":
        return _play_label(view, move["to"])
    if kind == "dribble":
        if standing(view, move["to"], other(view["attacking"])) is not None:
            return text("Dribble to {cell}, into a battle", cell=move["to"])
        return text("Dribble to {cell}", cell=move["to"])
    if kind == "place":
        return text("Put {piece} on {cell}", piece=man(move["piece"]), cell=move["to"])
    if kind == "take":
        return text("{piece} takes it from {cell}", piece=man(move["piece"]), cell=move["to"])
    return {
        "roll": text("Roll for a field piece"),
        "done": text("No more placements"),
        "accept": text("Take the free kick"),
        "decline": text("Play on"),
    }[kind]


def _move_label(view: Wire, piece: str, cell: str) -> Text:
    words = {"piece": man(piece), "cell": cell}
    if cell == view["ball"]:
        if view["carrier"] is None:
            return text("{piece} to {cell}: capture the ball", **words)
        if not view["carrier"].startswith(piece[:4]):
            return text("{piece} to {cell}: battle for the ball", **words)
    return text("{piece} to {cell}", **words)


def _play_label(view: Wire, cell: str) -> Text:
    mate = standing(view, cell, view["attacking"])
    if mate is None:
        return text("Play the ball to {cell}", cell=cell)
    if standing(view, cell, other(view["attacking"])) is not None:
        return text("Play to {piece} at {cell}, into a battle", piece=man(mate), cell=cell)
    if _shoots(view, cell):
        return text("Pass to {piece} at {cell} and shoot", piece=man(mate), cell=cell)
    return text("Pass to {piece} at {cell}", piece=man(mate), cell=cell)


def _shoots(view: Wire, cell: str) -> bool:
    end = 1 if view["attacking"] == "home" else 0
    return bool((AREA[end] | STARS[end]) >> CODE[cell] & 1)


def threatens(view: Wire, move: Mapping[str, Any]) -> Literal["goal", "ball"] | None:
    """Tell whether a move shoots at goal (or passes for a shot), or fights for the opponents' ball."""
    if move["type"] == "play" and standing(view, move["to"], view["attacking"]) is not None:
        battle = standing(view, move["to"], other(view["attacking"])) is not None
        return "goal" if not battle and _shoots(view, move["to"]) else None
    holds = view["carrier"] is not None and not view["carrier"].startswith(str(move.get("piece"))[:4])
    return "ball" if move["type"] == "move" and move["to"] == view["ball"] and holds else None


def reaches(view: Wire, move: Mapping[str, Any]) -> bool:
    """Return whether a play goes to a team-mate with no opponent in his cell."""
    mate = standing(view, move["to"], view["attacking"])
    return mate is not None and standing(view, move["to"], other(view["attacking"])) is None


def standing(view: Wire, cell: str, seat: Seat) -> str | None:
    return next((piece for piece, at in view["pieces"].items() if at == cell and piece.startswith(seat)), None)


def risk(view: Wire, move: Mapping[str, Any]) -> Text | None:
    """Warn of a move that is certain to be dangerous: a pass to an off-side piece (ST-9.2)."""
    if move["type"] != "play" or view["dead"] == "corner":
        return None
    side = view["attacking"]
    if standing(view, move["to"], side) is None:
        return None
    field = [
        CODE[cell] // 8
        for piece, cell in view["pieces"].items()
        if cell in CODE and piece.startswith(other(side)) and not piece.endswith(".gk")
    ]
    row = CODE[move["to"]] // 8
    if not field or not (row > max(field) if side == "home" else row < min(field)):
        return None
    return text("This piece is off-side: free kick to the opponents")


# ── prompts ──
def prompt(view: Wire, seat: Seat) -> Text:
    phase = view["phase"]
    if phase == "finished":
        return text("The match is over")
    if seat not in view["to_act"]:
        return _waiting(phase, f"@{other(seat)}")
    if phase in ("attack_move", "attack_play", "capture", "defence_move"):
        return _rolled(view, phase)
    if phase == "defence":
        if view["carrier"] is None:
            return text("The ball is loose at {cell}: roll, or move your keeper one cell", cell=view["ball"])
        return text("Roll to get to the ball at {cell}, or move your keeper one cell", cell=view["ball"])
    waiting = view["pending"][seat]
    if phase in _PENDING and waiting:
        return _PENDING[phase](man(waiting[0]))
    return {
        "kick_off_keeper": text("Kick-off: place your keeper"),
        "kick_off_kicker": text("Kick-off: place the kicker on the circle"),
        "kick_off_striker": text("Kick-off: place your next striker on the halfway row"),
        "minor_foul": text("The opponents were too late: take a free kick or play on"),
        "free_kick_taker": text("Free kick: choose who takes it"),
        "goal_kick_taker": text("Goal kick: choose who takes it"),
        "keeper_place": text("Put your keeper back in the goal area"),
        "corner_place": text("Corner: place a piece, {n} left", n=_left(view, seat)),
        "penalty_kicker": text("Penalty: put the taker on the arc"),
    }[phase]


_PENDING: Final = {
    "free_kick_clear": lambda piece: text("Free kick against you: {piece} leaves the zone", piece=piece),
    "corner_clear": lambda piece: text("Corner against you: {piece} leaves the zone", piece=piece),
    "goal_kick_clear": lambda piece: text("Goal kick: {piece} leaves the penalty area", piece=piece),
    "penalty_place": lambda piece: text("Penalty: {piece} leaves the penalty area", piece=piece),
}


def _left(view: Wire, seat: Seat) -> int:
    restart = view["restart"]
    left: int = restart["left"][seat] if restart and restart["left"] else 0
    return left


def _rolled(view: Wire, phase: str) -> Text:
    n = view["roll"]
    if phase == "attack_move":
        return text("Rolled {n}: move a piece without the ball", n=n)
    if phase == "attack_play":
        if view["dead"] is None and n == 1:
            return text("Rolled {n}: play the ball or dribble", n=n)
        return text("Rolled {n}: play the ball", n=n)
    if phase == "capture":
        return text("Rolled {n}: move a piece, the ball is loose at {cell}", n=n, cell=view["ball"])
    return text("Rolled {n}: move a field piece, the ball is at {cell}", n=n, cell=view["ball"])


def _waiting(phase: str, team: str) -> Text:
    if phase.startswith("kick_off"):
        return text("{team} sets up for the kick-off", team=team)
    return {
        "attack_move": text("{team} moves a piece", team=team),
        "attack_play": text("{team} plays the ball", team=team),
        "capture": text("{team} tries to capture the ball", team=team),
        "defence": text("{team} chooses: keeper or die", team=team),
        "defence_move": text("{team} moves a field piece", team=team),
        "minor_foul": text("You were too late: {team} chooses", team=team),
        "free_kick_taker": text("{team} chooses who takes the free kick", team=team),
        "free_kick_clear": text("{team} clears the zone", team=team),
        "goal_kick_taker": text("{team} chooses who takes the goal kick", team=team),
        "keeper_place": text("{team} puts the keeper back", team=team),
        "goal_kick_clear": text("{team} leaves the penalty area", team=team),
        "corner_clear": text("{team} clears the zone", team=team),
        "corner_place": text("{team} places a piece for the corner", team=team),
        "penalty_kicker": text("{team} places the taker of the penalty", team=team),
        "penalty_place": text("{team} clears the penalty area", team=team),
    }[phase]


# ── the position ──
def describe(view: Wire) -> list[Text]:
    score = view["score"]
    lines = [
        text("{home} {h}, {away} {a}", home="@home", away="@away", h=score["home"], a=score["away"]),
        text("{home} attacks row 16, {away} attacks row 1", home="@home", away="@away"),
        _ball(view),
    ]
    for seat in SEATS:
        for kind in KINDS:
            cell = view["pieces"][f"{seat}.{kind}"]
            if cell is not None:
                lines.append(text("{piece} at {cell}", piece=man_of(f"{seat}.{kind}"), cell=place(cell)))
    return lines


def _ball(view: Wire) -> Text:
    if view["phase"] == "finished":
        return text("The match is over")
    if view["ball"] is None:
        return text("The ball is not in play")
    if view["carrier"] is not None:
        return text("{piece} has the ball at {cell}", piece=man_of(view["carrier"]), cell=place(view["ball"]))
    if view["restart"] is not None:
        return text("The ball lies ready at {cell}", cell=place(view["ball"]))
    return text("The ball is loose at {cell}", cell=view["ball"])


def notes(view: Wire) -> list[Text]:
    """Return the facts beside the board: cards, men sent off, a shootout, time that is up."""
    facts = []
    for name in view["yellow"]:
        if name.endswith(".d"):
            facts.append(text("Yellow card: defenders of {team}", team=f"@{name[:4]}"))
        else:
            facts.append(text("Yellow card: {piece}", piece=man_of(name)))
    facts += [text("Sent off: {piece}", piece=man_of(name)) for name in view["sent_off"]]
    if view["time_up"]:
        facts.append(text("Time is up: this attack is completed"))
    if view["shootout"] is not None:
        kicks = view["shootout"]
        facts.append(text("Shootout: {h} to {a}", h=sum(kicks["home"]), a=sum(kicks["away"])))
    return facts


def chips(view: Wire) -> list[Chip]:
    """Return each side's cards; those of its defenders are one."""
    found: list[Chip] = []
    for seat in SEATS:
        counts = [sum(1 for name in view[cards] if name.startswith(seat)) for cards in ("yellow", "sent_off")]
        found += bookings(seat, *counts)
    return found


def cell_name(cell: str) -> Text:
    if cell not in CELLS:
        return text("penalty spot") if cell.startswith("spot") else text("middle of the goal line")
    bit = 1 << CODE[cell]
    if bit & (GOAL_AREA[0] | GOAL_AREA[1]):
        return text("{cell}, goal area", cell=cell)
    if bit & (AREA[0] | AREA[1]):
        return text("{cell}, penalty area", cell=cell)
    if bit & (STARS[0] | STARS[1]):
        return text("{cell}, long-distance cell", cell=cell)
    return text("{cell}", cell=cell)


_BEFORE: Final = {"first_half": 0, "second_half": 45, "extra_first": 90, "extra_second": 105}


def clock(view: Wire) -> Clock:
    """Return one minute for each counted turn (ST-13.7)."""
    options, period, turn = view["options"], view["period"], view["clock_turns"]
    length = options["half_turns"] if period in ("first_half", "second_half") else options["extra_turns"]
    timed = options["clock"] == "turns" and period in _BEFORE
    return {
        "period": PERIODS[period],
        "minute": _BEFORE[period] + turn if period in _BEFORE else None,
        "stoppage": 0,
        "turn": turn,
        "of": length if timed else None,
    }
