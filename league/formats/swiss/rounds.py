"""Pairing of Swiss rounds: FIDE Dutch in the editions of 2017 and 2026, and Monrad for casual evenings.

The pairing of a round is a function of the earlier rounds, so asking twice gives the same round. Three hundred players
and more belong in a task: the matching can take seconds. Its import of ``py4swiss`` waits for a
round or report: most processes never make one, and it takes as long to import as an app of ours.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from league.formats.swiss.editions import CURRENT, EDITIONS, Edition
from league.formats.swiss.games import ALLOTTED, FORFEITS, CannotPair, Game, Pairing, Rules, scores


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
    from league.formats.swiss import dutch_2017, dutch_2026  # noqa: PLC0415  py4swiss: see above

    pair = dutch_2017.pair if edition == "2017" else dutch_2026.pair
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
    from league.formats.swiss import report  # noqa: PLC0415  py4swiss: see above

    return report.trf(names, games, rules, title, ranks, system=system)


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
"""Steps of the search for a Monrad round before a matching finds it: many rounds of a field leave few pairings."""


def _neighbours(order: list[int], met: Collection[frozenset[int | None]]) -> list[tuple[int, int]] | None:
    """Pair neighbours who have not met, changed from the foot upwards if the last would be left over.

    That is the first of all pairings, by the partner of the first, then of the next one left; None if there is none.
    """
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

    pairs = fill(order)
    return _first_matching(order, met) if steps > SEARCH else pairs


def _first_matching(order: Sequence[int], met: Collection[frozenset[int | None]]) -> list[tuple[int, int]] | None:
    """Return the pairing of ``_neighbours`` by a matching, which no number of dead ends slows down."""
    from league.formats.swiss.matching import Matching  # noqa: PLC0415  py4swiss: see above

    size = len(order)
    pair = size + 1  # no choice of a partner makes up for a pair
    matching = Matching(size, (size * pair).bit_length())
    for at, one in enumerate(order):
        for below in range(at + 1, size):
            if frozenset((one, order[below])) not in met:
                matching.connect(at, below, matching.weight(pair))
    matching.solve()
    if any(partner == at for at, partner in enumerate(matching.partner)):
        return None
    pairs: list[tuple[int, int]] = []
    for at in range(size):
        if any(at in both for both in pairs):
            continue
        for below in range(at + 1, size):
            matching.add(at, below, size - below)
        matching.solve()
        pairs.append((at, matching.partner[at]))
        matching.join(*pairs[-1])
    return [(order[at], order[partner]) for at, partner in pairs]


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
