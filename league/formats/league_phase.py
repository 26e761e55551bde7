"""League phases with pots: one table in which everybody meets only some, as in UEFA's cups since 2024.

The entrants are in pots of one size, and each meets the same number of every pot, its own included. A draw finds
opponents with venues, matchdays and their order in three steps, all from the committed seed:

1. opponents: a regular pattern over the shuffled pots is mixed by exchanges (``a-b, c-d`` become ``a-d, c-b``), which
   keep how many of each pot everybody meets, until nobody meets its own club or too many of another; then closed walks
   through these pairs give the venues;
2. matchdays: every matchday is a colour of the edges of that graph, found with Kempe chains (an even field needs as
   many matchdays as opponents, an odd one a matchday more, on which by Vizing's theorem there is always a way);
3. order: Kempe chains between two matchdays are exchanged while that leaves fewer runs of three at home or away.

The steps are counted, never timed, so that everybody who repeats a draw gets the same. ``problems`` checks every rule
without knowing how the schedule was found; ``schedule`` returns only schedules without problems.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final, TypeAlias

from engines.core.text import Text, text
from league.formats.draw import Chance

Match: TypeAlias = tuple[int, int]
"""``(home, away)``: entrants as numbers from 0, pot after pot."""
Place: TypeAlias = tuple[int, ...]
"""An entrant and the pot that it meets there; the entrant alone: against all pots; nothing: outside of them."""
Pairing: TypeAlias = tuple[str, str]
"""``(home, away)`` as ids."""

ALGORITHM: Final = "league-phase/1"
"""Changes whenever one seed would give another schedule."""
MOST_POTS: Final = 8
MOST_OPPONENTS: Final = 40
ATTEMPTS: Final = 8
"""Fresh starts of a draw before it counts as impossible."""
FAR_OFF: Final = 20
"""Matches per fault: with more faults an attempt is far from a draw, and three such attempts end the search."""
EXCHANGES: Final = 70
"""Exchanges of opponents tried in an attempt, per match; 36 entrants of 16 clubs need about ten, tight fields fifty."""
RECOLOURINGS: Final = 60
"""Matches moved to a matchday, per match, before an attempt gives up."""
RUN_EXCHANGES: Final = 700_000
"""Exchanges tried to break runs of three, divided by entrants times matchdays, the cost of each."""
OTHER_FIXTURES: Final = text("the fixtures do not match the seed")


@dataclass(frozen=True, slots=True)
class Phase:
    """The frozen terms of a league phase.

    ``pots``: ids, the first pot has the strongest. ``clubs``: id -> club or association to keep apart. ``most``:
    opponents that one entrant may have of one other club; 0 for any number.
    """

    pots: Sequence[Sequence[str]]
    opponents: int
    clubs: Mapping[str, str] = field(default_factory=dict)
    most: int = 2

    @property
    def ids(self) -> list[str]:
        return [entrant for pot in self.pots for entrant in pot]

    @property
    def matchdays(self) -> int:
        """Number of matchdays: in an odd field one entrant rests on each."""
        return self.opponents + len(self.ids) % 2


# ── which sizes there are ──
def allowed_opponents(entrants: int, pots: int) -> list[int]:
    """Return how many opponents each of ``entrants`` in ``pots`` can have; empty if the pots are not of one size."""
    if pots < 1 or entrants % pots:
        return []
    size = entrants // pots
    return [
        pots * each
        for each in range(1, size)
        if (size * each) % 2 == 0 and 1 < pots * each <= MOST_OPPONENTS and not _falls_apart(size, pots, each)
    ]


def _falls_apart(size: int, pots: int, each: int) -> bool:
    """Return whether each pot is an isolated odd cycle or the like: no full matchdays exist."""
    return pots == 1 and each == 2 and size == 3


def allowed_pots(entrants: int) -> list[int]:
    """Return the numbers of pots in which ``entrants`` can play a league phase."""
    return [count for count in range(1, MOST_POTS + 1) if allowed_opponents(entrants, count)]


def refusal(entrants: int, pots: int, opponents: int) -> Text | None:
    """Return why no league phase has these numbers, with the possible ones; None if there is one."""
    allowed = allowed_opponents(entrants, pots)
    if opponents in allowed:
        return None
    if not allowed:
        counts = allowed_pots(entrants)
        if not counts:
            return text("A league phase needs four entrants or more, not {entrants}.", entrants=entrants)
        return text(
            "You cannot divide {entrants} entrants into {pots} equal pots; possible numbers of pots: {allowed}.",
            entrants=entrants,
            pots=pots,
            allowed=listed(counts),
        )
    return text(
        "{entrants} entrants in {pots} pots cannot have {opponents} opponents each; possible: {allowed}.",
        entrants=entrants,
        pots=pots,
        opponents=opponents,
        allowed=listed(allowed),
    )


def listed(numbers: Sequence[int]) -> str:
    """Return ``numbers`` for a sentence: ``4, 8, 12``."""
    return ", ".join(map(str, numbers))


def club_refusal(phase: Phase) -> Text | None:
    """Return why the clubs leave an entrant too few opponents, as far as counting shows it, or None."""
    each = phase.opponents // len(phase.pots)
    for club in sorted(set(phase.clubs.values())):
        for number, pot in enumerate(phase.pots, start=1):
            room = _allowed_opponents_count(phase, pot, club)
            if room < each:
                return text(
                    "entrants of {club} can meet only {room} of pot {number} and must meet {each}",
                    club=club,
                    room=room,
                    number=number,
                    each=each,
                )
        room = _allowed_opponents_count(phase, phase.ids, club)
        if room < phase.opponents:
            return text(
                "entrants of {club} can meet only {room} others and must meet {each}",
                club=club,
                room=room,
                each=phase.opponents,
            )
    return None


def _allowed_opponents_count(phase: Phase, among: Sequence[str], club: str) -> int:
    """Count the opponents among ``among`` that an entrant of ``club`` may have, at most ``most`` of one other club."""
    others = Counter(phase.clubs.get(entrant, "") for entrant in among)
    del others[club]
    free = others.pop("", 0)
    return free + sum(min(count, phase.most or count) for count in others.values())


# ── the draw ──
def schedule(seed: str, phase: Phase) -> list[list[Pairing]]:
    """Return the matchdays drawn from ``seed`` (64 hex digits). Raises Refused if the terms leave no schedule."""
    ids, frozen = phase.ids, terms_hash(phase)
    against = refusal(len(ids), len(phase.pots), phase.opponents) or club_refusal(phase)
    if against is not None:
        raise Refused(against)
    far_off = 0
    for attempt in range(1, ATTEMPTS + 1):
        if far_off == 3:
            break
        chance = Chance(seed, frozen, f"{ALGORITHM} {attempt}")
        opponents = _Opponents(phase, chance)
        if not opponents.mix():
            far_off += opponents.faults * FAR_OFF > len(opponents.matches)
            continue
        matches = _with_venues(opponents.matches, len(phase.pots[0]), chance)
        days = _Matchdays(matches, len(ids), phase.matchdays, chance)
        if not days.fill():
            continue
        days.break_runs()
        matchdays = [sorted((ids[home], ids[away]) for home, away in day) for day in days.days()]
        if not problems(phase, matchdays):
            return matchdays
    raise Refused(text("no schedule keeps the clubs apart: too many entrants are of one club"))


class Refused(ValueError):
    """Impossible terms of a league phase; ``reason`` says why."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason[0].format_map(reason[1]))
        self.reason = reason


def terms_hash(phase: Phase) -> str:
    """Return the SHA-256 of the frozen terms: pots, opponents, clubs and the most of one club."""
    content = [[list(pot) for pot in phase.pots], phase.opponents, sorted(phase.clubs.items()), phase.most]
    return sha256(json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()).hexdigest()


class _Opponents:
    """All opponents: a graph with the right numbers, changed by exchanges that keep them."""

    def __init__(self, phase: Phase, chance: Chance) -> None:
        size, pots = len(phase.pots[0]), len(phase.pots)
        places = [pot * size + place for pot in range(pots) for place in chance.shuffled(range(size))]
        self.chance, self.most, self.size = chance, phase.most, size
        self.clubs = [phase.clubs.get(entrant, "") for entrant in phase.ids]
        self.matches = [(places[a], places[b]) for a, b in _pattern(size, pots, phase.opponents // pots)]
        self.met = {frozenset(match) for match in self.matches}
        self.of_club: Counter[tuple[int, str]] = Counter()
        self.faults = 0
        """Opponents of the own club, and those of another beyond ``most``."""
        self.alike: dict[Match, list[int]] = {}
        for at, (home, away) in enumerate(self.matches):
            self.alike.setdefault((home // size, away // size), []).append(at)
            self._count(home, away, 1)
        self.kind = [self.alike[home // size, away // size] for home, away in self.matches]

    def mix(self) -> bool:
        """Exchange at random, then until the clubs are apart; return whether that succeeded."""
        for _ in range(10 * len(self.matches)):
            self._exchange(self.chance.below(len(self.matches)), worse=True)
        for _ in range(EXCHANGES * len(self.matches)):
            if not self.faults:
                return True
            at = self.chance.below(len(self.matches))
            if self._at_fault(at) or not self.chance.below(8):
                self._exchange(at, worse=not self.chance.below(50))
        return not self.faults

    def _at_fault(self, at: int) -> bool:
        home, away = self.matches[at]
        home_club, away_club = self.clubs[home], self.clubs[away]
        if home_club and home_club == away_club:
            return True
        over = (
            self.of_club[entrant, club] > self.most for entrant, club in ((home, away_club), (away, home_club)) if club
        )
        return bool(self.most) and any(over)

    def _exchange(self, at: int, *, worse: bool) -> None:
        """Exchange the second of pair ``at`` with that of another pair of the same pots, unless that is no gain."""
        kind = self.kind[at]
        other = kind[self.chance.below(len(kind))]
        (a, b), (c, d) = self.matches[at], self.matches[other]
        if a // self.size == b // self.size and self.chance.below(2):
            c, d = d, c  # within one pot either may be the second
        if a in (c, d) or b in (c, d) or frozenset((a, d)) in self.met or frozenset((c, b)) in self.met:
            return
        before = self.faults
        self._replace(at, other, (a, d), (c, b))
        if self.faults > before and not worse:
            self._replace(at, other, (a, b), (c, d))

    def _replace(self, at: int, other: int, first: Match, second: Match) -> None:
        for place, match in ((at, first), (other, second)):
            self.met.discard(frozenset(self.matches[place]))
            self._count(*self.matches[place], -1)
            self.matches[place] = match
            self._count(*match, 1)
        self.met |= {frozenset(first), frozenset(second)}

    def _count(self, home: int, away: int, change: int) -> None:
        home_club, away_club = self.clubs[home], self.clubs[away]
        if home_club and home_club == away_club:
            self.faults += change
            return
        for entrant, club in ((home, away_club), (away, home_club)):
            if club and self.most:
                self.faults -= max(0, self.of_club[entrant, club] - self.most)
                self.of_club[entrant, club] += change
                self.faults += max(0, self.of_club[entrant, club] - self.most)


def _pattern(size: int, pots: int, each: int) -> list[Match]:
    """Return a regular pattern, without venues, in which everybody meets ``each`` of every pot.

    ``t`` meets the next ones of its own pot (and the one opposite, if ``each`` is odd), and ``t``, ``t + 1`` ... of
    every other.
    """
    pattern = []
    for pot in range(pots):
        for t in range(size):
            turns = [*range(1, each // 2 + 1), *([size // 2] if each % 2 and t < size // 2 else [])]
            pattern += [(pot * size + t, pot * size + (t + turn) % size) for turn in turns]
            for other in range(pot + 1, pots):
                pattern += [(pot * size + t, other * size + (t + turn) % size) for turn in range(each)]
    return pattern


def _with_venues(pairs: Sequence[Match], size: int, chance: Chance) -> list[Match]:
    """Return ``pairs`` with the host first, balanced at home and away.

    Each entrant's venues are balanced against every pot, or to one where the number is odd, and then over all pots
    (to one where that is odd too). Closed walks enter every place as often as they leave it. A place is an entrant
    against one pot; if it has an odd number of pairs, a link to a place for the whole entrant makes it even, and
    where these are odd, one from there to a common place outside.
    """
    links: list[tuple[Place, Place]] = [((a, b // size), (b, a // size)) for a, b in chance.shuffled(pairs)]
    real = len(links)
    count = Counter(place for link in links for place in link)
    links += [(place, place[:1]) for place, times in count.items() if times % 2]
    count = Counter(place for link in links[real:] for place in link)
    links += [(place, ()) for place, times in count.items() if len(place) == 1 and times % 2]
    at: dict[Place, list[int]] = {}
    for number, link in enumerate(links):
        for place in link:
            at.setdefault(place, []).append(number)
    walked: set[int] = set()
    directed = []
    for start in at:
        here = start
        while at[here]:
            number = at[here].pop()
            if number in walked:
                continue
            walked.add(number)
            one, other = links[number]
            next_place = other if here == one else one
            if number < real:
                directed.append((here[0], next_place[0]))
            here = next_place
    return directed


class _Matchdays:
    """Matches assigned to matchdays, on each of which everybody plays at most once."""

    def __init__(self, matches: Sequence[Match], entrants: int, count: int, chance: Chance) -> None:
        self.matches, self.entrants, self.count, self.chance = matches, entrants, count, chance
        self.on: list[list[int | None]] = [[None] * count for _ in range(entrants)]
        """Entrant and matchday -> its match."""

    def days(self) -> list[list[Match]]:
        return [
            [self.matches[at] for at in {row[day] for row in self.on} if at is not None] for day in range(self.count)
        ]

    def fill(self) -> bool:
        """Assign all matches; return whether that succeeded."""
        waiting = self.chance.shuffled(range(len(self.matches)))
        for _ in range(RECOLOURINGS * len(self.matches)):
            if not waiting:
                return True
            waiting += self._lay(waiting.pop())
        return not waiting

    def _lay(self, at: int) -> list[int]:
        """Assign one match; return those that had to give way."""
        home, away = self.matches[at]
        at_home, at_away = self._free(home), self._free(away)
        both = [day for day in at_home if day in at_away]
        if both:
            self._set(at, both[self.chance.below(len(both))])
            return []
        if at_home and at_away:
            first = at_home[self.chance.below(len(at_home))]
            second = at_away[self.chance.below(len(at_away))]
            chain = self._chain(away, first, second)
            if home not in chain:
                self._flip(chain, first, second)
                self._set(at, first)
                return []
        day = self.chance.below(self.count)
        given_way = {other for entrant in (home, away) if (other := self.on[entrant][day]) is not None}
        for other in given_way:
            self._unset(other, day)
        self._set(at, day)
        return self.chance.shuffled(sorted(given_way))

    def _free(self, entrant: int) -> list[int]:
        return [day for day, at in enumerate(self.on[entrant]) if at is None]

    def _set(self, at: int, day: int) -> None:
        for entrant in self.matches[at]:
            self.on[entrant][day] = at

    def _unset(self, at: int, day: int) -> None:
        for entrant in self.matches[at]:
            self.on[entrant][day] = None

    def _chain(self, entrant: int, first: int, second: int) -> list[int]:
        """Return the entrants connected to ``entrant`` by matches of these two matchdays."""
        chain, ends = {entrant: None}, [entrant]
        while ends:
            end = ends.pop()
            for day in (first, second):
                at = self.on[end][day]
                if at is None:
                    continue
                home, away = self.matches[at]
                opponent = away if end == home else home
                if opponent not in chain:
                    chain[opponent] = None
                    ends.append(opponent)
        return list(chain)

    def _flip(self, chain: Sequence[int], first: int, second: int) -> None:
        for entrant in chain:
            row = self.on[entrant]
            row[first], row[second] = row[second], row[first]

    def break_runs(self) -> None:
        """Exchange matches of two matchdays while that gives nobody more runs of three at home or away."""
        left = sum(self._runs(entrant) for entrant in range(self.entrants))
        for _ in range(RUN_EXCHANGES // (self.entrants * self.count)):
            if not left:
                return
            first = self.chance.below(self.count)
            second = (first + 1 + self.chance.below(self.count - 1)) % self.count
            chain = self._chain(self.chance.below(self.entrants), first, second)
            before = sum(map(self._runs, chain))
            self._flip(chain, first, second)
            change = sum(map(self._runs, chain)) - before
            if change > 0 and (change > 1 or self.chance.below(60)):
                self._flip(chain, first, second)
            else:
                left += change

    def _runs(self, entrant: int) -> int:
        venues = [0 if at is None else 1 if self.matches[at][0] == entrant else -1 for at in self.on[entrant]]
        return runs(venues)


def runs(venues: Sequence[int]) -> int:
    """Count three consecutive matchdays that are all at home (1) or all away (-1)."""
    return sum(a == b == c != 0 for a, b, c in zip(venues, venues[1:], venues[2:], strict=False))


# ── the rules ──
def problems(phase: Phase, days: Sequence[Sequence[Pairing]]) -> list[Text]:
    """Return every rule of ``phase`` that ``days`` break, one sentence each; empty if the schedule is right."""
    pot_of = {entrant: number for number, pot in enumerate(phase.pots) for entrant in pot}
    strangers = sorted({entrant for day in days for match in day for entrant in match} - pot_of.keys())
    if strangers:
        return [text("{name} is in no pot", name=stranger) for stranger in strangers]
    wrong = []
    if len(days) != phase.matchdays:
        wrong.append(text("there are {count} matchdays, not {wanted}", count=len(days), wanted=phase.matchdays))
    for number, day in enumerate(days, start=1):
        for entrant, times in Counter(entrant for match in day for entrant in match).items():
            if times > 1:
                wrong.append(
                    text("{name} plays {times} times on matchday {day}", name=entrant, times=times, day=number)
                )
    played = [match for day in days for match in day]
    for pair, times in Counter(frozenset(match) for match in played).items():
        if times > 1 or len(pair) == 1:
            wrong.append(text("{one} and {other} meet more than once", one=min(pair), other=max(pair)))
    for entrant in pot_of:
        wrong += _wrong_of(phase, pot_of, entrant, played)
    return wrong


def _wrong_of(phase: Phase, pot_of: Mapping[str, int], entrant: str, played: Sequence[Pairing]) -> list[Text]:
    """Check the rules about the opponents of ``entrant``."""
    wrong = []
    hosts = [away for home, away in played if home == entrant]
    guests = [home for home, away in played if away == entrant]
    if abs(len(hosts) - len(guests)) > phase.opponents % 2:
        wrong.append(
            text("{name} has {home} home and {away} away matches", name=entrant, home=len(hosts), away=len(guests))
        )
    each, odd = divmod(phase.opponents, len(phase.pots))[0], phase.opponents // len(phase.pots) % 2
    for number in range(len(phase.pots)):
        home = sum(pot_of[other] == number for other in hosts)
        away = sum(pot_of[other] == number for other in guests)
        if home + away != each or abs(home - away) != odd:
            wrong.append(
                text("{name} meets pot {pot} {home} times at home and {away} away, not {each} in all, half of them at "
                     "home", name=entrant, pot=number + 1, home=home, away=away, each=each)
            )  # fmt: skip
    clubs = Counter(phase.clubs[other] for other in (*hosts, *guests) if phase.clubs.get(other))
    for club, count in clubs.items():
        if club == phase.clubs.get(entrant):
            wrong.append(text("{name} meets its own club, {club}", name=entrant, club=club))
        elif phase.most and count > phase.most:
            wrong.append(text("{name} meets {count} of {club}", name=entrant, count=count, club=club))
    return wrong
