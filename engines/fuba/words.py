"""Words of FUBA: places and players, prompts, inputs of moves, the position read aloud.

Every sentence is a ``text(...)``; the Italian is in ``engines/locale/it/LC_MESSAGES/fuba.po``. No rule is decided here:
the rules say what a target or a shot needs.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engines.core.drawing import Choice, Clock, choice
from engines.core.moves import Move
from engines.core.seats import SEATS, Seat, Wire, other
from engines.core.text import Text, text
from engines.fuba import control, phases, shots
from engines.fuba.board import CELL, OFF, PIECES, ZONES
from engines.fuba.state import State
from engines.fuba.wire import CONTRACT

PERIODS: Final[dict[str, Text]] = {
    "first_half": text("First half"),
    "second_half": text("Second half"),
    "extra_first": text("Extra time, first half"),
    "extra_second": text("Extra time, second half"),
    "shootout": text("Shootout"),
    "finished": text("Full time"),
}
OPTIONS: Final[dict[str, Text]] = {
    "defence": text("Defence: straight back, one or two zones"),
    "midfield": text("Midfield: one zone, any way"),
    "forward": text("Forward: straight ahead, one or two zones"),
}
SIDES: Final[dict[str, Text]] = {
    "left": text("Left"),
    "stay": text("Stay"),
    "centre": text("Centre"),
    "right": text("Right"),
}


# ── names ──
def place_name(cell: str) -> Text:
    if cell.startswith("K"):
        return text("corner spot {zone}", zone=cell[1:])
    if cell == "C1":
        return text("C1, the box of {team}", team="@home")
    if cell == "C5":
        return text("C5, the box of {team}", team="@away")
    if cell == "C3":
        return text("C3, the centre")
    return text("{cell}", cell=cell)


def piece_name(piece: str) -> Text:
    seat, man = piece.split(".")
    if man == "gk":
        return text("Goalkeeper of {team}", team=f"@{seat}")
    return text("Number {n} of {team}", n=int(man[1:]), team=f"@{seat}")


def man_name(piece: str) -> Text:
    """Name a player whose side is clear."""
    man = piece.split(".")[1]
    return text("the goalkeeper") if man == "gk" else text("number {n}", n=int(man[1:]))


def zone_counts(view: Wire) -> list[tuple[str, int, int]]:
    """Return (zone, home's players, away's players) for every zone with anyone in it."""
    cells = view["pieces"]
    counts = []
    for zone in ZONES:
        home, away = (sum(1 for p in PIECES if cells[p] == zone and p.startswith(seat)) for seat in SEATS)
        if home or away:
            counts.append((zone, home, away))
    return counts


# ── moves ──
_KEYS: Final = {
    "formation": "formation",
    "place": "place",
    "kick_off_by": "go",
    "done": "done",
    "shoot": "shoot",
    "play_on": "go",
    "movement": "move",
    "goal_kick": "go",
    "send_off": "card",
    "dive": "save",
    "aim": "shoot",
}


def choices(view: Wire, seat: Seat, moves: Sequence[Move]) -> list[Choice]:
    """Return a zone for each move to one, after a player where one is chosen too; a button for the rest."""
    position = CONTRACT.read(view) if view["phase"] in ("target", "shot", "free_kick") and moves else None
    return [_choice(view, seat, move, position) for move in moves]


def _choice(view: Wire, seat: Seat, move: Move, position: State | None) -> Choice:
    kind = move["type"]
    pick: str | None = None
    to: str | None = None
    if kind in ("place", "adjust", "move", "free_move"):
        pick, to = None if kind == "place" else move["piece"], move["to"]
    elif kind in ("receive", "collect"):
        pick, to = move["piece"], view["ball"]
    elif kind == "target":
        to = move["zone"]
    elif kind == "corner":
        to = move["spot"]
    brings: Text | None = None
    if kind == "formation":
        back, about, ahead = (int(n) for n in move["formation"].split("-"))
        # What the three numbers buy is the movement of a turn, not a place on the board (FU-3.1).
        brings = text("A turn moves {d} back, {m} by one zone or {f} ahead", d=back, m=about, f=ahead)
    needed = _target_needs(move, position) if kind == "target" and position is not None else None
    return choice(
        move,
        move_label(seat, move, position),
        _KEYS[kind] if to is None or kind == "place" else None,
        pick=pick,
        to=to,
        usual=kind == "done" and view["phase"] in ("adjust", "quick_moves", "free_play"),
        danger=_danger(move, position),
        odds=None if needed is None else f"{max(1, needed)}+" if needed <= 6 else "✕",
        stake=needed is not None and needed > 1,
        threat="goal" if kind in ("shoot", "aim") else None,
        brings=brings,
    )


def move_label(seat: Seat, move: Mapping[str, Any], position: State | None) -> Text:
    kind = move["type"]
    if kind == "target":
        return _target_label(move, position)
    if kind == "shoot" and position is not None:
        needed = _shot_needs(position)
        if needed is None:
            return text("Shoot: two sixes score")
        if needed <= 1:
            return text("Shoot: any roll scores")
        return text("Shoot: {n} or more scores", n=needed)
    if kind in ("place", "adjust", "move", "free_move", "receive", "collect"):
        return _placing_label(move)
    return _plain_label(seat, move)


def _placing_label(move: Mapping[str, Any]) -> Text:
    kind, man = move["type"], man_name(move["piece"])
    if kind in ("receive", "collect"):
        return text("{man} goes to the ball", man=man)
    if kind == "place":
        return text("Place {man} in {zone}", man=man, zone=move["to"])
    if kind == "move" and move["carry"]:
        return text("Move {man} to {zone} with the ball", man=man, zone=move["to"])
    return text("Move {man} to {zone}", man=man, zone=move["to"])


def _plain_label(seat: Seat, move: Mapping[str, Any]) -> Text:
    kind = move["type"]
    if kind == "formation":
        return text("Formation {formation}", formation=move["formation"])
    if kind == "kick_off_by":
        if move["seat"] == seat:
            return text("Kick off")
        return text("Let {team} kick off", team=f"@{move['seat']}")
    if kind == "movement":
        return OPTIONS[move["option"]]
    if kind == "goal_kick":
        return text("Fast goal kick") if move["speed"] == "fast" else text("Slow goal kick: both teams move first")
    if kind == "corner":
        return text("Corner from {zone}", zone=move["spot"][1:])
    if kind == "send_off":
        return text("Send off {man}", man=man_name(move["piece"]))
    if kind in ("dive", "aim"):
        return SIDES[move["side"]]
    return {"done": text("Done"), "shoot": text("Shoot"), "play_on": text("Play on")}[kind]


def _target_needs(move: Mapping[str, Any], state: State) -> int:
    """Return the least roll that keeps the ball (FU-4.10)."""
    via = OFF if move["via"] is None else CELL[move["via"]]
    return state.ball_die + 1 - sum(control.modifiers(state, state.ball, CELL[move["zone"]], via))


def _target_label(move: Mapping[str, Any], position: State | None) -> Text:
    zone, via = move["zone"], move["via"]
    needed = 7 if position is None else _target_needs(move, position)
    if needed > 6:
        if via is None:
            return text("Play to {zone}", zone=zone)
        return text("Play to {zone} for a player from {via}", zone=zone, via=via)
    if needed <= 1:
        if via is None:
            return text("Play to {zone}: any roll keeps the ball", zone=zone)
        return text("Play to {zone} for a player from {via}: any roll keeps the ball", zone=zone, via=via)
    if via is None:
        return text("Play to {zone}: {n} or more keeps the ball", zone=zone, n=needed)
    return text("Play to {zone} for a player from {via}: {n} or more keeps the ball", zone=zone, via=via, n=needed)


def _shot_needs(state: State) -> int | None:
    """Return the least roll that scores, or None for a difficult shot (FU-4.26, FU-4.27)."""
    needed = state.ball_die + 1 - sum(shots.modifiers(state, state.phase == phases.FREE_KICK))
    return needed if needed <= 6 else None


def _danger(move: Mapping[str, Any], position: State | None) -> Text | None:
    if position is None:
        return None
    if move["type"] == "target" and _target_needs(move, position) > 6:
        return text("Even a 6 does not keep the ball")
    if move["type"] == "shoot" and _shot_needs(position) is None:
        return text("A difficult shot: one in 36, and a goal kick otherwise")
    return None


# ── prompts ──
def prompt(view: Wire, seat: Seat) -> Text:
    if view["phase"] == "finished":
        return text("The match is over")
    return _prompt(view, seat) if seat in view["to_act"] else _prompt_of_waiting(view, other(seat))


def _prompt(view: Wire, seat: Seat) -> Text:
    phase = view["phase"]
    if phase == "deploy":
        setup = view["setup"]
        return _prompt_to_place(view, man_name(setup["left"][0]), len(setup["left"]))
    if phase in ("movement", "quick_moves"):
        left = view["movement"]["left"]
        if phase == "quick_moves":
            return text("Quick moves: one zone each, at most {n}", n=left)
        return {
            "defence": text("Defence: straight back, at most {n}", n=left),
            "midfield": text("Midfield: one zone each, at most {n}", n=left),
            "forward": text("Forward: straight ahead, at most {n}", n=left),
        }[view["movement"]["option"]]
    if phase in ("target", "shot", "free_kick", "receive", "collect"):
        return {
            "target": text(
                "Ball in {zone}, ball die {n}: choose the target zone", zone=view["ball"], n=view["ball_die"]
            ),
            "shot": text("Ball in {zone}, ball die {n}: shoot or play on", zone=view["ball"], n=view["ball_die"]),
            "free_kick": text("Free kick in {zone}: shoot or play on", zone=view["ball"]),
            "receive": text("Choose who steps to the ball in {zone}", zone=view["ball"]),
            "collect": text("You win the ball in {zone}: choose who collects it", zone=view["ball"]),
        }[phase]
    return {
        "formation": text("Choose your formation; it is shown when both have chosen"),
        "choose_kick_off": text("You won the roll: choose who kicks off"),
        "adjust": text("Move up to {n} of your players one zone", n=(view["setup"] or {}).get("adjust_left", 0)),
        "movement_option": text("Choose how your players move"),
        "free_play": text("Free play: bring players away from the goal lines"),
        "goal_kick": text("Goal kick: fast or slow?"),
        "corner_side": text("Corner: from which side?"),
        "send_off": text("Red card: choose who leaves"),
        "penalty_dive": text("Penalty against you: choose your goalkeeper's side in secret"),
        "penalty_aim": text("Penalty: choose where to aim"),
    }[phase]


def _prompt_to_place(view: Wire, man: Text, left: int) -> Text:
    words = {"man": man, "left": left}
    return {
        "kick_off": text("Kick-off: place {man} ({left} left)", **words),
        "free_kick": text("Free kick: place {man} ({left} left)", **words),
        "corner": text("Corner: place {man} ({left} left)", **words),
        "penalty": text("Penalty: place {man} ({left} left)", **words),
    }[view["restart"]]


def _prompt_of_waiting(view: Wire, seat: Seat) -> Text:
    team = f"@{seat}"
    return {
        "formation": text("{team} chooses a formation", team=team),
        "choose_kick_off": text("{team} chooses who kicks off", team=team),
        "deploy": text("{team} places the players", team=team),
        "adjust": text("{team} can move two players", team=team),
        "target": text("{team} chooses the target zone", team=team),
        "send_off": text("{team} chooses who leaves", team=team),
        "receive": text("{team} chooses who steps to the ball", team=team),
        "collect": text("{team} chooses who collects the ball", team=team),
        "shot": text("{team} can shoot", team=team),
        "movement_option": text("{team} chooses how to move", team=team),
        "movement": text("{team} moves the players", team=team),
        "free_play": text("{team} can bring players away from the goal lines", team=team),
        "quick_moves": text("{team} makes quick moves", team=team),
        "goal_kick": text("{team} takes a goal kick", team=team),
        "free_kick": text("{team} takes a free kick", team=team),
        "corner_side": text("{team} chooses the side of the corner", team=team),
        "penalty_dive": text("{team} chooses the goalkeeper's side", team=team),
        "penalty_aim": text("{team} chooses where to aim", team=team),
    }[view["phase"]]


# ── the position ──
def describe(view: Wire) -> list[Text]:
    score = view["score"]
    lines = [
        text("{home} {h}, {away} {a}", home="@home", away="@away", h=score["home"], a=score["away"]),
        text("{home} attacks from C1 to C5, {away} from C5 to C1", home="@home", away="@away"),
    ]
    if view["phase"] == "finished":
        lines.append(text("The match is over"))
    elif view["ball"] is not None:
        words = {"zone": view["ball"], "n": view["ball_die"], "team": f"@{view['attacking']}"}
        lines.append(text("The ball is in {zone} with {team}, ball die {n}", **words))
    if view["shootout"] is not None:
        kicks = view["shootout"]
        lines.append(text("Shootout: {h} to {a}", h=sum(kicks["home"]), a=sum(kicks["away"])))
    for zone, home, away in sorted(zone_counts(view), key=lambda row: (row[0][1], row[0])):
        words = {"zone": zone, "h": home, "a": away, "home": "@home", "away": "@away"}
        lines.append(text("{zone}: {home} {h}, {away} {a}", **words))
    for piece in PIECES:
        cell = view["pieces"][piece]
        if cell is not None and (piece.endswith("gk") or cell.startswith("K")):
            lines.append(text("{man}: {place}", man=piece_name(piece), place=place_name(cell)))
    for seat in SEATS:
        if view["formations"][seat] is not None:
            words = {"team": f"@{seat}", "formation": view["formations"][seat], "n": view["yellow"][seat]}
            lines.append(text("{team}: formation {formation}, yellow cards {n}", **words))
    for piece in view["sent_off"]:
        lines.append(text("Sent off: {man}", man=piece_name(piece)))
    return lines


def clock(view: Wire) -> Clock:
    """Return the marker on the time track; turns are counted but have no fixed number."""
    return {
        "period": PERIODS[view["period"]],
        "minute": view["minute"],
        "stoppage": view["stoppage"],
        "turn": view["game_turn"],
        "of": None,
    }
