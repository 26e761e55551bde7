"""The print pack of a league of teams: squads in their order, ties with their boards, and no sealed name on paper."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.competitions.verbs.results import collect
from tests.league.builders import running
from tests.league.tables import finish
from tests.league.teams import boards_of, running_teams, seal, ties_of

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"


def page(cup, document):
    return reverse("evenings:print", args=[cup.slug, document])


@pytest.fixture
def organiser(cast, client):
    client.force_login(cast.organiser, backend=BACKEND)
    return client


def test_a_team_sheet_has_the_squad_in_its_order(cast, organiser):
    cup = running_teams(cast.organiser, teams=3, boards=2, squad=3)
    text = organiser.get(page(cup, "squads")).content.decode()
    sheets = text.split('class="teamsheet"')[1:]
    assert len(sheets) == 3
    for sheet in sheets:
        team = next(team for team in cup.entrants.all() if f"<h2>{team.name}</h2>" in sheet)
        names = re.findall(r'<th scope="row" class="l">\s*(.+?)\s*(?:<small>(.+?)</small>)?\s*</th>', sheet)
        squad = [team.player, *(member.user for member in team.members.order_by("number"))]
        assert [name.strip() for name, _office in names] == [person.nickname for person in squad]
        assert [office for _name, office in names] == ["Captain", "Vice-captain", ""]
        assert sheet.count("<li><b>") == 2 and sheet.count('<th scope="row"></th>') == 3


def test_a_sheet_of_a_tie_has_names_once_the_line_ups_are_open(cast, organiser):
    cup = running_teams(cast.organiser, teams=2, boards=3, squad=4)
    tie = ties_of(cup)[0]
    blank = organiser.get(page(cup, "ties")).content.decode()
    seal(tie, tie.home, 2, 1, 0)
    sealed = organiser.get(page(cup, "ties")).content.decode()
    people = [member.user.nickname for team in (tie.home, tie.away) for member in team.members.all()]
    assert not any(name in sealed for name in people) and len(blank) == len(sealed)
    seal(tie, tie.away)
    finish(boards_of(tie)[0].match, 3, 1)
    collect()
    text = organiser.get(page(cup, "ties")).content.decode()
    for fixture in boards_of(tie):
        assert fixture.home_player.nickname in text and fixture.away_player.nickname in text
    assert re.findall(r'<td class="cell">(\d)</td>', text) == ["3", "1"]


def test_the_other_documents_of_teams(cast, organiser):
    cup = running_teams(cast.organiser, teams=2, boards=2)
    tie = ties_of(cup)[0]
    listed = organiser.get(reverse("evenings:prints", args=[cup.slug])).content.decode()
    assert page(cup, "ties") in listed and page(cup, "sheets") not in listed
    seal(tie, tie.home)
    seal(tie, tie.away)
    for fixture, score in zip(boards_of(tie), [(1, 0), (2, 2)], strict=True):
        finish(fixture.match, *score)
    collect()
    assert "1½–½" in organiser.get(page(cup, "cross")).content.decode()
    names = organiser.get(page(cup, "names")).content.decode()
    assert names.count('<td class="no">') == 4 and boards_of(tie)[1].away_player.nickname in names
    whole = organiser.get(page(cup, "all"))
    assert whole.status_code == 200 and 'data-kind="sheets"' not in whole.content.decode()


def test_no_such_sheet_where_no_teams_play(cast, organiser):
    cup = running(cast.organiser, "league", 2)
    listed = organiser.get(reverse("evenings:prints", args=[cup.slug])).content.decode()
    assert page(cup, "sheets") in listed and page(cup, "ties") not in listed and page(cup, "squads") not in listed
    for document in ("ties", "squads"):
        assert "Nothing to print" in organiser.get(page(cup, document)).content.decode()


@pytest.mark.parametrize("document", ["squads", "ties", "names", "pairings"])
def test_sheets_cost_the_queries_of_two_boards(cast, organiser, document):
    asked = []
    for boards in (2, 8):
        cup = running_teams(cast.organiser, teams=2, boards=boards)
        tie = ties_of(cup)[0]
        seal(tie, tie.home)
        seal(tie, tie.away)
        organiser.get(page(cup, document))
        with CaptureQueriesContext(connection) as counted:
            organiser.get(page(cup, document))
        asked.append(len(counted))
    assert asked[0] == asked[1]
