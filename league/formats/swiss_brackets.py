"""The pairing of a Dutch round by the parts of ``py4swiss``, with the work left out that cannot change a pair.

The package weighs every pair of a bracket by fifteen criteria in Python, sets up the next scoregroup with every
bracket, and looks for a whole pairing of everybody after each. Here two pairs of the same kind (scores, colours,
floats) are weighed once; a bracket is paired without the scoregroup below where that has no say in it; whom an upper
player meets is asked of the matching only where somebody better than the present one is left; and who may still be
paired is proved by a pairing of neighbours, and searched for by the matching only where that fails. What comes out
is what the package's own engine says; ``tests/league/pure/test_swiss.py`` holds it to that.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from py4swiss.dynamicuint import DynamicUint
from py4swiss.engines import DutchEngine
from py4swiss.engines.common import ColorPreferenceStrength, Pairing, PairingError
from py4swiss.engines.dutch.bracket import BracketPairer, Brackets
from py4swiss.engines.dutch.bracket.bracket import Bracket
from py4swiss.engines.dutch.bracket.bracket_matcher import BracketMatcher
from py4swiss.engines.dutch.criteria import QUALITY_CRITERIA
from py4swiss.engines.dutch.criteria.quality import C7
from py4swiss.engines.dutch.player import Player, get_player_infos_from_trf
from py4swiss.engines.dutch.validity_matcher import ValidityMatcher
from py4swiss.trf import ParsedTrf

Kind: TypeAlias = tuple[int, ...]
NO_COLOUR: Final = 0


def pairings(record: ParsedTrf) -> list[Pairing]:
    """The next round, the top board first; a bye has black 0. Raises ``PairingError``: no round keeps the rules."""
    players = sorted(get_player_infos_from_trf(record), reverse=True)
    whole = Whole(players, record.x_section.forbidden_pairs)
    brackets = Brackets(players, min(len(section.results) for section in record.player_sections) + 1)
    if not whole.is_valid_matching():
        raise PairingError("Round can not be paired")
    pairs: list[tuple[Player, Player]] = []
    while not brackets.is_finished():
        pairer = _pairer(brackets.get_current_bracket(), whole, record.x_section.configuration.first_round_color)
        paired = DutchEngine._get_bracket_pairs(pairer)
        if paired is None:
            brackets.collapse()
        else:
            brackets.apply_bracket_pairings(paired)
            pairs += paired
    pairs.sort(key=DutchEngine._get_player_pair_score, reverse=True)
    return [DutchEngine._get_pairing(pair) for pair in pairs]


class Whole(ValidityMatcher):
    """Who may meet, and whether all who have no pair yet can still be paired."""

    def __init__(self, players: list[Player], forbidden: set[tuple[int, int]]) -> None:
        """``players`` from the top. The package's own matching is made when it is first needed, not here."""
        self._players = players
        self._forbidden_pairs = forbidden
        self._exact: ValidityMatcher | None = None
        self._left = {player.id: player for player in players}
        self._fixed: list[tuple[Player, Player]] = []
        self._apart = {player.id: set(player.opponents) for player in players}
        for one, other in forbidden:
            self._apart.setdefault(one, set()).add(other)
            self._apart.setdefault(other, set()).add(one)
        self._must_have = {player.id: _must_have(player) for player in players}
        self._left_by: dict[int, bool] = {}
        """Partner below -> whether the others of the scoregroup still pair up."""

    def is_allowed_pair(self, one: Player, other: Player) -> bool:
        """Whether the two have not met, need not stay apart, and do not both insist on the same colour."""
        if other.id in self._apart[one.id]:
            return False
        colour = self._must_have[one.id]
        return colour == NO_COLOUR or colour != self._must_have[other.id]

    def finalize_match(self, one: Player, other: Player) -> None:
        """These two have their pair."""
        for player in (one, other):
            self._left.pop(player.id, None)
        self._fixed.append((one, other))
        if self._exact is not None:
            self._exact.finalize_match(one, other)

    def is_valid_matching(self) -> bool:
        """Whether a pairing of all who are left exists: one is found by hand, or else the matching decides."""
        if self._without_bye():
            return True
        if self._exact is None:
            self._exact = ValidityMatcher(self._players, self._forbidden_pairs)
            for pair in self._fixed:
                self._exact.finalize_match(*pair)
        return self._exact.is_valid_matching()

    def receives(self, player: Player, lower: list[Player]) -> bool:
        """Whether ``player`` finds somebody in the scoregroup ``lower`` and leaves as many pairs in it as there can be.
        False proves nothing.
        """
        partner = next((other for other in lower if self.is_allowed_pair(player, other)), None)
        if partner is None:
            return False
        if partner.id not in self._left_by:
            rest = [other for other in lower if other is not partner]
            self._left_by[partner.id] = self._paired(rest, spare=len(rest) % 2)
        return self._left_by[partner.id]

    def next_bracket(self) -> None:
        """What was found out of the scoregroup below is of another one now."""
        self._left_by.clear()

    def _without_bye(self) -> bool:
        """A pairing of all who are left, with the bye for the last who may have it. False proves nothing."""
        left = list(self._left.values())
        if len(left) % 2:
            rests = next((player for player in reversed(left) if not player.bye_received), None)
            if rests is None:
                return False
            left.remove(rests)
        return self._paired(left)

    def _paired(self, left: list[Player], spare: int = 0) -> bool:
        """A pairing of neighbours, ``spare`` of them left over. False proves nothing."""
        pairs: list[tuple[Player, Player]] = []
        left = list(left)
        while left:
            one = left.pop(0)
            other = next((player for player in left if self.is_allowed_pair(one, player)), None)
            if other is not None:
                left.remove(other)
                pairs.append((one, other))
            elif spare:
                spare -= 1
            elif not left or not self._exchanged(one, left.pop(), pairs):
                return False
        return True

    def _exchanged(self, one: Player, other: Player, pairs: list[tuple[Player, Player]]) -> bool:
        """Two who may not meet take the partners of a pair that may be parted."""
        allowed = self.is_allowed_pair
        for place, (third, fourth) in enumerate(pairs):
            for taken, left in ((third, fourth), (fourth, third)):
                if allowed(one, taken) and allowed(other, left):
                    pairs[place] = (one, taken)
                    pairs.append((other, left))
                    return True
        return False


def _must_have(player: Player) -> int:
    """The colour that the player must get for C.3: of no top scorer with an absolute preference."""
    absolute = player.color_preference.strength == ColorPreferenceStrength.ABSOLUTE
    return int(player.color_preference.side) if absolute and not player.top_scorer else NO_COLOUR


class _Matcher(BracketMatcher):
    """The matching of one bracket: pairs of the same kind are weighed once."""

    def __init__(self, bracket: Bracket, whole: Whole) -> None:
        kinds: dict[Kind, int] = {}
        members = bracket.mdp_list + bracket.resident_list + bracket.lower_list
        self._kinds = {player.id: kinds.setdefault(_kind(player), len(kinds)) for player in members}
        self._known: dict[tuple[int, int], DynamicUint] = {}
        super().__init__(bracket, whole)

    def _get_weight(self, one: Player, other: Player) -> DynamicUint:
        """A copy each time: the package changes weights where they stand."""
        if not self._validity_matcher.is_allowed_pair(one, other):
            return DynamicUint(self._zero_weight)
        kinds = self._kinds[one.id], self._kinds[other.id]
        if kinds not in self._known:
            self._known[kinds] = self._weighed(one, other)
        return DynamicUint(self._known[kinds])

    def _weighed(self, one: Player, other: Player) -> DynamicUint:
        """The weight of a pair that is allowed."""
        return super()._get_weight(one, other)

    def unmatched(self) -> int:
        """How many have nobody."""
        return sum(one is other for one, other in self.matching.items())

    def best(self, player: Player, others: list[Player]) -> Player | None:
        """The first of ``others`` whom the player may still be given."""
        place = self._index_dict[player]
        return next((other for other in others if bool(self._weights[place][self._index_dict[other]])), None)


class _Alone(_Matcher):
    """The matching of a bracket without the scoregroup below: C.7, which is about that, is left out."""

    def _weighed(self, one: Player, other: Player) -> DynamicUint:
        weight = DynamicUint(self._zero_weight)
        for criterion in QUALITY_CRITERIA:
            if criterion is not C7:
                weight <<= criterion.get_shift(self._bracket)
                weight += criterion.get_weight(one, other, self._zero_weight, self._bracket)
        weight <<= 3 * self._bracket.bracket_bits + 1
        return weight


def _kind(player: Player) -> Kind:
    """All that the quality criteria look at."""
    colour = player.color_preference
    return (
        int(player.role),
        player.points_with_acceleration,
        int(colour.side),
        int(colour.strength),
        player.color_difference,
        int(player.color_double),
        int(player.float_1),
        int(player.float_2),
        int(player.bye_received),
        int(player.top_scorer),
    )


class _Pairer(BracketPairer):
    """The pairing of one bracket, without questions whose answer is known."""

    def __init__(self, bracket: Bracket, whole: Whole, first_home: bool, matching: type[_Matcher] = _Matcher) -> None:
        """Not the package's: that would set up its own matcher."""
        self._bracket = bracket
        self._validity_matcher = whole
        self._initial_color = first_home
        self._num = len(bracket.mdp_list + bracket.resident_list + bracket.lower_list)
        self._bracket_matcher: _Matcher = matching(bracket, whole)
        self._heterogeneous_s1 = []
        self._heterogeneous_s2 = []
        self._homogeneous_s1 = []
        self._homogeneous_s2 = []
        self._exchanges = 0

    def unmatched(self) -> int:
        """How many of the bracket have to go down."""
        return self._bracket_matcher.unmatched()

    def transpose_homogeneous_s2(self) -> None:
        """D.1: each of the upper half, from the top, gets the highest of the lower half whom the rest allows.

        Who is already matched with the first whom they may have cannot do better: the matching need not be asked.
        """
        matcher = self._bracket_matcher
        for player in self._homogeneous_s1:
            if matcher.matching[player] is not matcher.best(player, self._homogeneous_s2):
                matcher.add_to_weights(player, self._homogeneous_s2[::-1], 0, increment=True)
                matcher.update_matching()
            partner = matcher.matching[player]
            matcher.finalize_match(player, partner)
            self._validity_matcher.finalize_match(player, partner)


def _pairer(bracket: Bracket, whole: Whole, first_home: bool) -> _Pairer:
    """The pairer of a bracket; of the bracket alone, if the scoregroup below has no say in it.

    That is so where everybody can have a pair (C.5 comes before C.7), and where one must go down and whoever it is
    leaves the scoregroup below as many pairs as it can have: then C.7 is as good for everybody. In the penultimate
    bracket the pairing of the last comes first.
    """
    lower = bracket.lower_list
    if lower and not bracket.penultimate_pairing_bracket:
        members = bracket.mdp_list + bracket.resident_list
        odd = len(members) % 2
        whole.next_bracket()
        if not odd or all(whole.receives(player, lower) for player in members):
            alone = _Pairer(bracket.model_copy(update={"lower_list": []}), whole, first_home, _Alone)
            if alone.unmatched() == odd:
                return alone
    return _Pairer(bracket, whole, first_home)
