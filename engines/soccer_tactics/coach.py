"""Coach of Soccer Tactics: the die as distance, the pass that is shot at once. No rule is kept here.

Source: ST-2 (kick-off), ST-4 (playing the ball), ST-5 (the attack), ST-6 (battles), ST-7 (shots), ST-8 (the keeper),
ST-10 to ST-12 (restarts). Italian in ``engines/locale/it/LC_MESSAGES/soccer_tactics.po``.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from engines.core.coaching import Lesson, Start, first
from engines.core.dice import ScriptedDice
from engines.core.moves import Move
from engines.core.seats import Event, Seat, Wire
from engines.core.text import Text, text
from engines.soccer_tactics import phases
from engines.soccer_tactics.board import COLUMN, KIND, PIECE, PLACES, ROW, SIDE
from engines.soccer_tactics.offers import legal
from engines.soccer_tactics.play import decide
from engines.soccer_tactics.reach import flights
from engines.soccer_tactics.shots import OUTCOMES
from engines.soccer_tactics.state import State
from engines.soccer_tactics.wire import CONTRACT
from engines.soccer_tactics.words import risk, threatens

PLACED: Final = ("free_kick_clear", "goal_kick_clear", "corner_clear", "corner_place", "penalty_place", "keeper_place")


def start() -> Start:
    """Start with home attacking near the penalty area, a three rolled; a short half is left (ST-15.1)."""
    home = {"home.m3": "E10", "home.m2": "C10", "home.m4": "G10", "home.f1": "C12", "home.f2": "F12"}
    away = {"away.d1": "B15", "away.d2": "A13", "away.d3": "H13", "away.d4": "G15", "away.m2": "B10", "away.m3": "G8"}
    place = {"period": "second_half", "pieces": {**home, **away}, "carrier": "home.m3", "roll": 3}
    return Start(place, {"half_turns": 5})


def topic(view: Wire, seat: Seat, moves: Sequence[Move]) -> str:
    """Name the topic of the decision: its phase, and whether the ball may be shot or reached."""
    phase = str(view["phase"])
    if phase == "attack_play":
        if _shot(view, moves):
            return "shot"
        return "play" if view["dead"] is None else "restart_play"
    if phase in ("capture", "defence_move"):
        return f"{phase}_reach" if first(moves, type="move", to=view["ball"]) else phase
    if phase in PLACED:
        return "placing"
    return "kick_off" if phase.startswith("kick_off") else phase


def lesson(view: Wire, seat: Seat, moves: Sequence[Move], best: Move) -> Lesson:
    about = topic(view, seat, moves)
    state, side = CONTRACT.read(view), SIDE[seat]
    words, move = _WORDS[about], _advised(about, view, state, side, moves, best)
    if "{n}" in words[0]:
        words = [words[0], {"n": view["roll"]}]
    return Lesson(words, move, _reason(state, side, move))


def watch(view: Wire, seat: Seat) -> Text:
    if view["phase"] == "finished":
        return text("The final whistle.")
    if view["phase"] in PLACED or view["phase"].startswith("kick_off"):
        return text("They put their pawns in place.")
    if view["attacking"] == seat:
        return text("Now they make a move, to get at your ball.")
    return text("They attack. After their play you have a move, to get at the ball.")


# ── the move ──
def _advised(about: str, view: Wire, s: State, side: int, moves: Sequence[Move], best: Move) -> Move:
    if about == "shot":
        return _shot(view, moves) or best
    if about.endswith("_reach"):
        onto = [move for move in moves if move["type"] == "move" and move["to"] == view["ball"]]
        return best if best in onto else onto[0]
    if about == "defence":
        roll = first(moves, type="roll")
        return roll if roll is not None and _numbers_to_the_ball(s, side, roll) else best
    return best


def _shot(view: Wire, moves: Sequence[Move]) -> Move | None:
    """Find a pass that is shot at once (ST-7.5, ST-7.6), by a player who is not off-side (ST-9.2)."""
    return next((move for move in moves if threatens(view, move) == "goal" and risk(view, move) is None), None)


def _played(s: State, side: int, move: Move, *rolled: int) -> tuple[State, list[Event]]:
    """Return the position after a move whose first dice are ``rolled``, and its events."""
    events: list[Event] = []
    after: State = decide(s, side, move, ScriptedDice(rolled, 0), events)
    return after, events


def _numbers_to_the_ball(s: State, side: int, move: Move) -> int:
    """Count the numbers of the next die with which a pawn of ``side`` then gets to the ball."""
    afters = [_played(s, side, move, number)[0] for number in range(1, 7)]
    return sum(
        any(then["type"] == "move" and then["to"] == PLACES[after.ball] for then in legal(after, side))
        for after in afters
        if after.phase in (phases.CAPTURE, phases.DEFENCE_MOVE)
    )


# ── why ──
def _reason(s: State, side: int, move: Move) -> Text | None:
    kind = move["type"]
    if kind == "roll":
        n = _numbers_to_the_ball(s, side, move)
        return text("{n} of 6 numbers bring a pawn to the ball at {ball}.", n=n, ball=PLACES[s.ball]) if n else None
    if kind in ("play", "dribble"):
        return _reason_to_play(s, side, move)
    if kind == "move" and s.phase == phases.ATTACK_MOVE:
        return _reason_to_run(s, side, move)
    if kind == "move":
        return _reason_to_go_for_the_ball(s, side, move)
    return None


def _reason_to_play(s: State, side: int, move: Move) -> Text | None:
    """Tell a shot and its odds, a battle and its odds, who gets the ball, or how far forward it goes."""
    cell = move.code & 127
    mate, foe = s.on(side, cell) if move["type"] == "play" else s.carrier, s.on(1 - side, cell)
    if s.time_up:
        return None
    if foe >= 0:
        return _reason_to_fight(s, mate, foe)
    _after, events = _played(s, side, move, 1)
    faces = s.frame.faces
    if any(event["type"] == "shot" for event in events):
        return text("It is shot at once: {n} of {of} score.", n=OUTCOMES[faces].count("goal"), of=faces)
    is_nearer = ROW[cell] > ROW[s.ball] if side == 0 else ROW[cell] < ROW[s.ball]
    if mate >= 0 and move["type"] == "play":
        if not _finds(s, side, move["to"]):
            return None
        if is_nearer:
            return text("The pass finds it alone at {cell}, nearer to their goal.", cell=move["to"])
        return text("The pass finds it alone at {cell}.", cell=move["to"])
    n = _numbers_to_the_ball(s, side, move)
    if n > 1:
        return text("With {n} of 6 numbers a pawn of yours gets to the ball at {cell} first.", n=n, cell=move["to"])
    return text("{cell} is nearer to their goal.", cell=move["to"]) if is_nearer else None


def _reason_to_fight(s: State, own: int, foe: int) -> Text | None:
    """Count the rolls of a battle; a six against a one is a foul, equal sums are rolled again (ST-6.2)."""
    bonus = s.frame.bonus[KIND[own]] - s.frame.bonus[KIND[foe]]
    pairs = [(ours, theirs) for ours in range(1, 7) for theirs in range(1, 7) if {ours, theirs} != {1, 6}]
    won = sum(ours + bonus > theirs for ours, theirs in pairs)
    lost = sum(ours + bonus < theirs for ours, theirs in pairs)
    return text("The battle: you win it on {n} of 36 rolls, they on {m}.", n=won, m=lost)


def _reason_to_run(s: State, side: int, move: Move) -> Text | None:
    """Tell with how many numbers for the ball a pass then finds the pawn (ST-4.1), or that it goes forward."""
    piece, cell = PIECE[move["piece"]], move.code & 127
    if KIND[s.carrier] and not s.time_up:  # a keeper's ball flies by two dice
        numbers = [number for number in range(1, 7) if flights(s.ball, number) >> cell & 1]
        n = sum(_finds(_played(s, side, move, number)[0], side, move["to"]) for number in numbers)
        if n:
            return text("With {n} of 6 numbers for the ball a pass finds it at {cell}.", n=n, cell=move["to"])
    forward = ROW[cell] - ROW[s.pieces[piece]]
    if (-forward if side else forward) > 0:
        return text("At {cell} it is nearer to their goal.", cell=move["to"])
    return None


def _finds(s: State, side: int, cell: str) -> bool:
    """Return whether a play to ``cell`` is a pass that arrives: no battle, nobody off-side."""
    play = first(legal(s, side), type="play", to=cell)
    if play is None or s.on(1 - side, play.code & 127) >= 0:
        return False
    _after, events = _played(s, side, play)
    return any(event["type"] == "pass" and event["completed"] for event in events)


def _reason_to_go_for_the_ball(s: State, side: int, move: Move) -> Text | None:
    piece, cell = PIECE[move["piece"]], move.code & 127
    if cell == s.ball and s.carrier >= 0:
        return _reason_to_fight(s, piece, s.carrier)
    if cell == s.ball:
        _after, events = _played(s, side, move)
        taken = any(event["type"] == "capture" for event in events)
        return text("It takes the ball at {ball}.", ball=move["to"]) if taken else None
    if _apart(cell, s.ball) < _apart(s.pieces[piece], s.ball):
        return text("It comes nearer to the ball at {ball}.", ball=PLACES[s.ball])
    return None


def _apart(one: int, two: int) -> int:
    """Return the squares between two cells, a diagonal step being one; far for a point beside them."""
    if not (0 <= one < 128 and 0 <= two < 128):
        return 99
    return max(abs(COLUMN[one] - COLUMN[two]), abs(ROW[one] - ROW[two]))


# ── what a decision is about ──
_WORDS: Final[Mapping[str, Text]] = {
    # ST-5.2, ST-3.1
    "attack_move": text(
        "You rolled {n}: first a pawn without the ball moves exactly that far. Then you roll for the ball."
    ),
    # ST-5.3, ST-4.1, ST-4.5
    "play": text(
        "Now the ball: it flies exactly as far as you rolled, {n}. A team-mate alone there gets a direct pass."
    ),
    # ST-7.2, ST-7.5, ST-7.6, ST-7.7
    "shot": text("A direct pass there is shot at once, and half of the shots go in: play it!"),
    # ST-4.6, ST-12.6
    "restart_play": text(
        "Bring the ball into play: it flies exactly as far as you rolled, {n}, and its taker cannot go after it."
    ),
    # ST-5.6, ST-5.7, ST-5.12
    "capture_reach": text("The ball lies free and you go first. With this {n} a pawn gets there: take it!"),
    "capture": text("The ball is free, but none of your pawns is exactly {n} away. Move any pawn."),
    # ST-5.10, ST-8.2
    "defence": text("You move at the ball: roll for a pawn, or step your keeper one square without a die."),
    # ST-5.11, ST-6.2
    "defence_move_reach": text(
        "With this {n} a pawn of yours gets to the ball. If they hold it there is a battle: a die each."
    ),
    "defence_move": text("None of your pawns gets to the ball with {n}. Any of them can move exactly that far."),
    # ST-12.1
    "minor_foul": text("They came too late and fouled you: take the free kick, or play on if that is better."),
    # ST-2.3
    "kick_off": text("A kick-off: each side puts its keeper and its strikers in place."),
    # ST-8.5, ST-10.4, ST-10.5, ST-11.7, ST-12.3
    "placing": text("The ball is dead. Before play, pawns make room or take their places, one at a time."),
    # ST-12.1, ST-8.9
    "free_kick_taker": text("A free kick for you: choose the pawn that takes it."),
    "goal_kick_taker": text("A goal kick for you, without a keeper: choose the pawn that takes it."),
    # ST-11.6
    "penalty_kicker": text("A penalty for you: put the taker on the arc. Then it is shot."),
}
