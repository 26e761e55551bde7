"""Swiss rounds: FIDE Dutch in the editions of 2017 and 2026, and Monrad for casual evenings.

Everybody has a pairing number from 1, by strength; a round is a list of games by these numbers. The pairing of a
round is a function of the earlier rounds, so asking twice gives the same round. ``engine`` names the engine, version
and rules, to be stored with the round. White is home: a football fixture has a home side where chess has a colour.
Three hundred players and more belong in a task: the matching can take seconds.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Final, Literal, TypeAlias

Outcome: TypeAlias = Literal[
    "home", "draw", "away", "home_forfeit", "away_forfeit", "both_forfeit", "bye", "half_bye", "full_bye", "absent",
    "house_win", "house_draw", "house_loss",
]  # fmt: skip
"""``home_forfeit``: home wins because away did not come. ``bye``: allotted by the pairing, at most once;
``half_bye`` and ``full_bye``: requested; ``absent``: neither paired nor paid. What a bye pays does not affect who
may have one. ``house_win`` and its like: the result against the house player, who stood in for the bye."""

Points: TypeAlias = tuple[float, float, float]

FORFEITS: Final = ("home_forfeit", "away_forfeit", "both_forfeit")
ALLOTTED: Final = ("bye", "house_win", "house_draw", "house_loss")
"""Outcomes that the pairing allots to the player left over: once to each."""


@dataclass(frozen=True, slots=True)
class Game:
    """The round of one or two entrants: ``away`` is None for a bye or an absence."""

    home: int
    away: int | None
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Pairing:
    """A pair of opponents; ``away`` None: ``home`` has the bye."""

    home: int
    away: int | None


@dataclass(frozen=True, slots=True)
class Rules:
    """The length of a tournament and its choices.

    ``first_home``: the top number is at home in round 1; ``bye``: points of an allotted bye.
    """

    rounds: int
    points: Points = (1, 0.5, 0)
    bye: float | None = None
    """None: as much as a win."""
    first_home: bool = True


Edition: TypeAlias = Literal["2017", "2026"]
"""A text of FIDE C.04.3, named after the year it came into force."""

EDITIONS: Final[Mapping[str, str]] = {
    "2017": "FIDE C.04.3 (Dutch), in force until 31 January 2026",
    "2026": "FIDE C.04.3 (Dutch), in force since 1 February 2026",
}
CURRENT: Final[Edition] = "2026"


class CannotPair(ValueError):
    """No pairing of the round keeps the rules: everybody left has met everybody left."""


def engine(system: Literal["dutch", "monrad"], edition: Edition = CURRENT) -> dict[str, str]:
    """Describe the maker of a round, to be stored with it: engine, its version, the rules and their edition."""
    if system == "monrad":
        return {"engine": "tabellone", "version": "monrad/1", "rules": "Monrad"}
    rules = {"rules": EDITIONS[edition], "edition": edition}
    if edition == "2017":
        return {"engine": "py4swiss", "version": version("py4swiss"), **rules}
    return {"engine": "tabellone", "version": "dutch/1", **rules}


def edition_of(engines: Iterable[Mapping[str, str]]) -> Edition:
    """Return the edition of the next Dutch round: that of the first round, or the current one before it.

    ``engines``: the results of ``engine`` for each earlier round; the oldest name no edition.
    """
    first = next((engine for engine in engines if engine and engine.get("rules") != "Monrad"), None)
    if first is None:
        return CURRENT
    return "2017" if first.get("edition", "2017") == "2017" else CURRENT


def scores(players: int, games: Sequence[Sequence[Game]], rules: Rules) -> dict[int, float]:
    """Return everybody's score after the rounds in ``games``."""
    total = dict.fromkeys(range(1, players + 1), 0.0)
    for game in (game for played in games for game in played):
        home, away = worth(game, rules)
        total[game.home] += home
        if game.away is not None:
            total[game.away] += away
    return total


def worth(game: Game, rules: Rules) -> tuple[float, float]:
    """Return what a game pays to home and to away."""
    win, draw, loss = rules.points
    paid: Mapping[str, tuple[float, float]] = {
        "home": (win, loss),
        "draw": (draw, draw),
        "away": (loss, win),
        "home_forfeit": (win, loss),
        "away_forfeit": (loss, win),
        "both_forfeit": (loss, loss),
        "bye": (win if rules.bye is None else rules.bye, 0),
        "half_bye": (draw, 0),
        "full_bye": (win, 0),
        "absent": (0, 0),
        "house_win": (win, 0),
        "house_draw": (draw, 0),
        "house_loss": (loss, 0),
    }
    return paid[game.outcome]


def dutch(
    players: int,
    games: Sequence[Sequence[Game]],
    rules: Rules,
    *,
    absent: Collection[int] = (),
    apart: Collection[tuple[int, int]] = (),
    acceleration: Mapping[int, Sequence[float]] | None = None,
    edition: Edition = CURRENT,
) -> list[Pairing]:
    """Pair the next round of ``players`` after the rounds ``games`` by FIDE Dutch, top board first, the bye last.

    ``absent`` are not paired; pairs in ``apart`` must not meet; ``acceleration``: number -> virtual points by round
    (Baku). Raises CannotPair.
    """
    if not games and not apart and not acceleration:
        return _first_round([number for number in range(1, players + 1) if number not in absent], rules, edition)
    from league.formats import swiss_dutch, swiss_engine  # heavy imports, only for pairing

    pair = swiss_engine.pair if edition == "2017" else swiss_dutch.pair
    return pair(players, games, rules, absent, apart, acceleration or {})


def _first_round(present: Sequence[int], rules: Rules, edition: Edition) -> list[Pairing]:
    """Pair round one without a matching: upper half against lower half.

    Odd numbers of the upper half are at home by turns. In the edition of 2026 the numbers count those present.
    """
    half = len(present) // 2
    orders = present if edition == "2017" else range(1, half + 1)
    pairs = [
        Pairing(one, other) if (order % 2 == 1) == rules.first_home else Pairing(other, one)
        for order, one, other in zip(orders, present[:half], present[half : 2 * half], strict=False)
    ]
    return pairs + [Pairing(number, None) for number in present[2 * half :]]


def trf(
    names: Sequence[str],
    games: Sequence[Sequence[Game]],
    rules: Rules,
    title: str,
    ranks: Sequence[int] = (),
    *,
    system: str = EDITIONS[CURRENT],
) -> str:
    """Write the tournament as FIDE's report file (TRF with the JaVaFo lines).

    ``names`` and ``ranks`` are by pairing number. ``system``: the rules that paired it.
    """
    from league.formats import swiss_engine  # as above

    return swiss_engine.trf(names, games, rules, title, ranks, system=system)


def monrad(
    players: int,
    games: Sequence[Sequence[Game]],
    rules: Rules,
    *,
    absent: Collection[int] = (),
    forgotten: int = 0,
) -> list[Pairing]:
    """Pair the next round by Monrad: in order of score and number, each meets the next one not met before.

    The bye goes to the last player without one. Home goes to the one who had it less often, then to the one who was
    away last. ``forgotten``: number of first rounds whose meetings and byes do not count. Raises CannotPair.
    """
    score = scores(players, games, rules)
    order = sorted((number for number in score if number not in absent), key=lambda number: (-score[number], number))
    games_counted = [game for played in games[forgotten:] for game in played]
    met = {frozenset((game.home, game.away)) for game in games_counted if game.outcome not in FORFEITS}
    had_bye = {game.home for game in games_counted if game.outcome in ALLOTTED}
    without = [number for number in reversed(order) if number not in had_bye] if len(order) % 2 else [None]
    for resting in without:
        paired = _neighbours([number for number in order if number != resting], met)
        if paired is not None:
            pairs = [_seated(one, other, games, rules.first_home) for one, other in paired]
            return pairs + ([Pairing(resting, None)] if resting is not None else [])
    raise CannotPair("everybody left has met everybody left")


def pair_again(
    players: int, games: Sequence[Sequence[Game]], rules: Rules, *, absent: Collection[int] = ()
) -> list[Pairing]:
    """Pair a round for which the rules leave no pairing, as with more rounds than opponents.

    By Monrad, with as few of the first rounds forgotten as possible, so that pairs and byes repeat in turn.
    """
    for forgotten in range(len(games)):
        try:
            return monrad(players, games, rules, absent=absent, forgotten=forgotten)
        except CannotPair:
            continue
    return monrad(players, games, rules, absent=absent, forgotten=len(games))


SEARCH: Final = 20_000
"""Steps of the search for a Monrad round before it counts as impossible."""


def _neighbours(order: list[int], met: Collection[frozenset[int | None]]) -> list[tuple[int, int]] | None:
    """Pair neighbours who have not met, changed from the foot upwards if the last would be left over."""
    steps = 0

    def fill(left: list[int]) -> list[tuple[int, int]] | None:
        nonlocal steps
        if not left:
            return []
        first = left[0]
        for other in left[1:]:
            steps += 1
            if steps > SEARCH:
                return None
            if frozenset((first, other)) not in met:
                pairs = fill([number for number in left[1:] if number != other])
                if pairs is not None:
                    return [(first, other), *pairs]
        return None

    return fill(order)


def _seated(one: int, other: int, games: Sequence[Sequence[Game]], first_home: bool) -> Pairing:
    """Decide which of two is at home."""

    def venues(number: int) -> str:
        return "".join(
            "H" if game.home == number else "A"
            for played in games
            for game in played
            if game.away is not None and number in (game.home, game.away) and game.outcome not in FORFEITS
        )

    ours, theirs = venues(one), venues(other)
    balance = (ours.count("H") - ours.count("A")) - (theirs.count("H") - theirs.count("A"))
    if balance:
        at_home = balance < 0
    elif ours[-1:] != theirs[-1:]:
        at_home = ours[-1:] == "A" or theirs[-1:] == "H"
    else:
        at_home = (one % 2 == 1) == first_home
    return Pairing(one, other) if at_home else Pairing(other, one)
