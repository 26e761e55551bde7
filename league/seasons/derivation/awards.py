"""Awards of a competition, each derived from its matches, with the figures behind it.

Only played matches count, no walkovers. If a figure is unknown for a match (cards that nobody entered, no log of a
real table), the award that needs it is left out. Entrants who are level share it.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.competitions.log.verdicts import fold
from league.competitions.models import Competition, Entrant, Fixture
from league.competitions.words.scorers import are_all, name_of_scorer
from league.sentences import translated
from league.standings.figures import FIFA_CARDS
from league.standings.presets import PRESETS
from league.statistics.models import MatchFigures

_NUMBER: Final = re.compile(r"^\D*(\d+)$")
SHARED_BY: Final = 4
"""An award shared by more is not given."""


@dataclass(frozen=True, slots=True)
class Award:
    """One award with its holders and its reason, in the reader's language."""

    key: str
    name: str
    holders: tuple[Entrant, ...]
    reason: str

    @property
    def names(self) -> list[str]:
        """The names of its holders."""
        return [holder.name for holder in self.holders]


@dataclass(frozen=True, slots=True)
class _Match:
    """One played match, with its goals in order where they are known."""

    home: Entrant
    away: Entrant
    goals: tuple[int, int]
    cards: dict[str, list[str]] | None
    story: list[dict[str, Any]] | None
    """The goals in order, if they match the result that counts (they do not after a resignation)."""
    known: bool
    """True if the log says how the goals fell."""
    scorers: dict[str, list[str]] | None
    """Scorers at a real table, if every goal was entered."""


def awards_of(competition: Competition) -> list[Award]:
    """Derive the awards in the reader's language; none before the competition is finished. Three queries."""
    if competition.status != Competition.Status.FINISHED:
        return []
    played = _played(competition)
    awards = [_goals(played), _piece(played), _defence(played), _comeback(played), _fair_play(competition, played)]
    return [award for award in awards if award is not None]


def _played(competition: Competition) -> list[_Match]:
    rows = Fixture.objects.filter(tie__round__stage__competition=competition, status=Fixture.Status.PLAYED)
    rows = rows.select_related("home__player", "away__player").order_by(
        "tie__round__number", "tie__number", "leg", "board"
    )
    verdicts = fold(competition.results.order_by("position")).verdicts
    fixtures = [
        row
        for row in rows
        if row.home is not None
        and row.away is not None
        and Entrant.Status.HOUSE not in (row.home.status, row.away.status)
    ]
    stories = dict(
        MatchFigures.objects.filter(
            match__in=[fixture.match_id for fixture in fixtures if fixture.match_id]
        ).values_list("match", "story")
    )
    matches = []
    for fixture in fixtures:
        verdict = verdicts.get(fixture.id)
        assert fixture.home is not None and fixture.away is not None
        goals = (fixture.home_goals or 0, fixture.away_goals or 0)
        by_match = verdict is not None and fixture.match_id is not None and verdict.match_id == fixture.match_id
        story = stories.get(fixture.match_id) if by_match and fixture.match_id is not None else None
        order = story.get("goals") if story else None
        cards = verdict.entry.cards if verdict else None
        scorers = verdict.entry.scorers if verdict is not None and are_all(verdict.entry.scorers, goals) else None
        matches.append(
            _Match(fixture.home, fixture.away, goals, cards, _fits(order, goals), order is not None, scorers)
        )
    return matches


def _fits(story: list[dict[str, Any]] | None, goals: tuple[int, int]) -> list[dict[str, Any]] | None:
    """Return the goals in order, if they match the result that counts."""
    if story is None:
        return None
    goals_by_seat = Counter(goal["seat"] for goal in story)
    return story if (goals_by_seat["home"], goals_by_seat["away"]) == goals else None


def _best(scores: dict[UUID, float], entrants: dict[UUID, Entrant], least: bool = False) -> tuple[Entrant, ...]:
    """Return the entrants with the best score; none if too many share it."""
    if not scores:
        return ()
    best = (min if least else max)(scores.values())
    holders = sorted(
        (entrants[key] for key, value in scores.items() if value == best), key=lambda entrant: entrant.name
    )
    return tuple(holders) if len(holders) <= SHARED_BY else ()


def _sides(played: Iterable[_Match]) -> Iterable[tuple[Entrant, int, int, _Match, str]]:
    """Yield each side of each match: entrant, goals for, goals against, the match, the seat."""
    for match in played:
        yield match.home, match.goals[0], match.goals[1], match, "home"
        yield match.away, match.goals[1], match.goals[0], match, "away"


def _goals(played: list[_Match]) -> Award | None:
    scored: dict[UUID, float] = defaultdict(int)
    entrant_by_id = {}
    for entrant, ours, _theirs, _match, _seat in _sides(played):
        scored[entrant.id] += ours
        entrant_by_id[entrant.id] = entrant
    holders = _best(scored, entrant_by_id)
    most = int(max(scored.values(), default=0))
    if not holders or not most:
        return None
    return Award(
        "goals", _("Most goals"), holders, ngettext("%(count)d goal", "%(count)d goals", most) % {"count": most}
    )


def _piece(played: list[_Match]) -> Award | None:
    """Return the top scoring piece, if every match names its scorers, by log or by entry at a real table."""
    if not all(match.known or match.scorers is not None for match in played):
        return None
    scored: Counter[tuple[UUID, str]] = Counter()
    entrants, names = {}, {}
    for entrant, _ours, _theirs, match, seat in _sides(played):
        entrants[entrant.id] = entrant
        for piece, name in _scorers(match, seat):
            scored[entrant.id, piece] += 1
            names[piece] = name
    if not scored:
        return None
    most = max(scored.values())
    best = [key for key, count in scored.items() if count == most]
    if len(best) > SHARED_BY:
        return None
    best.sort(key=lambda key: (entrants[key[0]].name, key[1]))
    pieces = ", ".join(f"{names[piece]} ({entrants[key].name})" for key, piece in best)
    goals = ngettext("%(count)d goal", "%(count)d goals", most) % {"count": most}
    holders = tuple(dict.fromkeys(entrants[key] for key, _piece in best))
    return Award("piece", _("Top scorer"), holders, _("%(pieces)s: %(goals)s") % {"pieces": pieces, "goals": goals})


def _scorers(match: _Match, seat: str) -> list[tuple[str, str]]:
    """Return the pieces that scored for ``seat``, one a goal, each with its name; own goals count for nobody.

    A numbered piece is the same wherever it scored.
    """
    if match.scorers is not None:
        return [(scorer.casefold(), name_of_scorer(scorer)) for scorer in match.scorers.get(seat, ())]
    return [
        (_NUMBER.sub(r"\1", goal["piece"]), translated(goal["name"]))
        for goal in match.story or ()
        if goal["seat"] == seat and goal.get("piece") and goal.get("name") and not goal.get("own")
    ]


def _defence(played: list[_Match]) -> Award | None:
    """Return the fewest goals against a match, among entrants with at least half of the most matches."""
    against: dict[UUID, int] = defaultdict(int)
    matches: Counter[UUID] = Counter()
    entrants = {}
    for entrant, _ours, theirs, _match, _seat in _sides(played):
        against[entrant.id] += theirs
        matches[entrant.id] += 1
        entrants[entrant.id] = entrant
    enough = max(matches.values(), default=0) / 2
    scores: dict[UUID, float] = {key: against[key] / count for key, count in matches.items() if count >= enough}
    holders = _best(scores, entrants, least=True)
    if not holders:
        return None
    goals, count = against[holders[0].id], matches[holders[0].id]
    matches_words = ngettext("%(count)d match", "%(count)d matches", count) % {"count": count}
    sentence = ngettext("%(goals)d goal against in %(matches)s", "%(goals)d goals against in %(matches)s", goals)
    reason = sentence % {"goals": goals, "matches": matches_words}
    return Award("defence", _("Best defence"), holders, reason)


def _comeback(played: list[_Match]) -> Award | None:
    """Return the match won from furthest behind, if every match was played here."""
    if not all(match.known for match in played):
        return None
    comebacks: list[tuple[int, Entrant, _Match, tuple[int, int]]] = []
    for entrant, ours, theirs, match, seat in _sides(played):
        if match.story is None or ours <= theirs:
            continue
        own = against = 0
        worst, behind = 0, (0, 0)
        for goal in match.story:
            own += goal["seat"] == seat
            against += goal["seat"] != seat
            if against - own > worst:
                worst, behind = against - own, (own, against)
        if worst:
            comebacks.append((worst, entrant, match, behind))
    if not comebacks:
        return None
    most = max(worst for worst, *_rest in comebacks)
    best = [comeback for comeback in comebacks if comeback[0] == most]
    if len(best) > SHARED_BY:
        return None
    sentences = []
    for _worst, entrant, match, (own, against) in best:
        other = match.away if entrant.id == match.home.id else match.home
        ours, theirs = match.goals if entrant.id == match.home.id else match.goals[::-1]
        values = {
            "name": entrant.name,
            "mine": own,
            "yours": against,
            "ours": ours,
            "theirs": theirs,
            "other": other.name,
        }
        sentences.append(_("%(name)s from %(mine)d–%(yours)d to %(ours)d–%(theirs)d against %(other)s") % values)
    holders = tuple(dict.fromkeys(comeback[1] for comeback in best))
    return Award("comeback", _("Best comeback"), holders, "; ".join(sentences))


def _fair_play(competition: Competition, played: list[_Match]) -> Award | None:
    """Return the fewest disciplinary points, if every match has its cards and somebody was shown one."""
    if any(match.cards is None for match in played) or not any(
        sum(map(len, (match.cards or {}).values())) for match in played
    ):
        return None
    scale = PRESETS.get(competition.standings, {}).get("cards", FIFA_CARDS)
    points: dict[UUID, float] = defaultdict(float)
    entrants = {}
    for entrant, _ours, _theirs, match, seat in _sides(played):
        points[entrant.id] += sum(abs(scale.get(kind, 0)) for kind in (match.cards or {}).get(seat, ()))
        entrants[entrant.id] = entrant
    holders = _best(points, entrants, least=True)
    if not holders:
        return None
    count = int(points[holders[0].id])
    words = ngettext("%(count)d disciplinary point", "%(count)d disciplinary points", count) % {"count": count}
    return Award("fair_play", _("Fair play"), holders, words)
