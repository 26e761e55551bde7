"""FIDE Dutch in the edition of 2017, by ``py4swiss``: for competitions that began by it."""

from collections.abc import Collection, Mapping, Sequence

from py4swiss.engines import DutchEngine
from py4swiss.engines.common import PairingError

from league.formats.swiss.games import CannotPair, Game, Pairing, Rules
from league.formats.swiss.report import record


def pair(
    players: int,
    games: Sequence[Sequence[Game]],
    rules: Rules,
    absent: Collection[int],
    apart: Collection[tuple[int, int]],
    acceleration: Mapping[int, Sequence[float]],
) -> list[Pairing]:
    """Pair a round; see ``rounds.dutch``."""
    try:
        pairs = DutchEngine.generate_pairings(record(players, games, rules, absent, apart, acceleration))
    except PairingError as error:
        raise CannotPair(str(error)) from error
    return [Pairing(pair.white, pair.black or None) for pair in pairs]
