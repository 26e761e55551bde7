"""An arena of bots and two people to its end, in quick time: they join by a button, their matches open by themselves,
and an open page shows the podium."""

from __future__ import annotations

import re
import time

from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from league.arenas import turns, verbs
from league.arenas.models import Arena
from league.arenas.reading import table_of
from matches.live.commands import command
from matches.models import Match
from tests.browser.sitemap import elsewhere
from tests.sizes import size

ROUNDS = size(2, 8)
BOTS = size(2, 24)


def until(found, seconds=30):
    """What ``found`` returns in the database, once it is something."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if answer := elsewhere(found):
            return answer
        time.sleep(0.2)
    raise AssertionError("it did not come about")


def in_play(row, *, people):
    """The matches in play of somebody who is no bot, or of two bots."""
    open_now = row.matches.filter(outcome="").select_related("match", "home__user", "away__user")
    return [each for each in open_now if bool({each.home.user.bot, each.away.user.bot} & {""}) is people]


def decide(matches):
    """Let the runtime end matches that are live, as a referee does: for the bot at home, and for anna."""
    for each in matches:
        if each.match.status == Match.Status.LIVE:
            winner = "home" if each.home.user.nickname == "anna" or each.home.user.bot else "away"
            command(each.match_id, "award", {"winner": winner, "reason": "", "how": "award"})


def paired(row):
    """Whether both people play. Where many are in they may wait for others than each other: the bots are quick then."""
    turns.turn(row.pk)
    if row.players.filter(user__bot="", playing=None).exists():
        decide(in_play(row, people=False))
        return False
    return True


def test_an_arena_of_bots_and_two_people_to_the_podium(site, cast):
    row = elsewhere(lambda: verbs.create(by=cast.organiser, name="Lunch hour", game="super_goal", bots=BOTS))
    path = reverse("arenas:one", args=[row.slug])
    people = [site.visitor("anna", user=cast.anna), site.visitor("bruno", user=cast.bruno, phone=True)]
    watcher = site.visitor("watcher")
    for person in people:
        person.goto(path)
        person.page.locator("button[value=join]").click()
        expect(person.page.locator("form[hx-post]")).to_have_count(1)
    watcher.goto(path)
    for _round in range(ROUNDS):
        for person in people:
            person.goto(path)
        until(lambda: all(player.seen_at > timezone.now() - verbs.FRESH for player in row.players.all()))
        until(lambda: paired(row))
        for person in people:
            expect(person.page).to_have_url(re.compile(r"/matches/[0-9a-f-]{36}/"))
        until(lambda: all(each.match.status == Match.Status.LIVE for each in in_play(row, people=True)))
        elsewhere(lambda: decide(in_play(row, people=True)))
        until(lambda: all(each.match.over for each in in_play(row, people=True)))
        elsewhere(lambda: turns.turn(row.pk))
    expect(watcher.page.locator(".stand li")).to_have_count(0)
    elsewhere(lambda: Arena.objects.filter(pk=row.pk).update(ends_at=timezone.now() - turns.ENDING))
    elsewhere(lambda: turns.turn(row.pk))
    podium = [line for line in elsewhere(lambda: table_of(row)).lines[:3] if line.played]
    assert podium, "anna has won"
    expect(watcher.page.locator(".stand li")).to_have_count(len(podium))
    shown = watcher.page.locator(".arenatable tbody tr td:last-child").all_inner_texts()
    assert [int(points) for points in shown] == [line.points for line in elsewhere(lambda: table_of(row)).lines]
    assert sum(map(int, shown)) >= 2 * ROUNDS
