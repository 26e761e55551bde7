"""Sentences for the events of one decision of Soccer Tactics. Stateless: an event holds all it needs."""

from collections.abc import Sequence
from typing import Final

from engines.core.drawing import Die, Line
from engines.core.seats import Event
from engines.core.telling import (
    RollTeller,
    Teller,
    Told,
    dice_rolled,
    full_time,
    goal,
    lines,
    name_at,
    numbers,
    plain_die,
    rolled_off,
    roller,
    shootout_kick,
    team,
    tells,
    tells_by,
    tells_roll,
    winner,
)
from engines.core.text import Text, text
from engines.soccer_tactics.rulebook import RULEBOOK
from engines.soccer_tactics.shots import OUTCOMES
from engines.soccer_tactics.words import NUMBERS, man, man_of, place


def commentary(events: Sequence[Event]) -> list[Line]:
    return lines(events, _TOLD, _ROLLS, _die, _mark, rulebook=RULEBOOK)


def _mark(piece: str) -> str:
    kind = piece[5:]
    return str(NUMBERS[kind]) if kind in NUMBERS else kind.upper()


def _die(roll: Event) -> Die:
    """Return a die as it looks: the spinner and the shooting die show where the shot goes (ST-7.7, ST-7.8)."""
    drawn = plain_die(roll)
    if roll["for"] not in ("shot", "shootout"):
        return drawn
    sides = roll["sides"]
    return {
        **drawn,
        "name": "spinner" if sides == 8 else "shooting",
        "word": _FACES[OUTCOMES[sides][roll["value"] - 1]],
    }


_FACES: Final[dict[str, Text]] = {
    "goal": text("ball"),
    "corner": text("flag"),
    "goal_kick": text("goal kick"),
}


def _toss(rolled: Sequence[Event]) -> Text:
    """Tell the toss for the kick-off, which the lower roll takes (ST-2.5)."""
    one, two = rolled
    if one["value"] == two["value"]:
        return rolled_off(rolled)
    lower = one if one["value"] < two["value"] else two
    return text("{rolls}: the lower roll kicks off, {team}", rolls=dice_rolled(rolled), team=team(lower))


_ROLLS: Final[dict[str, RollTeller]] = {
    "toss": _toss,
    "ball": tells_roll(text("{team} rolled {n} to play the ball"), team=roller, n=numbers),
    "move": tells_roll(text("{team} rolled {n} to move a piece"), team=roller, n=numbers),
    "capture": tells_roll(text("{team} rolled {n} to reach the ball"), team=roller, n=numbers),
    "defence": tells_roll(text("{team} rolled {n} to defend"), team=roller, n=numbers),
    "tackle": tells_roll(text("Battle for the ball: {rolls}"), rolls=rolled_off),
    "shootout_toss": rolled_off,
}
"""Sentences of a shot and of a kick of the shootout, with the outcome."""


def _move(event: Event) -> Told:
    if event["to"] is None:
        return text("{piece} goes to the corner flag", piece=man_of(event["piece"])), "play"
    if event["from"] is None:
        return text("{piece} to {cell}", piece=man_of(event["piece"]), cell=place(event["to"])), "play"
    words = {"piece": man_of(event["piece"]), "start": place(event["from"]), "end": place(event["to"])}
    return text("{piece} from {start} to {end}", **words), "play"


def _pass(event: Event) -> Told:
    if event["to"] is None:
        return text("The pass is lost"), "play"
    if event["completed"]:
        return text("The pass reaches {piece}", piece=man(event["to"])), "play"
    return text("The pass does not reach {piece}", piece=man(event["to"])), "play"


def _full_time(event: Event) -> Told:
    few = text("{team} wins: the opponent has fewer than seven pieces", team=winner(event))
    return full_time(event, walkover=few)


_TOLD: Final[dict[str, Teller]] = {
    "kick_off": tells(text("{team} kicks off"), "turn", team=team),
    "possession": tells(text("{team} attacks"), "turn", team=team),
    "move": _move,
    "ball": tells(text("{piece} plays the ball to {cell}"), "play", piece=name_at(man_of, "by"), cell="to"),
    "dribble": tells(text("{piece} dribbles to {cell}"), "play", piece=name_at(man_of, "piece"), cell="to"),
    "pass": _pass,
    "capture": tells(text("{piece} captures the ball at {cell}"), "play", piece=name_at(man_of, "piece"), cell="at"),
    "no_play": tells(text("{team} cannot play the ball"), "note", team=team),
    "tackle": tells(
        text("{winner} wins the ball from {loser} at {cell}"),
        "play",
        winner=name_at(man_of, "winner"),
        loser=name_at(man_of, "loser"),
        cell="at",
    ),
    "foul": tells(
        text("Foul by {piece} on {victim} at {cell}"),
        "whistle",
        piece=name_at(man_of, "piece"),
        victim=name_at(man_of, "victim"),
        cell="at",
    ),
    "yellow": tells(text("Yellow card: {piece}"), "card", piece=name_at(man_of, "piece")),
    "red": tells(text("Red card: {piece} is sent off"), "card", piece=name_at(man_of, "piece")),
    "minor_foul": tells(text("{team} took too long"), "whistle", team=team),
    "offside": tells(text("Off-side: {piece}"), "whistle", piece=name_at(man_of, "piece")),
    "free_kick": tells(
        text("Free kick to {team}: {piece} at {cell}"), "whistle", team=team, piece=name_at(man, "piece"), cell="at"
    ),
    "penalty_awarded": tells(text("Penalty to {team}!"), "whistle", team=team),
    "shot": tells_by(
        "outcome",
        {
            "goal": text("{piece} shoots from {cell}: it is in!"),
            "corner": text("{piece} shoots from {cell}: turned behind for a corner"),
            "goal_kick": text("{piece} shoots from {cell}: wide"),
        },
        "play",
        piece=name_at(man_of, "piece"),
        cell=name_at(place, "at"),
    ),
    "goal": goal,
    "corner": tells(text("Corner to {team} at {cell}"), "whistle", team=team, cell="at"),
    "goal_kick": tells(text("Goal kick to {team}"), "whistle", team=team),
    "time_up": tells(text("Time is up"), "whistle"),
    "period_end": tells_by(
        "period",
        {
            "first_half": text("Half-time"),
            "second_half": text("End of the second half"),
            "extra_first": text("End of the first period of extra time"),
            "extra_second": text("End of extra time"),
        },
        "end",
    ),
    "shootout_kick": shootout_kick,
    "full_time": _full_time,
}
"""The other events (turns, a penalty beside its shot) need no sentence of their own."""
