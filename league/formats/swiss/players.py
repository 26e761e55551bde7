"""Players of a Swiss tournament in the terms of FIDE Dutch of 2026, before a round.

Articles are those of FIDE C.04.3, C.04.1 and C.04.2 in force since 1 February 2026. Scores are tenths of a point.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from league.formats.swiss.games import ALLOTTED, FORFEITS, Game, Rules, worth

ABSOLUTE, STRONG, MILD, NONE = 3, 2, 1, 0
"""Strengths of a colour preference (article 1.7)."""

WHITE, BLACK, ANY = 1, -1, 0
"""Colours that a player prefers."""


class Float(IntEnum):
    """Direction in which a player left their scoregroup in a round (article 1.4)."""

    UP = 1
    STAYED = 0
    DOWN = -1


@dataclass(frozen=True, slots=True)
class Player:
    """A player in the round to be paired."""

    number: int
    order: int
    """Pairing number among the participants so far, from 1: only its parity counts (article 5.2.5)."""
    points: int
    """Score of the games and byes."""
    score: int
    """Score with virtual points of acceleration; it defines the scoregroups."""
    met: frozenset[int]
    """Opponents of played games; a forfeited game may be paired again."""
    colours: tuple[int, ...]
    """Colours of the played games, oldest first."""
    floats: tuple[Float, Float]
    """In the last round and in the one before."""
    may_rest: bool
    """C2: the pairing-allocated bye is still allowed."""
    unplayed: int
    """Rounds without a played game."""
    topscorer: bool
    """Above half of the possible score when the last round is paired (article 1.8)."""

    @property
    def difference(self) -> int:
        """Games with white minus games with black (article 1.6)."""
        return sum(self.colours)

    @property
    def repeated(self) -> int:
        """The colour of the last two games, if it was the same."""
        last = self.colours[-2:]
        return last[0] if len(last) == 2 and last[0] == last[1] else ANY

    @property
    def preference(self) -> int:
        """The colour that is due (article 1.7)."""
        if abs(self.difference) > 1:
            return BLACK if self.difference > 0 else WHITE
        if self.repeated:
            return -self.repeated
        if self.difference:
            return -self.difference
        return -self.colours[-1] if self.colours else ANY

    @property
    def strength(self) -> int:
        """The strength of the colour preference (article 1.7)."""
        if abs(self.difference) > 1 or self.repeated:
            return ABSOLUTE
        return STRONG if self.difference else MILD if self.colours else NONE

    @property
    def kind(self) -> tuple[object, ...]:
        """The properties that the criteria read: pairs of players of the same kinds weigh the same."""
        colour = (self.preference, self.strength, self.difference, self.repeated)
        return (self.score, *colour, *self.floats, self.may_rest, self.unplayed)


@dataclass(slots=True)
class _Past:
    """The record of a player so far; ``before`` are the scores before each round, and the current one."""

    before: list[int]
    points: int = 0
    entered: bool = False
    rested: bool = False


def contenders(
    players: int,
    games: Sequence[Sequence[Game]],
    rules: Rules,
    absent: Collection[int],
    acceleration: Mapping[int, Sequence[float]],
) -> list[Player]:
    """Return the players of the next round from the top: by score, then by number (article 1.2)."""
    virtual = {
        number: [tenths(points) for points in acceleration.get(number, ())][: len(games) + 1]
        for number in range(1, players + 1)
    }
    for points in virtual.values():
        points += [0] * (len(games) + 1 - len(points))
    lines = [_lines(players, played) for played in games]
    past = {number: _record_of(number, lines, rules, virtual[number]) for number in virtual}
    orders = _orders(past, absent)
    most = len(games) * tenths(max(rules.points))
    last = len(games) >= rules.rounds - 1
    present = []
    for number in sorted(orders.keys() - set(absent)):
        own = [line[number] for line in lines]
        played = [game for game in own if _was_played(game)]
        now = past[number]
        present.append(
            Player(
                number=number,
                order=orders[number],
                points=now.points,
                score=now.before[-1],
                met=frozenset(_opponent(game, number) for game in played if game),
                colours=tuple(WHITE if game.home == number else BLACK for game in played if game),
                floats=(_float(number, lines, past, rules, 1), _float(number, lines, past, rules, 2)),
                may_rest=not now.rested,
                unplayed=len(games) - len(played),
                topscorer=last and 2 * now.before[-1] > most,
            )
        )
    return sorted(present, key=lambda player: (-player.score, player.number))


def tenths(points: float) -> int:
    return round(points * 10)


Line = dict[int, Game | None]
"""Each player's game or bye of a round; None if absent."""

UNPLAYED: Final = frozenset({*FORFEITS, *ALLOTTED, "half_bye", "full_bye", "absent"})


def _lines(players: int, played: Sequence[Game]) -> Line:
    line: Line = dict.fromkeys(range(1, players + 1))
    for game in played:
        line[game.home] = game
        if game.away is not None:
            line[game.away] = game
    return line


def _was_played(game: Game | None) -> bool:
    return game is not None and game.outcome not in UNPLAYED


def _opponent(game: Game, number: int) -> int:
    other = game.away if game.home == number else game.home
    assert other is not None
    return other


def _points_paid(game: Game | None, number: int, rules: Rules) -> int:
    if game is None:
        return 0
    home, away = worth(game, rules)
    return tenths(home if game.home == number else away)


def _record_of(number: int, lines: Sequence[Line], rules: Rules, virtual: Sequence[int]) -> _Past:
    """Build the record of a player; no bye after a bye or a win without play (C2 and C.04.1 article 4)."""
    past = _Past(before=[virtual[0]])
    win = tenths(rules.points[0])
    for line, extra in zip(lines, virtual[1:], strict=True):
        game = line[number]
        paid = _points_paid(game, number, rules)
        allotted = game is not None and game.outcome in ALLOTTED
        past.points += paid
        past.before.append(past.points + extra)
        past.entered |= game is not None and (game.away is not None or allotted)
        past.rested |= allotted or (not _was_played(game) and paid >= win)
    return past


def _orders(past: Mapping[int, _Past], absent: Collection[int]) -> dict[int, int]:
    """Return pairing numbers (C.04.2 article 2.4); a player who has not come to any round yet has none."""
    numbers = [number for number, player in sorted(past.items()) if player.entered or number not in absent]
    return {number: order for order, number in enumerate(numbers, start=1)}


def _float(number: int, lines: Sequence[Line], past: Mapping[int, _Past], rules: Rules, back: int) -> Float:
    """Return the float of a player ``back`` rounds ago (articles 1.4.2 to 1.4.4)."""
    if back > len(lines):
        return Float.STAYED
    game = lines[-back][number]
    if not _was_played(game):
        floated = game is not None and game.outcome in ALLOTTED
        return Float.DOWN if floated or _points_paid(game, number, rules) > tenths(rules.points[2]) else Float.STAYED
    assert game is not None
    own, other = (past[player].before[-1 - back] for player in (number, _opponent(game, number)))
    return Float.DOWN if own > other else Float.UP if own < other else Float.STAYED
