"""Coach of FUBA: target zone, ball die, shot, moving the team. No rule is kept here.

Source: FU-3 (set-up), FU-4 (the turn), FU-5 (moving the team), FU-6 (cards), FU-7 (restarts). Italian in
``engines/locale/it/LC_MESSAGES/fuba.po``.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from engines.core.coaching import Lesson, Start, first
from engines.core.moves import Move
from engines.core.seats import Seat, Wire
from engines.core.text import Text, text
from engines.fuba import control, phases, shots
from engines.fuba.board import BOX, CELL, KEEPER, OFF, PIECE, SHOOTING, ZONES
from engines.fuba.options import FORMATIONS
from engines.fuba.state import OPTION_NAMES, State, present
from engines.fuba.wire import CONTRACT

WORTH: Final = 2
"""A shot is worth taking that scores with so many of the six rolls."""


def start() -> Start:
    """Start with home on the ball, more men before away's box, and ten minutes left (FU-4.7, FU-4.8).

    Nobody stands idle at a goal line (FU-5.10), and few move at a time (FU-5.2).
    """
    home = {"p1": "L2", "p2": "C2", "p3": "C2", "p4": "R2", "p5": "C3", "p6": "C4", "p7": "C4", "p8": "C3", "p9": "C4"}
    away = {"p1": "L3", "p2": "C5", "p3": "L3", "p4": "R3", "p5": "R3", "p6": "C4", "p7": "C2", "p8": "L2", "p9": "R2"}
    pieces = {"home.p10": "C4", "away.p10": "C3"}
    pieces |= {f"home.{man}": zone for man, zone in home.items()} | {f"away.{man}": zone for man, zone in away.items()}
    place = {"period": "second_half", "pieces": pieces, "formations": {"home": "5-3-2", "away": "5-3-2"}}
    return Start({**place, "ball": "C3", "ball_die": 3}, {"half_minutes": 10, "formations": "cards"}, pace=0.6)


def topic(view: Wire, seat: Seat, moves: Sequence[Move]) -> str:
    """Name the topic of the decision: its phase, and whether a shot is worth it."""
    phase = str(view["phase"])
    if phase == "shot":
        return "shot" if _scoring(CONTRACT.read(view)) >= WORTH else "far_shot"
    if phase in ("deploy", "adjust", "corner_place"):
        return "deploy"
    return phase


def lesson(view: Wire, seat: Seat, moves: Sequence[Move], best: Move) -> Lesson:
    about = topic(view, seat, moves)
    words = _WORDS[about]
    if about not in _ADVISED:
        return Lesson(words, best, None)
    state, side = CONTRACT.read(view), 0 if seat == "home" else 1
    move = _advised(about, state, side, moves, best)
    if about == "shot":
        words = [words[0], {"n": 7 - _scoring(state)}]
    return Lesson(words, move, _reason(state, side, moves, move))


def watch(view: Wire, seat: Seat) -> Text:
    if view["phase"] == "finished":
        return text("The final whistle.")
    if view["phase"] in ("movement_option", "movement", "quick_moves", "free_play"):
        return text("Now they move their players.")
    if view["attacking"] == seat:
        return text("They answer. Then you go on.")
    return text("They have the ball, and keep it where they outnumber you.")


_ADVISED: Final = (
    "target",
    "shot",
    "far_shot",
    "free_kick",
    "receive",
    "collect",
    "movement_option",
    "movement",
    "quick_moves",
    "free_play",
)
"""Topics in which moves have reasons; nothing is hidden from either side."""


# ── the move ──
def _advised(about: str, s: State, side: int, moves: Sequence[Move], best: Move) -> Move:
    """Return the move to point at: a good shot, all men one zone, a player who counts where he goes, else the bot's."""
    if about == "shot":
        return first(moves, type="shoot") or best
    if about == "movement_option":
        return first(moves, type="movement", option="midfield") or best
    if about in ("movement", "quick_moves", "free_play"):
        counting = [move for move in moves if move["type"] != "done" and _counts(s, side, move)]
        if not counting:
            return first(moves, type="done") or best
        return best if best in counting else counting[0]
    return best


def _box(s: State) -> int:
    """Return the box before the goal that is attacked now."""
    return BOX[1 - s.attacking]


def _counts(s: State, side: int, move: Move) -> bool:
    """Return whether a player gains his team a better count in the ball's zone, or in the box under attack."""
    piece, zone = PIECE[move["piece"]], CELL[move["to"]]
    mine, theirs = present(s, side, zone), present(s, 1 - side, zone)
    if zone == s.ball:
        return control.zone_modifier(mine + 1, theirs) > control.zone_modifier(mine, theirs)
    if zone != _box(s) or piece == KEEPER[side]:
        return False
    defender = 1 - s.attacking
    kept = s.pieces[KEEPER[defender]] == zone  # the passive goalkeeper is not counted (FU-4.25)
    lead = (mine - theirs) + (kept if defender != side else -kept)
    return lead in (-1, 0)


# ── why ──
def _reason(s: State, side: int, moves: Sequence[Move], move: Move) -> Text | None:
    kind = move["type"]
    if kind == "target":
        return None if s.stoppage else _reason_for_a_target(s, moves, move)  # the half may end with the roll (FU-4.8)
    if kind == "shoot":
        n = _scoring(s)
        return text("{n} of 6 rolls score.", n=n) if n else None
    if kind == "play_on" and _scoring(s) <= 1:
        return text("Of 6 rolls of a shot, {n} would score.", n=_scoring(s))
    if kind == "movement":
        return _reason_for_an_option(s, side, move)
    if kind in ("move", "free_move"):
        return _reason_to_move(s, side, move)
    if kind == "done":
        return text("No move left here would give you a better count at the ball or in the box under attack.")
    if kind in ("receive", "collect"):
        return _reason_to_go_to_the_ball(s, side, move)
    return None


def _keeping(s: State, move: Move) -> int:
    """Count the rolls that keep the ball at a target (FU-4.10)."""
    via = OFF if move["via"] is None else CELL[move["via"]]
    needed = s.ball_die + 1 - sum(control.modifiers(s, s.ball, CELL[move["zone"]], via))
    return max(0, min(6, 7 - needed))


def _scoring(s: State) -> int:
    """Count the rolls that score with a shot (FU-4.26); none for a difficult one (FU-4.27)."""
    needed = s.ball_die + 1 - sum(shots.modifiers(s, s.phase == phases.FREE_KICK))
    return max(0, min(6, 7 - needed))


def _reason_for_a_target(s: State, moves: Sequence[Move], move: Move) -> Text | None:
    n, zone = _keeping(s, move), move["zone"]
    others = [_keeping(s, other) for other in moves if other is not move]
    if n and SHOOTING[s.attacking] >> CELL[zone] & 1 and CELL[zone] != s.ball:
        return text("{n} of 6 rolls keep the ball, and you can shoot from {zone}.", n=n, zone=zone)
    if n and n > max(others, default=0):
        return text("{n} of 6 rolls keep the ball, more than for any other target.", n=n)
    return text("{n} of 6 rolls keep the ball.", n=n) if n >= 3 else None


def _reason_for_an_option(s: State, side: int, move: Move) -> Text | None:
    numbers = FORMATIONS[s.formations[side]]
    moving = [max(0, number - s.deducted[side]) for number in numbers]
    own = moving[OPTION_NAMES.index(move["option"]) - 1]
    if moving.count(own) == 1 and own == max(moving):
        return text("It moves the most of your players: {n}.", n=own)
    return text("Players who can then move: {n}.", n=own) if own else None


def _reason_to_move(s: State, side: int, move: Move) -> Text | None:
    """Count both teams where the player goes, if he changes what counts there."""
    if not _counts(s, side, move):
        return None
    zone = CELL[move["to"]]
    words = {"zone": move["to"], "a": present(s, side, zone) + 1, "b": present(s, 1 - side, zone)}
    if zone == s.ball:
        return text("Then you are {a} against {b} at the ball in {zone}.", **words)
    return text("Then you are {a} against {b} in {zone}, the box under attack.", **words)


def _reason_to_go_to_the_ball(s: State, side: int, move: Move) -> Text | None:
    zone = s.pieces[PIECE[move["piece"]]]
    mine, theirs = present(s, side, zone) - 1, present(s, 1 - side, zone)
    if zone == s.ball or mine < theirs or not mine:
        return None
    return text(
        "In {zone}, where the player leaves, you are still {a} against {b}.", zone=ZONES[zone], a=mine, b=theirs
    )


# ── what a decision is about ──
_WORDS: Final[Mapping[str, Text]] = {
    # FU-4.2, FU-4.10, FU-4.11
    "target": text("Choose a zone to play to. Where you outnumber them, the dice help you keep the ball."),
    # FU-4.24, FU-4.25, FU-4.26
    "shot": text("You can shoot from here. Roll {n} or more and it is a goal: shoot!"),
    "far_shot": text("You can shoot, but only a high roll scores from here."),
    # FU-4.21, FU-4.22
    "receive": text("The ball has come through: choose who steps to it."),
    "collect": text("You have won the ball: choose who collects it."),
    # FU-5.1, FU-5.2, FU-5.3, FU-5.6, FU-5.7
    "movement_option": text(
        "Both teams move now. Choose one way for all: straight back, one zone any way, or straight ahead."
    ),
    # FU-5.2, FU-5.13
    "movement": text("Move players to where the ball is or will go. Press Done when enough are there."),
    # FU-5.11
    "quick_moves": text("The dice were equal: quick moves, as many players as the number, one zone each."),
    # FU-5.10
    "free_play": text("Players at a goal line can step away from it now."),
    # FU-7.12
    "goal_kick": text("A goal kick for you: fast plays on at once, slow lets both teams move once more."),
    # FU-7.8
    "corner_side": text("A corner for you: choose the side that it comes from."),
    # FU-7.5, FU-7.6
    "free_kick": text("A free kick near their goal: shoot at once, or play on."),
    # FU-6.2
    "send_off": text("A red card: choose which of your players leaves the pitch."),
    # FU-7.14
    "penalty_dive": text("A penalty against you: choose in secret where your goalkeeper goes."),
    "penalty_aim": text("A penalty for you: choose where to aim. Where the goalkeeper is not, a 2 is enough."),
    # FU-3.1, FU-3.2
    "formation": text("Choose a formation in secret. It says how many men of each line can move, not their places."),
    # FU-3.3
    "choose_kick_off": text("You won the roll: choose who kicks off."),
    # FU-3.4, FU-3.7
    "deploy": text("The ball is dead and both teams set up again. Take a ready line-up, and change it if you like."),
}
