"""The states that the pages of ``sitemap`` do not show by themselves: empty, refused, stopped, broken, of every format.

For the screenshots alone: axe and the crawl of links look at the pages.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from random import Random
from uuid import UUID, uuid4

from asgiref.sync import sync_to_async
from django.db.models import F
from django.template.loader import render_to_string
from django.utils import timezone, translation

from engines.core.text import text
from league.competitions import demo
from league.competitions.models import Competition, Fixture, Tie
from league.competitions.verbs import (
    absences,
    create,
    disputes,
    entries,
    notes,
    reports,
    rounds,
    rulings,
    schedule,
)
from league.moderation.models import Case
from league.players.models import Notification, User
from league.players.verbs import notify
from matches.live import rulings as decisions
from matches.live.commands import command
from matches.live.moves import submit
from matches.live.running import hall
from matches.models import Match
from tests.browser.at_table import tables
from tests.browser.sitemap import Shown, elsewhere
from tests.matches.table import duel, run, start

NAMES = """Bar Centrale, Torre Civetta, Ponte Alto, Virtus Tavolo, Sporting Sabato, Stella di Latta, Ludica Marea,
Vecchia Ludoteca, Pedine Unite, AC Cartoncino, Borgo Dado, Dopolavoro Castello, San Lupo, Panchina Lunga, Rovere Blu,
Real Scacchiera""".replace("\n", " ").split(", ")
EMPTY = [
    Shown("empty-home", "/"),
    Shown("empty-competitions", "/competitions/"),
    Shown("empty-matches", "/matches/"),
    Shown("empty-search", "/search/?q=zzz"),
    Shown("empty-leaders", "/leaders/?game=super_goal"),
    Shown("empty-bots", "/bots/"),
]
"""Before there is anything."""
SUBMIT = """form => {
    form.noValidate = true;
    form.requestSubmit(form.querySelector("[type=submit], button:not([type=button])"));
}"""


@dataclass(frozen=True)
class Refused:
    """A form sent as it stands: the page with what is wrong."""

    name: str
    path: str
    form: str = "main form"
    user: User | None = None


def broken(language: str) -> dict[str, str]:
    """Pages that come without the site behind them, or that a whole run would not come upon: ``{name: HTML}``."""
    with translation.override(language):
        return {
            "error-400": render_to_string("400.html"),
            "error-form-too-old": render_to_string("403_csrf.html"),
            "error-410": render_to_string("matches/taken.html"),
            "error-429": render_to_string("429.html"),
            "error-500": render_to_string("500.html", {"error_id": "7f3a"}),
            "error-503": render_to_string("500.html", {"error_id": "7f3a", "away": True}),
            "offline": render_to_string("offline.html"),
        }


def refused(organiser: User) -> list[Refused]:
    """Forms with nothing, or with what may not be, in them."""
    return [
        Refused("refused-login", "/accounts/login/"),
        Refused("refused-signup", "/accounts/signup/"),
        Refused("refused-new", "/competitions/new/?preset=league", user=organiser),
        Refused("refused-import", "/competitions/import/", user=organiser),
    ]


def played(organiser: User, preset: str, entrants: int, results: int, **settings: object) -> str:
    """A competition of typed names, its first ``results`` entered, some level, some from the spot."""
    cup = create.create(
        by=organiser,
        name=f"Trofeo {preset} {entrants}",
        game="fuba",
        preset=preset,
        places=entrants,
        settings=settings,
    )
    create.publish(competition=cup, by=organiser)
    names = [NAMES[at] if at < len(NAMES) else f"Circolo {at}" for at in range(entrants)]
    for at in range(0, entrants, entries.NAMES_AT_ONCE):
        entries.enter_names(competition=cup, by=organiser, names=names[at : at + entries.NAMES_AT_ONCE])
    rounds.start(competition=cup, by=organiser)
    open_now = Fixture.objects.filter(tie__round__stage__competition=cup, home_goals=None, status=Fixture.Status.OPEN)
    for number in range(results):
        fixture = open_now.order_by("tie__round__number", "leg", "tie__number").first()
        if fixture is None:
            break
        home, away = number * 5 % 4, number * 3 % 4
        knockout = fixture.tie.group_id is None and home == away
        longer = fixture.tie.group_id is None and abs(home - away) == 1 and number % 2 == 0
        score = rulings.Score(home, away, (4, 3)) if knockout else rulings.Score(home, away, extra_time=longer)
        if rulings.still_missing(score, fixture, rulings.rules_now(fixture)):
            score = rulings.Score(home, away, (4, 3))
        rulings.enter_result(fixture=fixture, score=score, by=organiser)
    return f"/competitions/{cup.slug}/"


def matters(organiser: User, anna: User, bruno: User) -> list[Shown]:
    """A league in which things are open: a result that one side disputes, kick-offs proposed, words of the staff, days
    off, a result that needs the organiser.
    """
    league = create.create(
        by=organiser, name="Campionato del dopolavoro", game="super_goal", preset="league", places=4, advance="click",
        settings={"draws": "stand"},
    )  # fmt: skip
    create.publish(competition=league, by=organiser)
    for player in (anna, bruno):
        entries.enter(competition=league, player=player)
    entries.enter_names(competition=league, by=organiser, names="Ponte Alto\nStella di Latta")
    rounds.start(competition=league, by=organiser)
    for number in range(1, 7):
        rounds.open_round(competition=league, by=organiser, number=number)
    ours = Fixture.objects.filter(tie__round__stage__competition=league, home__player=anna, away__player=bruno).get()
    fixture = Fixture.objects.filter(tie__round__stage__competition=league, home__player=bruno, away__player=anna).get()
    reports.report(fixture=ours, score=rulings.Score(3, 1), by=anna)
    said = "It was 3–2: the last goal was before the whistle, and everybody at the table saw it."
    disputes.dispute(fixture=ours, by=bruno, statement=said)
    notes.comment(fixture=ours, by=organiser, words="Both have until tomorrow evening to say how it was.")
    tomorrow = timezone.now().replace(hour=20, minute=0, second=0, microsecond=0) + timedelta(days=1)
    for hours, player in ((0, anna), (2, anna), (26, bruno)):
        schedule.propose(fixture=fixture, by=player, kick_off_at=tomorrow + timedelta(hours=hours))
    notes.announce(
        competition=league, by=organiser, words="The hall is closed on Friday: play at home, or agree on a day."
    )
    day = timezone.localdate()
    absences.add(user=anna, first=day + timedelta(days=3), last=day + timedelta(days=6))
    absences.add(user=anna, first=day + timedelta(days=30), last=day + timedelta(days=30))
    other = Fixture.objects.filter(tie__round__stage__competition=league).exclude(pk__in=[ours.pk, fixture.pk]).first()
    assert other is not None
    rulings.enter_result(fixture=other, score=rulings.Score(2, 2), by=organiser)
    here = f"/competitions/{league.slug}/"
    return [
        Shown("matters-console", f"{here}console/", organiser),
        Shown("matters-dispute", f"{here}fixtures/{ours.pk}/", organiser),
        Shown("matters-dispute-player", f"{here}fixtures/{ours.pk}/", anna),
        Shown("matters-proposals", f"{here}fixtures/{fixture.pk}/", anna),
        Shown("matters-ruling", f"{here}console/{ours.pk}/", organiser),
        Shown("matters-absences", "/my/absences/", anna),
        Shown("matters-plan", f"{here}console/plan/", organiser),
        Shown("matters-overview", here, bruno),
        Shown("matters-rules", f"{here}rules/"),
    ]


def states() -> tuple[list[Shown], list[Refused]]:
    """Call after ``furnish``."""
    organiser, anna = User.objects.get(username=demo.ORGANISER), User.objects.get(username="anna")
    judge = User.objects.get(username="bruno")
    User.objects.filter(pk=judge.pk).update(is_moderator=True)
    judge.refresh_from_db()
    double = elsewhere(played, organiser, "double", 16, 21)
    large = elsewhere(played, organiser, "cup", 128, 90)
    plate = elsewhere(played, organiser, "plate", 13, 12)
    places = elsewhere(played, organiser, "cup", 16, 22, consolation="places")
    page = elsewhere(played, organiser, "page", 5, 12)
    ladder = elsewhere(played, organiser, "stepladder", 5, 11)
    groups = elsewhere(played, organiser, "world_cup", 16, 11)
    divisions = elsewhere(played, organiser, "divisions", 12, 26)
    swiss = elsewhere(played, organiser, "swiss", 12, 15)
    paths = {
        "bracket-double": f"{double}bracket/",
        "bracket-double-tree": f"{double}bracket/?view=tree",
        "bracket-plate": f"{plate}bracket/",
        "bracket-plate-tree": f"{plate}bracket/?view=tree",
        "bracket-places": f"{places}bracket/",
        "bracket-places-tree": f"{places}bracket/?view=tree",
        "rules-plate": f"{plate}rules/",
        "bracket-page": f"{page}bracket/?view=tree",
        "bracket-stepladder": f"{ladder}bracket/?view=tree",
        "bracket-128": f"{large}bracket/",
        "bracket-128-tree": f"{large}bracket/?view=tree",
        "tables-groups": f"{groups}table/",
        "tables-divisions": f"{divisions}table/",
        "table-swiss": f"{swiss}table/?by=points",
        "embed-bracket": double.replace("/competitions/", "/embed/") + "bracket/",
        "embed-table": divisions.replace("/competitions/", "/embed/") + "table/",
        "ladder": "/bots/",
        "competitions-finished": "/competitions/?status=finished",
    }
    furthest = Tie.objects.filter(round__stage__competition__slug=large.split("/")[2], winner__isnull=False)
    way = furthest.order_by("-round__number", "number")[0].winner_id
    paths |= {f"bracket-path-{view}": f"{large}bracket/?of={way}&view={view}" for view in ("rounds", "tree", "list")}
    paths["versus-never-met"] = f"/players/{anna.pk}/vs/{organiser.pk}/"
    told(judge, swiss)
    open_matters = elsewhere(matters, organiser, anna, judge)
    pages = [*open_matters] + [Shown(name, path) for name, path in paths.items()]
    pages.append(Shown("notifications-some", "/notifications/", judge))
    pages += [
        Shown("bots", "/settings/bots/", anna),
        Shown("moderation", "/moderation/", judge),
        Shown("moderation-audit", "/moderation/audit/", judge),
        Shown("moderation-person", f"/moderation/players/{anna.pk}/", judge),
        *support(anna, swiss),
        Shown("challenge-new", f"/challenges/new/?to={judge.pk}", anna),
        *(Shown(f"start-{tab}", f"/play/six_a_side/?opponent={tab}", anna) for tab in ("friend", "lobby", "screen")),
        Shown("forbidden", f"{double}console/", anna),
    ]
    pages += [Shown("moderation-case", f"/moderation/cases/{case.pk}/", judge) for case in Case.objects.all()[:1]]
    pages += stopped()
    pages += tables((anna, judge))
    cancelled = Competition.objects.get(slug=swiss.split("/")[2])
    Competition.objects.filter(pk=cancelled.pk).update(status="cancelled", cancelled_because="Nobody had a board left")
    pages.append(Shown("overview-cancelled", swiss))
    plan = next(open_matter.path for open_matter in open_matters if open_matter.name == "matters-plan")
    return pages, [*refused(organiser), Refused("matters-plan-preview", plan, user=organiser)]


def support(person: User, path: str) -> list[Shown]:
    """Pages of support, read by one of the staff: the first one, a search, a list, a person, a competition, a match."""
    clerk = User.objects.create(username="clerk", nickname="Clelia", is_staff=True)
    rows = "/support/competitions/competition"
    cup = Competition.objects.get(slug=path.split("/")[2])
    match = Match.objects.filter(fixture__tie__round__stage__competition=cup).order_by("pk")[0]
    paths = {
        "support": "/support/",
        "support-search": "/support/?q=a",
        "support-list": "/support/players/user/",
        "support-person": f"/support/players/user/{person.pk}/",
        "support-competition": f"{rows}/{cup.pk}/",
        "support-match": f"/support/matches/match/{match.pk}/",
        "support-waiting": "/support/matches/outbox/?waiting=1",
    }
    return [Shown(name, path, clerk) for name, path in paths.items()]


def told(user: User, url: str) -> None:
    """Some notifications, the last ones not read."""
    sentences = [
        text("The draw is done"),
        text("{name} is waiting for you", name="Torre Civetta"),
        text("It is your move against {name}", name="Vecchia Ludoteca"),
        text("{name} has won the title", name="Bar Centrale"),
    ]
    for number, message in enumerate(sentences):
        kind = ("draw", "waiting", "move", "title")[number]
        notify.notify(users=[user], kind=kind, message=message, url=url, key=f"shot:{number}", competition="Trofeo")
        if number == 1:
            Notification.objects.filter(user=user).update(read_at=F("at"))


def stopped() -> list[Shown]:
    """Matches that are paused by an official, void, and in the middle of a shootout; each was played as far as that."""
    people = User.objects.get(username="anna"), User.objects.get(username="bruno")
    return [
        Shown(f"match-{name}", f"/matches/{elsewhere(played_until, people, name)}/", people[0])
        for name in ("paused", "void", "shootout")
    ]


def played_until(people: tuple[User, User], state: str) -> UUID:
    """A match of ``people`` in that state: which of the dice make a shootout is tried out."""
    short = {"half_turns": 5} if state == "shootout" else {}
    terms = {"draws_allowed": False, "extra_time": False}
    for _ in range(40):
        match = duel(*people, game="super_goal", options=short, terms=terms, title="Coppa della ludoteca", chat="open")

        async def play(match: Match = match) -> None:
            await start(match)
            runtime, chance = hall().runtime(match.pk), Random(5)
            while runtime.row.status == "live" and runtime.row.version < 120:
                view = runtime.game.view(runtime.state, None)
                if state != "shootout" and runtime.row.version >= 24:
                    break
                if state == "shootout" and sum(map(len, (view["shootout"] or {}).values())) >= 5:
                    break
                seat = runtime.game.to_act(runtime.state)[0]
                move = chance.choice(runtime.game.legal(runtime.state, seat))
                v = runtime.row.version
                await submit(match_id=match.pk, seat=seat, moves=[move], client_id=uuid4(), v=v)
            if state in ("paused", "void") and runtime.row.status == "live":
                kind = "pause" if state == "paused" else "void"
                await sync_to_async(command)(match.pk, kind, {"reason": "The lights went out"})
                await decisions.obey(hall(), match.pk)

        run(play)
        match.refresh_from_db()
        if match.status == {"paused": "paused", "void": "void", "shootout": "live"}[state]:
            return match.pk
    raise AssertionError(f"no match came to be {state}")
