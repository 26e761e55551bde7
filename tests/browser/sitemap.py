"""Every page of the site with the demo on it: for the screenshots, for axe and for the crawl of links."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from django.db import connection
from django.urls import reverse
from django.utils import timezone

import engines
from engines.core.dice import SeededDice
from league.analysis import verbs as analysis_verbs
from league.arenas import verbs as arena_verbs
from league.classes import verbs as class_verbs
from league.clubs.verbs import clubs, members, presets
from league.competitions import demo
from league.competitions.models import Competition, Entrant, Invitation, ResultEntry
from league.competitions.verbs import create, entries, invitations, rounds, rulings
from league.evenings import clocks
from league.events.timetable import propose
from league.events.verbs import people, timetable
from league.lessons import verbs as lessons
from league.players.models import User
from league.puzzles import loading
from league.puzzles import verbs as answers
from league.puzzles.models import Puzzle
from league.puzzles.showing import Position
from league.seasons.models import Renewal
from league.seasons.verbs import leaves, official, renewals
from league.series import verbs as series_verbs
from league.statistics.verbs import books, ratings
from matches.models import Match
from tests.cases import built
from tests.league.events.weekend import weekend
from tests.league.teams import boards_of, open_line_ups, running_teams, ties_of


@dataclass(frozen=True)
class Shown:
    """A page, and who looks at it."""

    name: str
    path: str
    user: User | None = None


def kick_off(slug: str) -> str:
    """The line of a first position."""
    game = engines.get(slug)
    return game.position(game.new(game.house_options, None, SeededDice(1))[0])


def saved_analysis(owner: User) -> Any:
    """The id of a public analysis with a variation, a comment, an arrow."""
    words = Path("docs/engines.md").read_text().partition("## The analysis sheet")[2].partition("```")[2]
    text = words.partition("```")[0].strip()
    row = analysis_verbs.save(by=owner, value=text, title="The last minute", at=1, visibility="public")
    return row.pk


def elsewhere(work: Any, *args: Any, **options: Any) -> Any:
    """Run ``work`` in a thread of its own: Playwright keeps an event loop in this one."""

    def whole() -> Any:
        try:
            return work(*args, **options)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(whole).result()


def furnish() -> list[Shown]:
    """Make the demo, a cup with open registration, a finished cup and a draft; every page worth a look."""
    made = elsewhere(demo.make)
    organiser = User.objects.get(username=demo.ORGANISER)
    anna = User.objects.get(username="anna")
    opened = open_cup(organiser, anna)
    finished = finished_cup(organiser)
    bar = bar_evening(organiser)
    school = elsewhere(school_class, organiser)
    series = elsewhere(
        series_verbs.create,
        by=organiser,
        name="Giovedì d’inverno",
        points=[10, 8, 6, 5, 4, 3, 2, 1],
        rest=1,
        best=4,
        levels=[{"name": "Major", "points": [30, 20, 15], "rest": 5}],
        months=12,
        decay=[100] * 6 + [50],
        categories=["U19", "Veterani"],
        club_best=3,
        competitions=[Competition.objects.get(slug=path.split("/")[2]) for path in (finished, bar, opened)],
    )
    arena = elsewhere(arena_verbs.create, by=organiser, name="Mercoledì in arena", game="super_goal")
    elsewhere(arena_verbs.join, arena=arena, player=anna)
    club = club_of(organiser, [path.split("/")[2] for path in (finished, opened)] + [made.league], anna)
    elsewhere(ratings.refresh)
    elsewhere(books.refresh, at_once=True)
    over = Match.objects.finished().order_by("finished_at").first()
    live = Match.objects.live().order_by("started_at").first()
    assert over and live
    guest = Entrant.objects.exclude(personal_key="").first()
    assert guest
    league, cup = f"/competitions/{made.league}/", f"/competitions/{made.cup}/"
    invited = Invitation.objects.filter(competition__slug=opened.split("/")[2]).get(name="Ugo")
    fixture = Competition.objects.get(slug=made.league).stages.get().rounds.get(number=1).ties.first().fixtures.get()
    pages = [
        Shown("home", "/"),
        Shown("home-player", "/", anna),
        Shown("competitions", "/competitions/"),
        Shown("games", "/games/"),
        Shown("rules-super-goal", "/games/super_goal/"),
        *(Shown(f"game-{slug}", f"/games/{slug}/") for slug in built()[1:]),
        Shown("login", "/accounts/login/"),
        Shown("signup", "/accounts/signup/"),
        Shown("reset", "/accounts/password/reset/"),
        Shown("ask-reset", "/reset/"),
        Shown("guest", "/guest/"),
        Shown("search", "/search/?q=an"),
        Shown("matches", "/matches/"),
        Shown("matches-live", "/matches/?show=live"),
        Shown("matches-screen", "/matches/?screen=1"),
        Shown("matches-player", "/matches/", anna),
        Shown("start", "/play/super_goal/"),
        Shown("new", "/competitions/new/", organiser),
        Shown("import", "/competitions/import/", organiser),
        Shown("import-report", "/competitions/import/report/", organiser),
        Shown("new-cup", "/competitions/new/?preset=cup", organiser),
        Shown("new-stages", "/competitions/new/stages/", organiser),
        Shown("settings", "/settings/", anna),
        Shown("password", "/accounts/password/change/", anna),
        Shown("email", "/accounts/email/", anna),
        Shown("reauthenticate", "/accounts/reauthenticate/", anna),
        Shown("factors", "/accounts/2fa/", anna),
        Shown("sessions", "/settings/sessions/", anna),
        Shown("helpers", "/settings/helpers/", anna),
        Shown("your-data", "/settings/data/", anna),
        Shown("privacy", "/privacy/"),
        Shown("status", "/status/"),
        Shown("logout", "/accounts/logout/", anna),
        Shown("my-fixtures", "/my/fixtures/", anna),
        Shown("my-absences", "/my/absences/", anna),
        Shown("player", f"/players/{anna.pk}/"),
        Shown("player-statistics", f"/players/{anna.pk}/statistics/"),
        Shown("opponents", f"/players/{anna.pk}/opponents/"),
        Shown("insights", f"/players/{anna.pk}/insights/?by=opponent"),
        Shown("leaders", "/leaders/?game=super_goal"),
        Shown("leaders-goals", "/leaders/?game=super_goal&by=goals"),
        Shown("versus", f"/players/{anna.pk}/vs/{User.objects.get(username='bruno').pk}/"),
        Shown("game-statistics", "/games/super_goal/statistics/"),
        Shown("game-records", "/games/super_goal/records/"),
        Shown("enter-link", f"/enter/{guest.personal_key}/", anna),
        Shown("not-found", "/no/such/page/"),
        Shown("match-live", f"/matches/{live.pk}/"),
        Shown("match-over", f"/matches/{over.pk}/"),
        Shown("report", f"/matches/{over.pk}/report/"),
        Shown("verify", f"/matches/{over.pk}/verify/"),
        Shown("review", f"/matches/{over.pk}/review/"),
        Shown("fairness", "/fairness/"),
        Shown("console-running", f"{league}console/", organiser),
        Shown("ruling", f"{league}console/{fixture.pk}/", organiser),
        Shown("entrants-organiser", f"{opened}entrants/", organiser),
        Shown("console-open", f"{opened}console/", organiser),
        Shown("console-settings", f"{opened}console/settings/", organiser),
        Shown("links", f"{opened}entrants/links/", organiser),
        *(Shown(part, f"{opened}entrants/{part}/", organiser) for part in ("list", "invitations", "check-in", "seeds")),
        Shown("invited", f"/invited/{invited.key}/"),
        Shown("staff", f"{opened}staff/", organiser),
        Shown("fixture", f"{league}fixtures/{fixture.pk}/", organiser),
        Shown("all-fixtures", f"{league}fixtures/all/"),
        Shown("plan", f"{league}console/plan/", organiser),
        Shown("web-hooks", f"{league}console/hooks/", organiser),
        Shown("options", f"{league}console/options/", organiser),
        Shown("notifications", "/notifications/", anna),
        Shown("following", "/matches/?show=followed", anna),
        Shown("analysis", "/analysis/"),
        Shown("analysis-kick-off", f"/analysis/?position={kick_off('soccer_tactics')}"),
        Shown("analysis-match", f"/matches/{over.pk}/analysis/?v=9"),
        Shown("analysis-saved", f"/analysis/{saved_analysis(anna)}/", anna),
        Shown("analyses", "/analysis/mine/", anna),
        *puzzle_pages(anna),
        *lesson_pages(organiser, anna),
        Shown("what-you-are-told", "/settings/notifications/", anna),
        Shown("entrants-open", f"{opened}entrants/", anna),
        Shown("overview-open", opened),
        Shown("overview-finished", finished),
        Shown("bracket-finished", f"{finished}bracket/"),
        Shown("overview-league", league, anna),
        Shown("table", f"{league}table/", anna),
        Shown("bracket", f"{cup}bracket/"),
        Shown("overview-cup", cup),
        Shown("wall-cup", cup.replace("/competitions/", "/wall/")),
        Shown("wall-league", league.replace("/competitions/", "/wall/")),
        Shown("evening", f"{bar}evening/"),
        Shown("evening-desk", f"{bar}console/", organiser),
        Shown("evening-results", f"{bar}console/results/", organiser),
        Shown("evening-prints", f"{bar}print/", organiser),
        Shown("evening-tables", f"{bar}console/tables/", organiser),
        Shown("evening-print-names", f"{bar}print/names/", organiser),
        Shown("evening-print", f"{bar}print/pairings/", organiser),
        Shown("wall-evening", bar.replace("/competitions/", "/wall/")),
        Shown("class-new", "/class/new/", organiser),
        Shown("class", f"{school}class/", organiser),
        Shown("class-cards", f"{school}class/cards/", organiser),
        Shown("class-sign-in", "/class/"),
        Shown("clubs", "/clubs/"),
        Shown("club-new", "/clubs/new/", organiser),
        Shown("club", f"/clubs/{club}/", anna),
        *(Shown(f"club-{part}", f"/clubs/{club}/{part}/", organiser) for part in ("members", "settings", "ownership")),
        Shown("club-honours", f"/clubs/{club}/honours/"),
        Shown("club-statistics", f"/clubs/{club}/statistics/"),
        Shown("visibility", f"{opened}console/visibility/", organiser),
        Shown("arenas", "/arenas/"),
        Shown("arena", f"/arenas/{arena.slug}/", anna),
        Shown("arena-new", "/arenas/new/", organiser),
        Shown("all-series", "/series/"),
        Shown("series", f"/series/{series.slug}/"),
        Shown("series-statistics", f"/series/{series.slug}/statistics/"),
        Shown("series-new", "/series/new/", organiser),
        Shown("series-desk", f"/series/{series.slug}/desk/", organiser),
        Shown("wall-open", opened.replace("/competitions/", "/wall/")),
    ]
    pages += elsewhere(team_pages, organiser, anna)
    pages += elsewhere(event_pages, organiser, anna)
    pages += season_pages(made.league, finished, organiser)
    for part in ("fixtures", "statistics", "records", "entrants", "rules", "audit"):
        pages.append(Shown(f"league-{part}", f"{league}{part}/"))
    pages.append(Shown("league-boards", f"{league}statistics/leaders/"))
    pages.append(Shown("draw", f"{cup}draw/?run"))
    return pages


def puzzle_pages(player: User) -> list[Shown]:
    """A forced goal and a best move, each before and after a wrong answer."""
    elsewhere(loading.load)
    pages = [Shown("puzzles", "/puzzles/"), Shown("puzzles-player", "/puzzles/", player)]
    pages.append(Shown("puzzles-theme", "/puzzles/theme/fuba/shot/", player))
    for game in ("dom_jim", "super_goal"):
        fresh, answered = Puzzle.objects.filter(game=game).order_by("code")[:2]
        labels = Position(answered.line, answered.seat).labels  # type: ignore[arg-type]
        wrong = next(name for name in labels if name != answered.solution)
        elsewhere(answers.answer, user=player, puzzle=answered, move=wrong)
        pages.append(Shown(f"puzzle-{game}", f"/puzzles/{fresh.pk}/"))
        pages.append(Shown(f"puzzle-{game}-answered", f"/puzzles/{answered.pk}/", player))
    return pages


def lesson_pages(owner: User, player: User) -> list[Shown]:
    """A lesson of a text and a question, answered by one player."""
    puzzle = Puzzle.objects.filter(game="super_goal").order_by("code").first()
    assert puzzle
    lesson = lessons.create(owner=owner, title="Le aperture")
    lessons.add_step(lesson=lesson, reader=owner, words="Guarda i dadi.", position="", question="")
    step = lessons.add_step(lesson=lesson, reader=owner, words="", position=puzzle.pk, question="Quale dado?")
    person = lessons.take_part(lesson=lesson, user=player, name="")
    assert person
    lessons.answer(participant=person, step=step, move=step.solution)
    return [
        Shown("lessons", "/lessons/", owner),
        Shown("lesson-edit", f"/lessons/{lesson.pk}/edit/", owner),
        Shown("lesson-step", f"/lessons/{lesson.pk}/edit/1/", owner),
        Shown("lesson-results", f"/lessons/{lesson.pk}/results/", owner),
        Shown("lesson-text", f"/lesson/{lesson.key}/"),
        Shown("lesson-question", f"/lesson/{lesson.key}/?step=2"),
    ]


def open_cup(organiser: User, player: User) -> str:
    """A cup that takes entries: some names, a bot, a player."""
    cup = create.create(by=organiser, name="Coppa d’Inverno", game="super_goal", preset="cup", places=8, seeding="hand")
    create.publish(competition=cup, by=organiser)
    invitations.invite(competition=cup, by=organiser, names="Ugo\nVera")
    entries.enter_names(competition=cup, by=organiser, names="Ada\nBice\nTorre Civetta")
    entries.add_bots(competition=cup, by=organiser, count=1)
    entries.enter(competition=cup, player=player)
    return f"/competitions/{cup.slug}/"


def season_pages(league: str, finished: str, organiser: User) -> list[Shown]:
    """The accidents of the demo's league and the end of the finished cup: official, archived, its next season asked."""
    cup = Competition.objects.get(slug=finished.split("/")[2])
    ResultEntry.objects.filter(competition=cup).update(at=timezone.now() - timedelta(days=9))
    elsewhere(official.make_official, competition=cup, by=organiser)
    after = elsewhere(renewals.next_season, competition=cup, by=organiser)
    asked = Renewal.objects.filter(asking__competition=after).order_by("pk")
    elsewhere(renewals.answer, key=asked[0].key, reply="in")
    elsewhere(renewals.answer, key=asked[1].key, reply="out")
    running = Competition.objects.get(slug=league)
    elsewhere(leaves.allow, competition=running, days=10, by=organiser)
    one, other = running.entrants.filter(status="entered").order_by("seed")[:2]
    day = timezone.localdate()
    elsewhere(leaves.take, entrant=one, first=day + timedelta(days=1), last=day + timedelta(days=4), by=organiser)
    here = f"/competitions/{league}/"
    return [
        Shown("season-quiet", f"{here}console/inactive/?days=1", organiser),
        Shown("season-substitute", f"{here}entrants/{other.pk}/substitute/", organiser),
        Shown("season-leave", f"{here}leave/", organiser),
        Shown("season-end", f"{finished}end/", organiser),
        Shown("season-certificates", f"{finished}certificates/"),
        Shown("season-archive", f"/archive/{cup.pk}/"),
        Shown("season-answers", f"/competitions/{after.slug}/console/answers/", organiser),
        Shown("season-in-or-out", f"/in-or-out/{asked[2].key}/"),
    ]


def team_pages(organiser: User, captain: User) -> list[Shown]:
    """A league of four teams: one tie is over, one is half played, and the captain has the next one to name."""
    league = running_teams(organiser, 4, 4, captain=captain)
    open_line_ups(league)
    over, half, *later = ties_of(league)
    scores = [(2, 1), (0, 3), (1, 1), (4, 2)]
    for board, (home, away) in [
        *zip(boards_of(over), scores, strict=True),
        *zip(boards_of(half)[:2], scores[:2], strict=True),
    ]:
        rulings.enter_result(fixture=board, score=rulings.Score(home, away), by=organiser)
    rounds.open_round(competition=league, number=2, by=organiser)
    own = next(tie for tie in later if captain.pk in (tie.home.player_id, tie.away.player_id))  # type: ignore[union-attr]
    team = league.entrants.get(player=captain)
    here = f"/competitions/{league.slug}/"
    return [
        Shown("team-overview", here),
        Shown("team-table", f"{here}table/"),
        Shown("team-boards", f"{here}table/boards/"),
        Shown("team-tie", reverse("competitions:tie", args=[league.slug, half.pk])),
        Shown("team-line-up", reverse("competitions:line_up", args=[league.slug, own.pk]), captain),
        Shown("team-captain", reverse("competitions:tie", args=[league.slug, own.pk]), captain),
        Shown("team-squad", reverse("competitions:side", args=[team.side_key]), captain),
        Shown("team-figures", f"{here}teams/{team.pk}/"),
        Shown("team-entrants", f"{here}entrants/", organiser),
        Shown("team-console", f"{here}console/", organiser),
        *(Shown(f"team-print-{sheet}", f"{here}print/{sheet}/", organiser) for sheet in ("squads", "ties")),
        Shown("team-wall", f"/wall/{league.slug}/"),
    ]


def event_pages(organiser: User, player: User) -> list[Shown]:
    """A weekend of a league and a cup on four tables, its timetable applied, one of its people here."""
    event, cups = weekend(SimpleNamespace(organiser=organiser), tables=4)
    timetable.apply(event=event, by=organiser, seen=propose(event).digest)
    person = cups[0].entrants.first().player
    people.check_in(event=event, by=organiser, person=person.pk)
    here = f"/events/{event.slug}/"
    return [
        Shown("events", "/events/"),
        Shown("event-new", "/events/new/", organiser),
        Shown("event", here),
        Shown("event-next", f"{here}next/", player),
        *(Shown(f"event-{part}", f"{here}{part}/", organiser) for part in ("desk", "timetable", "print", "people")),
        Shown("event-settings", f"{here}settings/", organiser),
        Shown("event-wall", f"{here}wall/"),
    ]


def club_of(organiser: User, slugs: list[str], player: User) -> str:
    """A club with competitions, members with and without account, somebody who asks, and a preset."""
    club = clubs.create(by=organiser, name="Bar Centrale", description="Every Thursday from nine. Bring a board.")
    for row in Competition.objects.filter(slug__in=slugs):
        clubs.take_in(competition=row, club=club, by=row.owner)
    members.new_link(club=club, by=organiser)
    members.add_names(club=club, by=organiser, names="Ada\nBice\nTorre Civetta")
    members.join(club=club, by=player)
    presets.keep(club=club, competition=Competition.objects.get(slug=slugs[0]), by=organiser, name="Thursday cup")
    return club.slug


def bar_evening(organiser: User) -> str:
    """An evening at real tables in its first round, its clock running."""
    event = create.create(
        by=organiser, name="Giovedì al bar", game="super_goal", preset="evening", places=20, advance="auto"
    )
    create.publish(competition=event, by=organiser)
    entries.enter_names(competition=event, by=organiser, names="Ada\nBice\nTorre Civetta\nDiego\nElio")
    rounds.start(competition=event, by=organiser)
    clocks.start(competition=event, by=organiser)
    return f"/competitions/{event.slug}/"


def school_class(organiser: User) -> str:
    """A class of twelve that has not begun."""
    names = (
        "Ada B\nBice C\nDiego F\nElio G\nFranca M\nGianmarco Bonaventura\nIda P\nLuca R\nMaria S\nNoè T\nOlga V\nPio Z"
    )
    day = timezone.localdate() + timedelta(days=90)
    made = class_verbs.make(
        by=organiser, name="Classe 3B", game="super_goal", preset="league", names=names, delete_on=day
    )
    return f"/competitions/{made.competition.slug}/"


def finished_cup(organiser: User) -> str:
    """A cup of six, decided by entered results: byes, penalties, a walkover, a champion."""
    cup = create.create(
        by=organiser,
        name="Coppa delle Nebbie",
        game="super_goal",
        preset="cup",
        places=8,
        settings={"third_place": True},
    )
    create.publish(competition=cup, by=organiser)
    entries.enter_names(competition=cup, by=organiser, names="Aldo\nBerta\nCarlo\nDora\nEnea\nFulvia")
    rounds.start(competition=cup, by=organiser)
    scores = [(2, 1, None), (1, 1, (4, 3)), None, (3, 0, None), (0, 2, None), (2, 2, (3, 5))]
    number = 0
    while True:
        left = [
            fixture
            for row in cup.stages.get().rounds.order_by("number")
            for tie in row.ties.order_by("number")
            for fixture in tie.fixtures.all()
            if fixture.home_id and fixture.away_id and fixture.home_goals is None and fixture.status != "walkover"
        ]
        if not left:
            return f"/competitions/{cup.slug}/"
        score = scores[number % len(scores)]
        number += 1
        if score is None:
            rulings.walkover(fixture=left[0], winner="away", by=organiser, reason="did not come")
            continue
        home, away, kicks = score
        rulings.enter_result(fixture=left[0], score=rulings.Score(home, away, kicks), by=organiser)
