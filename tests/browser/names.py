"""The longest and most awkward names that people may take: on brackets, tables, fixtures, heads and cards.

Twenty-four broad letters without a space, names that read from right to left, emoji; competitions of eighty letters.
"""

from __future__ import annotations

from league.competitions.models import Competition, Fixture
from league.competitions.verbs import create, entries, rounds, rulings
from league.players.models import User
from matches.verbs import casual
from tests.browser.sitemap import Shown, elsewhere

LONGEST = "W" * 24
RIGHT_TO_LEFT = "שלום בן דוד המלך"
NAMES = [
    LONGEST,
    RIGHT_TO_LEFT,
    "محمد الأمين ٢",
    "Massimiliano-Bartolomeoo",
    "⚽🏆⚽🏆⚽🏆 Ala",
    "M" * 24,
    "Łukasz Öztürk",
    "北京国安足球俱乐部北京国安足球俱乐部北京国",
]
CALLED = ("Trofeointercontinentaledelledopolavoristiche" + "Q" * 80)[:80]
"""A competition without a place to break its line."""


def awkward(organiser: User, player: User) -> list[Shown]:
    """Renames ``player`` and the organiser; a cup of two legs and a league of such names; a match against one."""
    User.objects.filter(pk=player.pk).update(nickname=LONGEST)
    User.objects.filter(pk=organiser.pk).update(nickname=RIGHT_TO_LEFT)
    player.refresh_from_db()
    organiser.refresh_from_db()
    cup = elsewhere(played, organiser, player, "cup", 9, settings={"legs": 2, "third_place": True})
    league = elsewhere(played, organiser, player, "league", 17, settings={})
    match = elsewhere(casual.play_bot, user=player, game="super_goal", bot="greedy")
    some = Competition.objects.get(slug=league.split("/")[2])
    fixture = Fixture.objects.filter(tie__round__stage__competition=some, home__name=RIGHT_TO_LEFT).first()
    assert fixture is not None
    paths = {
        "overview-cup": cup,
        "bracket": f"{cup}bracket/?view=list",
        "bracket-tree": f"{cup}bracket/?view=tree",
        "overview": league,
        "table": f"{league}table/",
        "fixtures": f"{league}fixtures/?round=2",
        "fixture": f"{league}fixtures/{fixture.pk}/",
        "entrants": f"{league}entrants/",
        "statistics": f"{league}statistics/",
        "audit": f"{league}audit/",
        "player": f"/players/{player.pk}/",
        "versus": f"/players/{player.pk}/vs/{organiser.pk}/",
        "match": f"/matches/{match.pk}/",
        "search": "/search/?q=ww",
        "home": "/",
    }
    return [Shown(f"names-{name}", path, player) for name, path in paths.items()]


def played(organiser: User, player: User, preset: str, results: int, settings: dict[str, object]) -> str:
    """A competition of the eight names, so many results entered."""
    cup = create.create(by=organiser, name=CALLED, game="super_goal", preset=preset, places=8, settings=settings)
    create.publish(competition=cup, by=organiser)
    entries.enter(competition=cup, player=player)
    entries.enter_names(competition=cup, by=organiser, names=NAMES[1:])
    rounds.start(competition=cup, by=organiser)
    for number in range(results):
        waiting = Fixture.objects.filter(tie__round__stage__competition=cup, home_goals=None, status="open")
        fixture = waiting.order_by("tie__round__number", "leg", "tie__number").first()
        if fixture is None:
            break
        home, away = number * 5 % 4, number * 3 % 7 % 4
        first = fixture.tie.fixtures.exclude(pk=fixture.pk).first() if fixture.leg == 2 and preset == "cup" else None
        level = first is not None and first.home_goals + away == first.away_goals + home
        score = rulings.Score(home, away, (4, 3)) if level else rulings.Score(home, away)
        if rulings.still_missing(score, fixture, rulings.rules_now(fixture)):
            score = rulings.Score(home, away, (4, 3))
        rulings.enter_result(fixture=fixture, score=score, by=organiser)
    return f"/competitions/{cup.slug}/"
