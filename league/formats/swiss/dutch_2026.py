"""FIDE Dutch by the rules in force since 1 February 2026 (C.04.3, with C.04.1 and C.04.2).

The round is paired bracket by bracket from the top (article 1.9). Nearly always the players below do not affect a
bracket: then it is paired alone, which is much quicker, and pairing those below by hand proves that nothing was lost.
If that fails, the bracket is paired together with everybody below.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import chain, groupby

from league.formats.swiss.bracket import BracketPairing, Pair
from league.formats.swiss.criteria import Absolute, Bracket
from league.formats.swiss.games import CannotPair, Game, Pairing, Rules
from league.formats.swiss.matching import Matching
from league.formats.swiss.players import ABSOLUTE, ANY, WHITE, Player, contenders


def pair(
    players: int,
    games: Sequence[Sequence[Game]],
    rules: Rules,
    absent: Collection[int],
    apart: Collection[tuple[int, int]],
    acceleration: Mapping[int, Sequence[float]],
) -> list[Pairing]:
    """Pair a round; see ``rounds.dutch``."""
    present = contenders(players, games, rules, absent, acceleration)
    absolute = Absolute(present, apart)
    absolute.most_for_bye = _bye_score(present, absolute)
    pairs = _paired(present, absolute, len(games))
    busy = {player.number for both in pairs for player in both}
    resting = [Pairing(player.number, None) for player in present if player.number not in busy]
    return [_seated(*both, rules.first_home) for both in sorted(pairs, key=_board)] + resting


def _board(pair: Pair) -> tuple[int, int, int]:
    """Return the order of publication: the better score, the other score, the number of the better player."""
    first, second = sorted(pair, key=lambda player: (-player.points, player.number))
    return -first.points, -second.points, first.number


def _paired(present: Sequence[Player], absolute: Absolute, rounds: int) -> list[Pair]:
    groups = [list(group) for _score, group in groupby(present, key=lambda player: player.score)]
    moved: list[Player] = []
    pairs: list[Pair] = []
    for at, residents in enumerate(groups):
        following = groups[at + 1] if at + 1 < len(groups) else []
        bracket = Bracket(moved, residents, following, list(chain(*groups[at + 2 :])))
        paired = _pair_without_lower(bracket, absolute, rounds)
        if paired is None:
            paired = _with_all_below(bracket, absolute, rounds)
        pairs += paired
        busy = {player.number for both in paired for player in both}
        moved = [player for player in bracket.members if player.number not in busy]
    return pairs


def _pair_without_lower(bracket: Bracket, absolute: Absolute, rounds: int) -> list[Pair] | None:
    """Pair a bracket without the players below; None unless they provably do not affect it.

    They do not affect C6 and C7. If all floaters find an opponent in the scoregroup below, and it can make as many
    pairs as its size allows, C8 cannot be met better; and C4 and C5 hold if the rest can be paired.
    """
    if not bracket.following or _bye_is_here(bracket, absolute):
        return None
    pairing = BracketPairing(Bracket(bracket.moved, bracket.residents), absolute, rounds)
    paired = pairing.pairs()
    busy = {player.number for both in paired for player in both}
    floating = [player for player in bracket.members if player.number not in busy]
    proof = ByHand(absolute).completes(floating, bracket.following, bracket.rest)
    return paired if proof else None


def _with_all_below(bracket: Bracket, absolute: Absolute, rounds: int) -> list[Pair]:
    """Pair a bracket so that everybody below can still be paired."""
    everybody = Bracket(bracket.moved, bracket.residents, bracket.following, bracket.rest, complete=True)
    if _bye_is_here(bracket, absolute):
        pairing = BracketPairing(everybody, absolute, rounds, count_unplayed=True)
        if pairing.floating() == 1:
            return pairing.pairs()
    return BracketPairing(everybody, absolute, rounds).pairs()


def _bye_is_here(bracket: Bracket, absolute: Absolute) -> bool:
    """Return whether a player of the bracket gets the bye."""
    return absolute.most_for_bye is not None and absolute.most_for_bye >= bracket.residents[0].score


# ── the bye, and whether there is a round ──
def _bye_score(present: Sequence[Player], absolute: Absolute) -> int | None:
    """Return the lowest score that can have the bye (C4 and C5); None for an even number. Raises CannotPair."""
    odd = len(present) % 2 == 1
    lowest = min((player.score for player in present if player.may_rest), default=None) if odd else None
    absolute.most_for_bye = lowest
    proof = ByHand(absolute).completes([], [], present)
    absolute.most_for_bye = None
    if proof:
        return lowest
    left = _left_over(present, absolute)
    if len(left) != odd or not all(player.may_rest for player in left):
        raise CannotPair("everybody left has met everybody left")
    return left[0].score if left else None


def _left_over(present: Sequence[Player], absolute: Absolute) -> list[Player]:
    """Return the players left over by a largest matching: the candidates for the bye, of the lowest score."""
    places = {score: place for place, score in enumerate(sorted({player.score for player in present}))}
    bits = (len(present) * len(places)).bit_length()
    matching = Matching(len(present), bits + len(present).bit_length() + 1)
    weights = {}
    for at, player in enumerate(present):
        for other_at in range(at):
            other = present[other_at]
            if absolute.allows(player, other):
                barred = (not player.may_rest) + (not other.may_rest)
                value = (1 + barred << bits) + places[player.score] + places[other.score]
                if value not in weights:
                    weights[value] = matching.weight(value)
                matching.connect(at, other_at, weights[value])
    matching.solve()
    return [player for at, player in enumerate(present) if matching.partner[at] == at]


class ByHand:
    """Pairing of neighbours: nearly always proves that a pairing exists without a matching."""

    def __init__(self, absolute: Absolute) -> None:
        self._absolute = absolute

    def completes(self, floating: Sequence[Player], following: Sequence[Player], rest: Sequence[Player]) -> bool:
        """Return whether neighbours show that the rest can be paired. False proves nothing.

        All floaters meet a player of the following scoregroup, which still makes all its possible pairs, and
        everybody left is paired but one who may have the bye.
        """
        left = list(following)
        if floating:
            if any(not self._partner(player, following) for player in floating):
                return False
            spare = self._paired([*floating, *following], (len(floating) + len(following)) % 2)
            if spare is None:
                return False
            left = spare
        left += rest
        if len(left) % 2:
            rests = next((player for player in reversed(left) if self._absolute.may_rest(player)), None)
            if rests is None:
                return False
            left.remove(rests)
        return self._paired(left, 0) is not None

    def _partner(self, player: Player, others: Sequence[Player]) -> Player | None:
        return next((other for other in others if self._absolute.allows(player, other)), None)

    def _paired(self, players: Sequence[Player], spare: int) -> list[Player] | None:
        """Return the players left over, ``spare`` at most, when neighbours are paired; None if that fails.

        ``spare``: 1 for an odd number of players, 0 for an even one, so that one who is left over has company.
        """
        left = list(players)
        pairs: list[Pair] = []
        over: list[Player] = []
        while left:
            player = left.pop(0)
            partner = self._partner(player, left)
            if partner is not None:
                left.remove(partner)
                pairs.append((player, partner))
            elif len(over) < spare:
                over.append(player)
            elif not self._exchanged(player, left.pop(), pairs):
                return None
        return over

    def _exchanged(self, one: Player, other: Player, pairs: list[Pair]) -> bool:
        """Give two players who may not meet the partners of a pair that may be split."""
        allows = self._absolute.allows
        for at, (third, fourth) in enumerate(pairs):
            for taken, left in ((third, fourth), (fourth, third)):
                if allows(one, taken) and allows(other, left):
                    pairs[at] = (one, taken)
                    pairs.append((other, left))
                    return True
        return False


# ── colours ──
def _seated(one: Player, other: Player, first_home: bool) -> Pairing:
    """Give the colours (article 5.2): white is at home."""
    higher, lower = sorted((one, other), key=lambda player: (-player.score, player.number))
    colour = _colour(higher, lower)
    if colour == ANY:
        return _by_turns(higher, lower, first_home)
    return Pairing(higher.number, lower.number) if colour == WHITE else Pairing(lower.number, higher.number)


def _colour(higher: Player, lower: Player) -> int:
    """Return the colour of the higher player by articles 5.2.1 to 5.2.4."""
    higher_due, lower_due = higher.preference, lower.preference
    if higher_due != lower_due:
        return higher_due or -lower_due
    if higher_due == ANY:
        return ANY
    strength, against = (
        (player.strength, abs(player.difference) if player.strength == ABSOLUTE else 0) for player in (higher, lower)
    )
    if strength != against:
        return higher_due if strength > against else -higher_due
    for own, theirs in zip(reversed(higher.colours), reversed(lower.colours), strict=False):
        if own != theirs:
            return theirs
    return higher_due


def _by_turns(higher: Player, lower: Player, first_home: bool) -> Pairing:
    """Apply article 5.2.5: an odd number has the initial colour."""
    at_home = (higher.order % 2 == 1) == first_home
    return Pairing(higher.number, lower.number) if at_home else Pairing(lower.number, higher.number)
