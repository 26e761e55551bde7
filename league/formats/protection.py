"""Draws that keep entrants apart: those of one club, of one household, of one group of the stage before.

Both are functions of what was drawn, so that anybody who repeats the draw gets the same. They keep as many apart as
possible: if a club has more entrants than there are groups or ties, some of them must meet.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import ceil

from league.formats import groups
from league.formats.knockout import bracket


def groups_apart(
    seed: str, drawn_from: Sequence[Sequence[str]], count: int, tags: Mapping[str, Sequence[str]]
) -> groups.Groups:
    """Draw groups like ``groups.draw_groups``, with the smallest possible number of one tag in a group."""
    many = Counter(tag for listed in tags.values() for tag in listed)
    most = max(many.values(), default=0)
    for at_most in range(max(1, ceil(most / count)), most + 1):
        try:
            return groups.draw_groups(seed, drawn_from, count, tags, at_most)
        except ValueError:
            continue
    return groups.draw_groups(seed, drawn_from, count)


def seeded_apart(order: Sequence[str], clubs: Mapping[str, str]) -> list[str]:
    """Reorder ``order`` (ids, seed 1 first) so that no two of one club meet in round one, as far as possible.

    The better half stays; each of the others who must move goes to the first place, from the top, that leaves the
    most of all apart.
    """
    pairs = sorted((tie.away["seed"], tie.home["seed"]) for tie in bracket(len(order)).rounds[0] if not tie.bye)
    upper = [order[home - 1] for _away, home in pairs]
    lower = [order[away - 1] for away, _home in pairs]
    plays = {at: at for at in range(len(pairs)) if not of_one_club(clubs, upper[at], lower[at])}
    """Place in ``lower`` -> its pair."""

    def settle(pair: int, visited: set[int]) -> bool:
        for at in range(len(lower)):
            if at not in visited and not of_one_club(clubs, upper[pair], lower[at]):
                visited.add(at)
                if at not in plays or settle(plays[at], visited):
                    plays[at] = pair
                    return True
        return False

    for pair in range(len(pairs)):
        if pair not in plays.values():
            settle(pair, set())
    left = [at for at in range(len(lower)) if at not in plays]
    empty = [pair for pair in range(len(pairs)) if pair not in plays.values()]
    seeded = list(order)
    for at, pair in (plays | dict(zip(left, empty, strict=True))).items():
        seeded[pairs[pair][0] - 1] = lower[at]
    return seeded


def of_one_club(clubs: Mapping[str, str], one: str, other: str) -> bool:
    """Return whether both have a club, and the same."""
    return bool(clubs.get(one)) and clubs.get(one) == clubs.get(other)
