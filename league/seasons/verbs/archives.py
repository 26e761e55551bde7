"""Archived competitions, as they were when the table became official, in words of each language of the site.

The archive reads neither live rows nor later code or catalogues: a new name, address or wording changes no edition.
Its page is at ``/archive/<id of the competition>/``, for good.
"""

import hashlib
import json
import math
import re
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone, translation
from django.utils.translation import gettext as _

import engines
from league.brackets import drawing, layout
from league.competitions.derivation.podium import podium
from league.competitions.models import Competition, Entrant, Fixture, Stage, Tie
from league.competitions.pages import reading
from league.competitions.setup.stages import BRACKETS
from league.competitions.words.audit import actor_name, audit_words, options_in_words
from league.competitions.words.criteria import criteria_words, rules_name
from league.competitions.words.fixtures import bye_words, fixture_note, tie_score
from league.competitions.words.stages import format_words, stage_name
from league.leagues import rows as standing_rows
from league.players.words.games import game_name
from league.seasons.derivation.awards import awards_of
from league.seasons.models import Archive
from league.sentences import worded

FORM = 1
"""Version of ``Archive.pages``; a change needs a new number, and old editions keep theirs."""


def archive(row: Competition) -> Archive:
    """Store one more edition of ``row`` (locked by the caller)."""
    last = row.archives.order_by("-edition").values_list("edition", flat=True).first() or 0
    pages: dict[str, Any] = {}
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            pages[language] = _page(row)
    return Archive.objects.create(
        competition=row, edition=last + 1, made_at=timezone.now(), pages=pages, digest=digest(pages)
    )


def digest(pages: dict[str, Any]) -> str:
    """Return the SHA-256 of an edition's pages in canonical JSON (sorted keys, no spaces, UTF-8)."""
    canonical = json.dumps(pages, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()


def page_of(edition: Archive, language: str) -> dict[str, Any]:
    """Return the page in ``language``, or in the first language there is."""
    pages: dict[str, Any] = edition.pages
    page: dict[str, Any] = pages.get(language) or next(iter(pages.values()))
    return page


def size_of(picture: str) -> tuple[int, int] | None:
    """Return the first width and height in an SVG, in whole pixels, or None."""
    size = re.match(r'<svg [^>]*?\bwidth="([0-9.]+)" height="([0-9.]+)"', picture)
    return (math.ceil(float(size[1])), math.ceil(float(size[2]))) if size else None


def _page(row: Competition) -> dict[str, Any]:
    """Return everything in words of the active language; times are ISO, in UTC."""
    row = Competition.objects.select_related("owner", "champion").get(pk=row.pk)  # no cached words of another language
    stages = reading.stages_of(row)
    entrants = reading.entrants_of(row)
    game = engines.get(row.game)
    return {
        "form": FORM,
        "name": row.name,
        "game": game_name(row.game),
        "rules_version": game.rules_version,
        "format": format_words(row),
        "season": row.season,
        "owner": row.owner.nickname,
        "description": row.description,
        "started_at": _iso(row.started_at),
        "finished_at": _iso(row.finished_at),
        "official_at": _iso(row.official_at),
        "champion": row.champion.name if row.champion else "",
        "podium": [
            {"rank": entry.rank, "name": entry.entrant.name, "division": entry.division} for entry in podium(row)
        ],
        "awards": [{"name": award.name, "holders": award.names, "reason": award.reason} for award in awards_of(row)],
        "tables": _tables(row, stages, entrants),
        "rounds": _rounds(stages),
        "bracket": _bracket(row, stages),
        "entrants": [
            {
                "seed": entrant.seed,
                "name": entrant.name,
                "club": entrant.club,
                "stands_in_for": entrant.stands_in_for,
                "withdrawn": entrant.status == Entrant.Status.WITHDRAWN,
                "why": worded(entrant.withdrawn_because),
            }
            for entrant in entrants
        ],
        "rules": _rules(row),
        "audit": [
            {"at": _iso(entry.at), "who": actor_name(entry), "words": audit_words(entry)}
            for entry in row.audit.select_related("actor").order_by("at", "id")
        ],
    }


def _iso(at: Any) -> str:  # a datetime or nothing
    return at.isoformat() if at else ""


def _tables(row: Competition, stages: list[Stage], entrants: list[Entrant]) -> list[dict[str, Any]]:
    columns = ("rank", "name", "stands_in_for", "played", "won", "drawn", "lost", "goals_for", "goals_against")
    tables = standing_rows.tables_of(row, stages, entrants, AnonymousUser())
    for table in tables:
        standing_rows.explained(table, row)
    return [
        {
            "name": table.name,
            "rows": [
                {**{key: line[key] for key in (*columns, "goal_difference", "points")}, "why": line["why"]}
                for line in table.rows
            ],
        }
        for table in tables
        if table.rows
    ]


def _rounds(stages: list[Stage]) -> list[dict[str, Any]]:
    return [
        {
            "stage": stage_name(day.round.stage) if len(stages) > 1 else "",
            "name": day.name,
            "matches": [
                _tie(row.tie) if row.tie.of_teams else _match(row)
                for row in day.rows
                if row.home is not None or row.away is not None
            ],
            "byes": [f"{tie.home}: {bye_words(tie)}" for tie in day.byes],
        }
        for day in reading.matchdays(stages)
        if day.is_paired
    ]


def _tie(tie: Tie) -> dict[str, Any]:
    """Return a tie of teams, with the goals of its boards in the note."""
    goals = [f"{leg.home_goals}–{leg.away_goals}" if leg.home_goals is not None else "–" for leg in tie.legs]
    return {
        "home": tie.home.name if tie.home else "–",
        "away": tie.away.name if tie.away else "–",
        "score": tie_score(tie.home_points, tie.away_points),
        "note": " · ".join(goals) if tie.home_points is not None else _("not played"),
    }


def _match(fixture: Fixture) -> dict[str, Any]:
    score = "" if fixture.home_goals is None else f"{fixture.home_goals}–{fixture.away_goals}"
    return {
        "home": fixture.home.name if fixture.home else "–",
        "away": fixture.away.name if fixture.away else "–",
        "score": score,
        "note": fixture_note(fixture) or ("" if score else _("not played")),
    }


def _bracket(row: Competition, stages: list[Stage]) -> str:
    """Draw the brackets as one SVG; empty without any."""
    drawn = [layout.bracket(stage) for stage in stages if stage.format in BRACKETS]
    address = f"{settings.PUBLIC_URL.rstrip('/')}/archive/{row.pk}/"
    return drawing.picture(row, [parts for parts in drawn if parts], address) if any(drawn) else ""


def _rules(row: Competition) -> dict[str, Any]:
    """Return the dated rules of its tables, the criteria, and the game's options."""
    return {
        "key": row.standings,
        "name": rules_name(row),
        "points": row.points,
        "criteria": criteria_words(row),
        "options": [[label, value] for label, value, _help in options_in_words(row)],
    }
