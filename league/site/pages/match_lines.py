"""Finished match as a line of a list, as ``fixture_lines`` draws a fixture: a friendly of a day, a player's match.

Python, not a template: a day has two dozen of them.
"""

from html import escape
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

import engines
from engines.core.seats import SEATS
from league.players.templatetags.tabellone import crest, exact, happened, iso
from league.players.words.games import game_name
from matches.models import Match, Seat
from matches.pages.table import score_of
from matches.words.titles import part_of, title_of

COLUMNS = ("game", "title", "mode", "part", "leg", "terms", "result", "finished_at")
"""Columns of a match that its line shows; the others are its position and its rules."""


def with_sides(rows: QuerySet[Match]) -> QuerySet[Any]:  # matches with ``names`` and ``bots``
    """Return matches with what their lines show, of their seats ``names`` and ``bots``, the home seat first."""
    seats = Seat.objects.filter(match=OuterRef("pk")).order_by("-side")
    sides = {f"{column}s": ArraySubquery(seats.values(column)) for column in ("name", "bot")}
    return rows.only(*COLUMNS).annotate(**sides)


def friendly_line(match: Any) -> SafeString:  # of ``with_sides``
    """Render ``match``, which is over, as an item of a day's list."""
    (home, away), kicks = map(escape, match.names), score_of(match)["shootout"]
    game = engines.get(match.game).name if match.game in engines.games() else ""
    extra = [title_of(match)] if match.title not in ("", game) else [game_name(match.game), part_of(match)]
    if kicks:
        extra.append(f"{kicks['home']}–{kicks['away']} {_('pens')}")
    when = f'<time datetime="{iso(match.finished_at)}">{timezone.localtime(match.finished_at):%H:%M}</time>'
    link = f'href="{reverse("matches:report", args=[match.pk])}"><span class="sr">{escape(_("Replay"))} {home} – {away}'
    return _line(match, ' data-state="done"', when, extra, link)


def played_line(match: Any) -> SafeString:  # of ``with_sides``
    """Render ``match``, which is over, as an item of a player's last matches."""
    score = score_of(match)
    sides = ", ".join(f"{escape(name)} {score[side]}" for side, name in zip(SEATS, match.names, strict=True))
    extra = [title_of(match) or _("Friendly"), _("after penalties") if score["shootout"] else ""]
    link = f'href="/matches/{match.pk}/" title="{escape(exact(match.finished_at))}">'
    link += f'<span class="sr">{escape(_("Report"))}: {sides}'
    return _line(match, "", happened(match.finished_at), extra, link)


def _line(match: Any, state: str, when: str, extra: list[str], link: str) -> SafeString:
    """Render a line; ``state``, ``when`` and ``link`` (what follows ``<a class="go"``) are markup."""
    score, winner = score_of(match), (match.result or {}).get("winner")
    home, away = (_side(side, name, winner) for side, name in zip(SEATS, match.names, strict=True))
    return mark_safe(
        f'<li class="fixture abroad"{state}><span class="when">{when}</span> {home} '
        f'<span class="goals"><b>{score["home"]}</b> <i>–</i> <b>{score["away"]}</b></span> {away} '
        f'<span class="extra">{escape(" · ".join(filter(None, extra)))}</span> '
        f'<a class="go" {link}</span></a></li>\n'
    )


def _side(side: str, name: str, winner: str | None) -> str:
    """Render a side with its crest, and whether it ``won``."""
    outcome = "" if not winner else " won" if winner == side else " lost"
    return f'<span class="team {side}{outcome}">{crest(name, True)} <span>{escape(name)}</span></span>'
