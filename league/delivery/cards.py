"""Contents of the cards: a competition, its table, a round, a fixture, a series, a player, a match or one goal of it.

Everything is read as an anonymous visitor would read it.
"""

from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engines
from engines.core.seats import SEATS
from engines.core.text import sentence
from league.competitions.models import Competition, Fixture, Round, Stage
from league.competitions.pages import reading as pages
from league.competitions.pages import structure
from league.competitions.setup.round_names import name_of
from league.competitions.words.fixtures import fixture_note, halves, tie_score
from league.competitions.words.stages import format_words
from league.delivery.drawing import Card, Duel, Row
from league.delivery.structured import is_cancelled
from league.leagues import rows as standing_rows
from league.players.models import User
from league.players.templatetags.tabellone import local
from league.players.words.games import game_name
from league.series.models import Series
from league.series.reading import merit
from league.statistics.queries.people import record
from league.statistics.queries.ratings import standings_of
from matches.models import Match
from matches.pages.table import language, names_of, seats_of
from matches.replay.playback import steps


def of_competition(row: Competition) -> Card:
    """Return name, game, format and state, with the champion's crest if there is a champion."""
    words = format_words(row)
    if row.champion is not None:
        line = f"{_('Champion')}: {row.champion.name}"
    elif row.status == Competition.Status.CANCELLED:
        line = _("Cancelled")
    elif row.status == Competition.Status.REGISTRATION:
        line = f"{_('Registration is open')}: {pages.entered_count(row)} / {row.places}"
    else:
        frame = structure.frame_of(row)
        played, whole = pages.progress(pages.matchdays(frame.stages, frame.counts))
        line = _("%(done)d of %(whole)d played") % {"done": played, "whole": whole} if whole else ""
    summary = " · ".join(part for part in (words[:1].upper() + words[1:], line) if part)
    return Card(game_name(row.game), row.name, summary, crest=row.champion.name if row.champion else "")


def of_table(row: Competition) -> Card:
    """Return the top of the first table, or the competition's own card if it has no table."""
    frame = structure.frame_of(row)
    names = structure.named_of(row)
    every = standing_rows.tables_of(row, frame.stages, names, AnonymousUser(), frame.live)
    tables = [table for table in every if table.rows]
    if not tables:
        return of_competition(row)
    first = tables[0]
    lines = [Row(str(line["rank"]), line["name"], halves(line["points"])) for line in first.rows]
    return Card(row.name, first.name or _("Table"), rows=lines)


def of_round(row: Competition, number: int) -> Card:
    """Return the fixtures of a round with their scores."""
    day = round_of(row, number)
    lines = [
        Row("", f"{fixture.home} – {fixture.away}", score_of(fixture) or "–") for fixture in fixtures_with_sides(day)
    ]
    return Card(f"{game_name(row.game)} · {row.name}", day.name, rows=lines)


def of_fixture(row: Competition, fixture: Fixture) -> Card:
    """Return the two sides with the score, or with the time before it is played."""
    if fixture.home is None or fixture.away is None:
        return of_competition(row)
    score = goals_of(fixture)
    line = note = str(fixture_note(fixture))
    if is_cancelled(fixture, row):
        line = " · ".join(filter(None, (_("Cancelled"), note)))
    elif fixture.fixed and not score:
        line = local(fixture.kick_off_at, "EEE d MMM, HH:mm") or note
    duel = Duel(fixture.home.name, fixture.away.name, score or "–")
    rounds = structure.every_round(structure.frame_of(row).stages)
    name = next(name_of(round) for round in rounds if round.pk == fixture.tie.round_id)
    return Card(f"{game_name(row.game)} · {row.name}", name, line, duel)


def of_player(player: User) -> Card:
    """Return record and strength."""
    tally = record(player).tally
    lines = [
        _("%(won)d won, %(drawn)d drawn, %(lost)d lost") % {"won": tally.won, "drawn": tally.drawn, "lost": tally.lost}
    ]
    lines += [f"{game_name(standing.game)} {standing.rating:.0f}" for standing in standings_of(player.pk)][:3]
    return Card(_("Player"), player.nickname, " · ".join(lines), crest=player.nickname)


def of_match(match: Match, v: int | None = None) -> Card:
    """Return the two sides and the score; with ``v``, after that move and with its events."""
    names = names_of(seats_of(match))
    game, name = engines.get(match.game), game_name(match.game)
    kicker = f"{name} · {match.title}" if match.title not in ("", game.name) else name
    score = (match.result or {}).get("score") or (match.snapshot or {}).get("score")
    words, title = "", _("Full time") if match.result else _("Match")
    if v is not None:
        step = next((step for step in steps(match) if step.v == v), None)
        if step is None:
            raise Http404
        score = step.view.get("score")
        events = step.commentary(game)
        goal = next((line for line in events if line["kind"] == "goal"), None)
        event = goal or next(iter(events), None)
        words = sentence(event["text"], language(), names) if event else ""
        clock = game.clock(step.view)
        minute = f"{clock['minute']}′" if clock.get("minute") else ""
        title = " ".join(
            part for part in (_("Goal!") if goal else _("Move %(number)d") % {"number": v}, minute) if part
        )
    between = "–".join(str(score[side]) for side in SEATS) if isinstance(score, dict) else "–"
    return Card(kicker, title, words, Duel(names["home"] or "?", names["away"] or "?", between))


def of_series(row: Series) -> Card:
    """Return the top of the order of merit, or the number of events before the first is over."""
    standings = merit(row)
    facts = [ngettext("%(count)d event", "%(count)d events", len(standings.events)) % {"count": len(standings.events)}]
    if standings.next is not None:
        facts.append(standings.next.competition.name)
    if not standings.lines:
        return Card(_("Series, in one order of merit"), row.name, " · ".join(facts))
    lines = [Row(line.rank_words, line.name, line.total_words) for line in standings.lines]
    return Card(row.name, _("Order of merit"), rows=lines)


def round_of(row: Competition, number: int) -> pages.Matchday:
    """Return the round with this number, the only one whose fixtures are read. Raises Http404."""

    def only_this_round(stages: list[Stage]) -> list[Round]:
        return [each for each in structure.every_round(stages) if each.number == number]

    days = pages.matchdays(structure.frame_of(row, only_this_round).stages)
    day = next((day for day in days if day.round.number == number), None)
    if day is None:
        raise Http404
    return day


def fixtures_with_sides(day: pages.Matchday) -> list[Fixture]:
    """Return the fixtures of a round whose sides are known, each tie of teams once."""
    return [fixture for fixture in day.rows if fixture.home and fixture.away]


def score_of(row: Fixture) -> str:
    """Return the score of a row of a list, of a tie of teams its board points; empty before a result."""
    if row.tie.of_teams:
        return tie_score(row.tie.home_points, row.tie.away_points) if row.tie.decided else ""
    return goals_of(row)


def goals_of(fixture: Fixture) -> str:
    """Return the goals, followed by the shootout; empty before a result."""
    home, away = fixture.score
    if home is None:
        return ""
    kicks = fixture.shootout
    return f"{home}–{away}" + (f" ({kicks['home']}–{kicks['away']})" if kicks else "")
