"""Finished friendly as a line of a list, as ``fixture_lines`` draws a fixture: a day has two dozen of them."""

from html import escape

from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

import engines
from league.players.templatetags.tabellone import crest, iso
from league.players.words.games import game_name
from matches.models import Match, Seat
from matches.pages.table import score_of, seats_of
from matches.words.titles import part_of, title_of

COLUMNS = ("game", "title", "mode", "part", "leg", "terms", "result", "finished_at")
"""Columns of a match that its line shows; the others are its position and its rules."""


def friendly_line(match: Match) -> SafeString:
    """Render ``match``, which is over and whose seats are read, as an item of a list."""
    seats, score = seats_of(match), score_of(match)
    home, away = (escape(seats[side].name) for side in ("home", "away"))
    winner = (match.result or {}).get("winner")
    game = engines.get(match.game).name if match.game in engines.games() else ""
    extra = [title_of(match)] if match.title not in ("", game) else [game_name(match.game), part_of(match)]
    if kicks := score["shootout"]:
        extra.append(f"{kicks['home']}–{kicks['away']} {_('pens')}")
    return mark_safe(
        '<li class="fixture abroad" data-state="done">'
        f'<span class="when"><time datetime="{iso(match.finished_at)}">'
        f"{timezone.localtime(match.finished_at):%H:%M}</time></span> {_side(seats['home'], winner)} "
        f'<span class="goals"><b>{score["home"]}</b> <i>–</i> <b>{score["away"]}</b></span> '
        f"{_side(seats['away'], winner)} "
        f'<span class="extra">{escape(" · ".join(filter(None, extra)))}</span> '
        f'<a class="go" href="{reverse("matches:report", args=[match.pk])}">'
        f'<span class="sr">{escape(_("Replay"))} {home} – {away}</span></a></li>\n'
    )


def _side(seat: Seat, winner: str | None) -> str:
    """Render a side with its crest, and whether it ``won``."""
    outcome = "" if not winner else " won" if winner == seat.side else " lost"
    return f'<span class="team {seat.side}{outcome}">{crest(seat.name, True)} <span>{escape(seat.name)}</span></span>'
