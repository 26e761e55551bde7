"""Coach of Soccer Tactics: the die as distance, the pass that is shot at once. Sentences only: no rule.

Source: ST-2 (kick-off), ST-4 (playing the ball), ST-5 (the attack), ST-6 (battles), ST-7 (shots), ST-8 (the keeper),
ST-10 to ST-12 (restarts). Italian in ``engines/locale/it/LC_MESSAGES/soccer_tactics.po``.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from engines.core.coaching import Lesson, Start, first
from engines.core.moves import Move
from engines.core.seats import Seat, Wire
from engines.core.text import Text, text
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
    full, brief = _SAID[about]
    move = best
    if about == "shot":
        move = _shot(view, moves) or best
    elif about.endswith("_reach"):
        onto = [each for each in moves if each["type"] == "move" and each["to"] == view["ball"]]
        move = best if best in onto else onto[0]
    elif about == "defence":
        move = first(moves, type="roll") or best
    if view["roll"] is not None:
        full, brief = (
            [words[0], {**words[1], "n": view["roll"]}] if "{n}" in words[0] else words for words in (full, brief)
        )
    return Lesson(full, brief, move)


def watch(view: Wire, seat: Seat) -> Text:
    if view["phase"] == "finished":
        return text("The final whistle.")
    if view["phase"] in PLACED or view["phase"].startswith("kick_off"):
        return text("They put their pawns in place.")
    if view["attacking"] == seat:
        return text("Now they make a move, to get at your ball.")
    return text("They attack. After their play you have a move, to get at the ball.")


def _rolled(words: Text, view: Wire) -> Text:
    return [words[0], {"n": view["roll"]}] if "{n}" in words[0] else words


def _shot(view: Wire, moves: Sequence[Move]) -> Move | None:
    """Find a pass that is shot at once (ST-7.5, ST-7.6), by a player who is not off-side (ST-9.2)."""
    return next((move for move in moves if threatens(view, move) == "goal" and risk(view, move) is None), None)


_SAID: Final[Mapping[str, tuple[Text, Text]]] = {
    # ST-5.2, ST-3.1
    "attack_move": (
        text("You rolled {n}: first move a pawn without the ball exactly that far, to where a pass can find it."),
        text("Rolled {n}: move a pawn to where a pass can find it."),
    ),
    # ST-5.3, ST-4.1, ST-4.5
    "play": (
        text("Now the ball: it flies exactly as far as you rolled, {n}. A team-mate alone there gets a direct pass."),
        text("Rolled {n}: play the ball, best to a team-mate."),
    ),
    # ST-7.2, ST-7.5, ST-7.6, ST-7.7
    "shot": (
        text("A direct pass there is shot at once, and half of the shots go in: play it!"),
        text("Pass there, and it is shot at once!"),
    ),
    # ST-4.6, ST-12.6
    "restart_play": (
        text("Bring the ball into play: it flies exactly as far as you rolled, {n}, and its taker cannot go after it."),
        text("Rolled {n}: bring the ball into play."),
    ),
    # ST-5.6, ST-5.7, ST-5.12
    "capture_reach": (
        text("The ball lies free and you go first. With this {n} a pawn gets there: take it!"),
        text("Take the free ball with your {n}."),
    ),
    "capture": (
        text("The ball is free, but none of your pawns is exactly {n} away. Move any pawn."),
        text("No pawn gets to the ball with {n}: move one nearer."),
    ),
    # ST-5.10, ST-8.2
    "defence": (
        text("You move at the ball: roll for a pawn, or step your keeper one square without a die."),
        text("Roll to get at the ball, or step your keeper."),
    ),
    # ST-5.11, ST-6.2
    "defence_move_reach": (
        text("With this {n} a pawn of yours gets to the ball. If they hold it there is a battle: a die each."),
        text("Go for the ball with your {n}."),
    ),
    "defence_move": (
        text("None of your pawns gets to the ball with {n}: move one between it and your goal."),
        text("Move a pawn back with your {n}."),
    ),
    # ST-12.1
    "minor_foul": (
        text("They came too late and fouled you: take the free kick, or play on if that is better."),
        text("Free kick, or play on?"),
    ),
    # ST-2.3
    "kick_off": (
        text("A kick-off: each side puts its keeper and its strikers in place."),
        text("Place your pawn for the kick-off."),
    ),
    # ST-8.5, ST-10.4, ST-10.5, ST-11.7, ST-12.3
    "placing": (
        text("The ball is dead. Before play, pawns make room or take their places, one at a time."),
        text("Put this pawn on one of the marked squares."),
    ),
    # ST-12.1, ST-8.9
    "free_kick_taker": (
        text("A free kick for you: choose the pawn that takes it."),
        text("Choose who takes the free kick."),
    ),
    "goal_kick_taker": (
        text("A goal kick for you, without a keeper: choose the pawn that takes it."),
        text("Choose who takes the goal kick."),
    ),
    # ST-11.6
    "penalty_kicker": (
        text("A penalty for you: put the taker on the arc. Then it is shot."),
        text("Put the taker of the penalty on the arc."),
    ),
}
