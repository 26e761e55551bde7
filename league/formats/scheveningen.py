"""Scheveningen: two teams of n, every player of one meets every player of the other, once or twice.

Players are numbers from 1 to n in each team. In round 1 those with the same number meet; the rounds after it shift the
second team. In one cycle every player is at home in half of the matches (if n is odd, in half of them but for one, and
the first team once more than the second), and in a round each team on half of the boards, give or take one. A second
cycle has the homes the other way round. Nobody is at home, or away, more than twice running.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from engines.core.seats import Seat, other
from league.standings.teams import Pair


class Game(NamedTuple):
    """One board: the player of the first team, that of the second, and which of the teams is at home."""

    first: int
    second: int
    home: Seat
    """``home``: the first team."""


def rounds(n: int, times: int = 1) -> list[list[Game]]:
    """Return the boards of each round in the order of the first team. Raises ValueError."""
    if n < 1:
        raise ValueError(f"a team has one player or more, not {n}")
    if times not in (1, 2):
        raise ValueError(f"each meets each once or twice, not {times} times")
    # Shifts half a turn apart follow each other, so that homes alternate.
    shifts = [number // 2 + number % 2 * ((n + 1) // 2) for number in range(n)]
    cycle = [[_game(n, first, (first + shift) % n) for first in range(n)] for shift in shifts]
    back = [[game._replace(home=other(game.home)) for game in games] for games in cycle]
    return cycle if times == 1 else [*cycle, *back[n % 2 :], *back[: n % 2]]


def _game(n: int, first: int, second: int) -> Game:
    place = (first + second) % n
    at_home = 2 * place + 1 < n or (2 * place + 1 == n and first % 2 == 0)  # of an odd n the middle is shared out
    return Game(first + 1, second + 1, "home" if at_home else "away")


class TeamRound(NamedTuple):
    """One round where a whole team is at home: which, and whom each player of the first team meets."""

    home: Seat
    """``home``: the first team."""
    opponents: tuple[int, ...]


def team_rounds(n: int, times: int = 1) -> list[TeamRound]:
    """Return the rounds of ``rounds`` with one team at home on all boards, in turn; a second cycle turns the homes."""
    homes: dict[tuple[int, ...], Seat] = {}
    made = []
    for number, games in enumerate(rounds(n, times)):
        opponents = tuple(game.second for game in games)
        home = homes.get(opponents)
        home = ("away" if number % 2 else "home") if home is None else other(home)
        homes[opponents] = home
        made.append(TeamRound(home, opponents))
    return made


class Score(NamedTuple):
    """One finished game: who was at home, who away, and their points."""

    home: str
    away: str
    home_points: float
    away_points: float


@dataclass(frozen=True, slots=True)
class Standing:
    """The points of each player and of the two teams."""

    first: Mapping[str, float]
    second: Mapping[str, float]

    @property
    def score(self) -> Pair:
        return sum(self.first.values()), sum(self.second.values())

    @property
    def boards_played(self) -> float:
        """Games that paid one point together."""
        return sum(self.score)

    @property
    def lead(self) -> float:
        """Return how far the best player is ahead of the next in the same team; 0 if there is none."""
        teams = (sorted(team.values(), reverse=True) for team in (self.first, self.second))
        best = max(teams, key=lambda points: points[:1])
        return best[0] - best[1] if len(best) > 1 else 0

    def after(self, games: Iterable[Score]) -> "Standing":
        """Return the standing after further ``games``. Raises ValueError unless each is one player of each team."""
        first, second = dict(self.first), dict(self.second)
        for game in games:
            if not ({game.home, game.away} & first.keys() and {game.home, game.away} & second.keys()):
                raise ValueError(f"{game.home} and {game.away} are no two players of different teams")
            for player, points in ((game.home, game.home_points), (game.away, game.away_points)):
                team = first if player in first else second
                team[player] += points
        return Standing(first, second)
