"""Summary of a fixture for its page: name, other legs, a missed kick-off, the reader's next action.

The verbs decide what a reader may do; this module only orders it.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from engines.core.seats import Seat, other
from league.competitions.derivation.tables import kicks_count
from league.competitions.models import Fixture, Proposal
from league.competitions.setup.round_names import label_words, labels_of, leg_labels, leg_name
from league.competitions.setup.stages import must_be_won, rules_of_board, tie_rules
from league.competitions.setup.usual import has_extra_time
from matches.words.titles import part_of

MATTERS = ("kick_off", "reported", "disputes", "report")
"""Possible open matters of a fixture, in the order of its life; each is a part of its page."""
SOON = timedelta(days=1)
"""Time left within which a match without a kick-off sends its sides straight to the table."""


def place_of(fixture: Fixture) -> str:
    """Return round and leg: "Semi-finals · 2nd leg". At most one query; the legs of the tie must be loaded."""
    if fixture.match is not None and fixture.match.part:
        return part_of(fixture.match)
    row = fixture.tie.round
    legs = len({leg.leg for leg in fixture.tie.legs})
    return " · ".join(map(label_words, labels_of(fixture.tie, fixture.leg, legs, row, row.stage, row.stage.all_rounds)))


def other_legs(fixture: Fixture) -> list[tuple[str, Fixture]]:
    """Return the other matches of its tie with their names. No query: the legs of the tie must be loaded."""
    legs = fixture.tie.legs
    stage = fixture.tie.round.stage
    if stage.competition.of_teams:
        boards = [(_board_name(leg), leg) for leg in legs]
        return [(name, leg) for name, leg in boards if leg.pk != fixture.pk and leg.home_id and leg.away_id]
    named_legs = [(" · ".join(map(label_words, leg_labels(leg.leg, len(legs), stage))), leg) for leg in legs]
    others = [(name, leg) for name, leg in named_legs if leg.pk != fixture.pk and leg.home_id and leg.away_id]
    return sorted(others, key=lambda named_leg: named_leg[1].leg)


def _board_name(fixture: Fixture) -> str:
    names = (leg_name(fixture.tie, fixture.leg), _("board %(number)d") % {"number": fixture.board})
    return " · ".join(filter(None, names))


def goes_beyond(fixture: Fixture, game: str) -> tuple[bool, bool]:
    """Return whether it can go to extra time, and to a shootout; the match is of ``game``."""
    stage = fixture.tie.round.stage
    of_teams = stage.competition.of_teams
    rules = rules_of_board(stage, fixture.tie, fixture) if of_teams else tie_rules(stage, fixture.tie)
    if rules.draws_allowed:
        return False, kicks_count(stage) and not must_be_won(fixture.tie)
    if fixture.leg == 1 and not rules.best_of and (rules.legs == 2 or rules.replay):
        return False, False
    better_through = fixture.match is not None and bool((fixture.match.terms or {}).get("level_stands"))
    return rules.extra_time and has_extra_time(game), not better_through


def is_overdue(fixture: Fixture) -> bool:
    """Return whether its fixed kick-off has passed, and nobody plays."""
    at = fixture.kick_off_at if fixture.fixed else None
    return fixture.status == Fixture.Status.OPEN and at is not None and at <= timezone.now()


def waiting_for(proposals: list[Proposal], seat: Seat | None) -> bool:
    """Return whether the other side has proposed a kick-off that ``seat`` has not answered."""
    return seat is not None and any(row.state == "open" and row.seat == other(seat) for row in proposals)


def first_of(page: Mapping[str, Any]) -> str:  # a template context
    """Return the reader's next action on ``page``: one of MATTERS, ``table`` (go there) or ""."""
    fixture, seat = page["fixture"], page["seat"]
    if any(not row.outcome for row in page["disputes"]) and (seat or page["official"]):
        return "disputes"
    if page["report"] is not None and page["report"].state == "open" and (seat or page["official"]):
        return "reported"
    if seat is None or fixture.status != Fixture.Status.OPEN or page["live"]:
        return "table" if page["live"] and fixture.match_id else ""
    if page.get("may_schedule") and waiting_for(page["proposals"], seat):
        return "kick_off"
    if page.get("form") and (page["overdue"] or not fixture.match_id):
        return "report"
    if page.get("may_schedule") and _lacks_kick_off(fixture, page["proposals"], page["deadline"]):
        return "kick_off"
    return "table" if fixture.match_id else ""


def _lacks_kick_off(fixture: Fixture, proposals: list[Proposal], deadline: datetime | None) -> bool:
    """Return whether a kick-off is neither set nor proposed, although there are days for it."""
    if fixture.fixed or any(row.state == "open" for row in proposals):
        return False
    return deadline is not None and deadline - timezone.now() > SOON


def parts_of(page: Mapping[str, Any]) -> list[str]:  # a template context
    """Return the parts of the page that have content, the most urgent first."""
    fixture, report = page["fixture"], page["report"]
    disputed = report is not None and report.state == "disputed"
    filled = {
        "kick_off": page["ahead"] and not page["live"] and bool(fixture.home_id and fixture.away_id),
        "reported": report is not None or bool(page.get("may_dispute")),
        "disputes": bool(page["disputes"]),
        "report": bool(page.get("form")) and not disputed,
    }
    return sorted((name for name in MATTERS if filled[name]), key=lambda name: name != page["now"])
