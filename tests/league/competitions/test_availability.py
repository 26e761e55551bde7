"""Who of a squad can play: asked by the captain, answered by one tap, read by nobody else."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from rest_framework.test import APIClient

from league.competitions.errors import LineUpRefused
from league.competitions.models import Availability
from league.competitions.verbs import absences, availability, line_ups, squads
from league.players.models import Notification
from league.players.verbs.claims import claim
from tests.league.competitions.test_teams import BACKEND
from tests.league.teams import running_teams, seal, ties_of

pytestmark = pytest.mark.django_db


def answers(tie, side=None):
    """Nickname without the team's -> answer."""
    side = side or tie.home
    rows = availability.answers_of(tie, side)
    return {row.user.nickname.removeprefix(f"{side.name} "): row.can for row in rows}


def member(side, number):
    return side.members.get(number=number).user


def test_a_squad_is_asked_and_answers(cast):
    cup = running_teams(cast.organiser, boards=2, squad=4)
    tie = ties_of(cup)[0]
    squads.fill(entrant=tie.home, by=cast.organiser, people=5, reason="one is ill")
    availability.ask(tie=tie, by=tie.home.player)
    assert answers(tie) == {"0": None, "1": None, "2": None, "3": None}, "a house bot is not asked"
    told = Notification.objects.filter(key__startswith="can_play:")
    assert {row.user for row in told} == {member(tie.home, number) for number in (1, 2, 3)}
    for can in (False, True, True):
        availability.answer(tie=tie, by=member(tie.home, 1), can=can)
    availability.answer(tie=tie, by=member(tie.home, 2), can=False)
    assert answers(tie) == {"0": None, "1": True, "2": False, "3": None}


def test_a_claimed_name_keeps_its_answer_and_its_days_away(cast):
    (tie, *_others), today = ties_of(running_teams(cast.organiser, boards=2, squad=3)), timezone.localdate()
    name = member(tie.home, 1)
    availability.answer(tie=tie, by=name, can=False)
    for user, days in ((name, 0), (name, 1), (cast.anna, 0)):
        absences.add(user=user, first=today, last=today + timedelta(days=days))
    claim(name=name, account=cast.anna)
    assert [(row.user, row.can) for row in availability.answers_of(tie, tie.home)] == [(cast.anna, False)]
    assert absences.of(cast.anna).count() == 2


def test_asked_again_it_reaches_only_the_silent_and_the_new(cast):
    cup = running_teams(cast.organiser, boards=2, squad=4)
    tie = ties_of(cup)[0]
    for _again in range(2):
        availability.ask(tie=tie, by=tie.home.player)
    told = Notification.objects.filter(key__startswith="can_play:")
    assert told.count() == 3
    availability.answer(tie=tie, by=member(tie.home, 1), can=True)
    Availability.objects.update(asked_at=timezone.now() - availability.AGAIN - timedelta(minutes=1))
    Notification.objects.all().delete()
    squads.add_names(entrant=tie.home, by=cast.organiser, names=["Aldo"], reason="one is ill")
    availability.ask(tie=tie, by=tie.home.player)
    assert {row.user.nickname.removeprefix(f"{tie.home.name} ") for row in told.all()} == {"2", "3", "Aldo"}


def test_the_silent_are_asked_again_after_six_hours_to_the_second(cast):
    tie = ties_of(running_teams(cast.organiser, boards=2, squad=3))[0]
    now = timezone.now().replace(microsecond=0)
    told = Notification.objects.filter(key__startswith="can_play:")
    for later, count in (
        (timedelta(0), 2),
        (availability.AGAIN - timedelta(seconds=1), 2),
        (availability.AGAIN, 4),
    ):
        with time_machine.travel(now + later, tick=False):
            availability.ask(tie=tie, by=tie.home.player)
        assert told.count() == count


def test_a_silent_captain_s_line_up_spares_who_cannot_play(cast):
    cup = running_teams(cast.organiser, boards=3, squad=5)
    tie = ties_of(cup)[0]
    availability.answer(tie=tie, by=member(tie.home, 1), can=False)
    availability.answer(tie=tie, by=member(tie.home, 2), can=True)
    assert line_ups.usual(cup, tie.home, tie) == [0, 2, 3]
    for number in (2, 3, 4):
        availability.answer(tie=tie, by=member(tie.home, number), can=False)
    assert line_ups.usual(cup, tie.home, tie) == [0, 1, 2], "a board is better played by somebody than by nobody"


def test_only_leaders_ask_and_only_the_squad_answers(cast):
    cup = running_teams(cast.organiser, boards=2, squad=4)
    tie = ties_of(cup)[0]
    for asker in (cast.organiser, cast.stranger, member(tie.home, 2)):
        with pytest.raises(LineUpRefused):
            availability.ask(tie=tie, by=asker)
    with pytest.raises(LineUpRefused):
        availability.answer(tie=tie, by=cast.organiser, can=True)
    assert not Availability.objects.exists()


def test_it_is_over_and_forgotten_once_the_line_ups_are_open(cast):
    cup = running_teams(cast.organiser, boards=2, squad=3)
    tie = ties_of(cup)[0]
    availability.ask(tie=tie, by=tie.home.player)
    assert availability.forget() == 0
    seal(tie, tie.home)
    seal(tie, tie.away)
    with pytest.raises(LineUpRefused):
        availability.answer(tie=tie, by=member(tie.home, 1), can=True)
    with pytest.raises(LineUpRefused):
        availability.ask(tie=tie, by=tie.home.player)
    assert availability.forget() == 3 and not Availability.objects.exists()


def test_the_pages_of_captain_and_squad(cast):
    cup = running_teams(cast.organiser, boards=2, squad=4)
    tie = ties_of(cup)[0]
    line_up, can_play = (reverse(f"competitions:{name}", args=[cup.slug, tie.pk]) for name in ("line_up", "can_play"))
    captain, player = Client(), Client()
    captain.force_login(tie.home.player, backend=BACKEND)
    player.force_login(member(tie.home, 2), backend=BACKEND)
    assert not captain.get(line_up).context["asked"]
    home = [reverse("competitions:overview", args=[cup.slug]), "/"]
    assert not any(can_play in player.get(page).content.decode() for page in home)
    assert captain.post(line_up, {"do": "ask_squad"})["Location"] == line_up
    assert all(can_play in player.get(page).content.decode() for page in home), "one tap from home"
    assert player.post(can_play, {"do": "can_play", "can": "false"})["Location"] == can_play
    assert player.get(can_play).context["answer"].can is False
    assert not any(can_play in player.get(page).content.decode() for page in home)
    page = captain.get(line_up)
    assert {person.user.nickname[-1]: person.can for person in page.context["squad"]} == {
        "0": "silent", "1": "silent", "2": "no", "3": "silent",
    }  # fmt: skip
    assert page.content.decode().count("data-away") == 1
    for reader in (cast.organiser, cast.stranger):
        client = Client()
        client.force_login(reader, backend=BACKEND)
        assert client.get(can_play).status_code == client.get(line_up).status_code == 404
    assert player.get(line_up).status_code == 404, "only captain and vice-captain see the answers"


def test_by_the_api(cast):
    cup = running_teams(cast.organiser, boards=2, squad=3)
    tie = ties_of(cup)[0]
    address = f"/api/v1/competitions/{cup.pk}/ties/{tie.pk}/availability/"
    clients = {
        name: APIClient() for name in ("captain", "player", "organiser")
    }  # fmt: skip
    for name, user in (("captain", tie.home.player), ("player", member(tie.home, 2)), ("organiser", cast.organiser)):
        clients[name].force_login(user, backend=BACKEND)
    asked = clients["captain"].post(f"{address}ask/")
    assert asked.status_code == 200 and [row["can"] for row in asked.json()] == [None, None, None]
    assert clients["player"].post(address, {"can": True}, format="json").json()["can"] is True
    assert [clients[name].post(f"{address}ask/").status_code for name in ("player", "organiser")] == [404, 404]
    assert clients["organiser"].post(address, {"can": True}, format="json").status_code == 404
    assert clients["player"].post(address, {"can": "perhaps"}, format="json").status_code == 400
