"""A Swiss tournament as a report file tells it: signs in place of outcomes, and points that follow from them.

White is home. What pays other points here than its sign does there (a shootout, the player of the house, a bye of a
round that was missed) is named beside the results (record 299).
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

from league.formats.swiss.games import Game, Outcome, Rules, worth
from league.formats.trf.tournament import Abnormal, Cell, Pays, Player, Tournament

SIGNS: Final[Mapping[Outcome, str]] = {
    "home": "10",
    "draw": "==",
    "away": "01",
    # A shootout is rated as the draw that it followed; it pays what its own signs are worth.
    "home_shootout": "WL",
    "away_shootout": "LW",
    "home_forfeit": "+-",
    "away_forfeit": "-+",
    "both_forfeit": "--",
    "bye": "U",
    "half_bye": "H",
    "full_bye": "F",
    "absent": "Z",
    # FIDE's rules know no house player: report a bye of another kind that pays the same.
    "house_win": "F",
    "house_draw": "H",
    "house_loss": "Z",
    "house_shootout_win": "H",
    "house_shootout_loss": "H",
}
"""The sign of home's result and of away's; of home's alone where there is no opponent."""


def tournament(
    names: Sequence[str],
    games: Sequence[Sequence[Game]],
    rules: Rules,
    title: str,
    ranks: Sequence[int],
    *,
    begins: str = "",
    ends: str = "",
) -> Tournament:
    """Return the tournament of ``games``, with the ranks by pairing number."""
    win, draw, loss = rules.points
    pays = Pays(win, draw, loss, 0, rules.bye if rules.bye not in (None, win) else None)
    cells: dict[int, list[Cell]] = {number: [] for number in range(1, len(names) + 1)}
    others: dict[tuple[int, int], list[int]] = defaultdict(list)
    for round, played in enumerate(games, start=1):
        row = {number: (Cell(result="Z"), 0.0) for number in cells}
        for game in played:
            row |= _of_game(game, rules)
        for number, (cell, points) in row.items():
            cells[number].append(cell)
            if more := _hundredths(points - pays.of(cell)):
                others[round, more].append(number)
    abnormal = [Abnormal("", round, tuple(numbers), more / 100, 0, 0) for (round, more), numbers in others.items()]
    players = {
        number: Player(number, name, 0, tuple(cells[number]), rank=rank)
        for number, name, rank in zip(cells, names, ranks or cells, strict=True)
    }
    first = "W" if rules.first_home else "B"
    return Tournament(
        "TRF26",
        title,
        begins,
        ends,
        planned=rules.rounds,
        first_colour=first,
        players=players,
        pays=pays,
        abnormal=tuple(abnormal),
    )


def _of_game(game: Game, rules: Rules) -> dict[int, tuple[Cell, float]]:
    """Return the cells of both sides with their points."""
    signs, (home, away) = SIGNS[game.outcome], worth(game, rules)
    if game.away is None or len(signs) == 1:
        return {game.home: (Cell(result=signs), home)}
    return {
        game.home: (Cell(game.away, "w", signs[0]), home),
        game.away: (Cell(game.home, "b", signs[1]), away),
    }


def _hundredths(points: float) -> int:
    """Return points in hundredths, to compare them."""
    return round(100 * points)
