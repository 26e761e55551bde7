"""Current ratings."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from league.statistics.models import PROVISIONAL, Rating


@dataclass(frozen=True, slots=True)
class Standing:
    game: str
    rating: float
    deviation: float
    matches: int

    @property
    def margin(self) -> float:
        """Half of the 95 % interval of the true strength."""
        return 2 * self.deviation

    @property
    def provisional(self) -> bool:
        """Return whether too little is known to trust the number."""
        return self.deviation > PROVISIONAL


def ratings_of(game: str, players: Iterable[UUID]) -> dict[UUID, float]:
    """Return the current rating in ``game`` of each of ``players`` who has one."""
    rows = Rating.objects.filter(game=game, player__in=list(players), last=True).order_by()
    return dict(rows.values_list("player_id", "rating"))


def standings_of(player: UUID) -> list[Standing]:
    """Return the current ratings of ``player``, the most played game first. One query."""
    rows = Rating.objects.filter(player=player, last=True).order_by()
    standings = [Standing(row.game, row.rating, row.deviation, row.number) for row in rows]
    return sorted(standings, key=lambda standing: (-standing.matches, standing.game))
