"""The report file of a league of teams: FIDE's reader finds in it what the table on the page says."""

from __future__ import annotations

import pytest
from django.urls import reverse

from league.competitions.models import TeamLineUp
from league.competitions.verbs import rulings
from league.competitions.verbs.results import collect
from tests.league.pure.test_team_report import read
from tests.league.tables import finish
from tests.league.teams import boards_of, league, running_teams, seal, ties_of

pytestmark = pytest.mark.django_db


def report_of(client, cup):
    answer = client.get(reverse("competitions:trf", args=[cup.slug]))
    assert answer.status_code == 200 and answer["Content-Disposition"].endswith('.trf"')
    return answer.content.decode()


def squad_of(team):
    return [0, *team.members.order_by("number").values_list("number", flat=True)]


def play(cup, seed=0, until=99):
    """Play every tie of the rounds up to ``until``: an awarded board, line-ups out of order, level boards."""
    for number, tie in enumerate(ties_of(cup)):
        tie.refresh_from_db()
        if tie.decided or tie.round.number > until:
            continue
        if any(fixture.of_teams for fixture in boards_of(tie)):
            continue
        first, *others = squad_of(tie.home)[: cup.boards]
        seal(tie, tie.home, *([*others, first] if (number + seed) % 2 else [first, *others]))
        seal(tie, tie.away, *squad_of(tie.away)[: cup.boards])
        for fixture in boards_of(tie):
            if fixture.match is None:
                continue
            if (fixture.board + number + seed) % 5 == 0:
                rulings.walkover(fixture=fixture, winner="away", by=cup.owner, reason="late", confirmed=True)
            else:
                finish(fixture.match, (fixture.board + number + seed) % 3, fixture.board % 2)
        collect()
    cup.refresh_from_db()


def same_as_the_table(client, cup, folder):
    """The reader's match points and board points are those of the page's table, team by team."""
    text = report_of(client, cup)
    found = read(folder, text)
    table = cup.stages.get().groups.get().table
    names = {str(team.pk): team.name for team in cup.entrants.all()}
    of_file = {line[8:40].strip(): str(int(line[4:7])) for line in text.splitlines() if line.startswith("310")}
    for row in table["rows"]:
        told = found[of_file[names[row["entrant"]]]]
        assert (told["match_points"], told["board_points"]) == (row["points"], row["board_points"])
    ranks = {line[8:40].strip(): int(line[69:72]) for line in text.splitlines() if line.startswith("310")}
    assert ranks == {names[row["entrant"]]: row["rank"] for row in table["rows"]}
    return text


@pytest.mark.parametrize(("teams", "boards", "until"), [(4, 3, 99), (4, 2, 2), (3, 4, 99), (3, 2, 1)])
def test_the_reader_finds_the_points_of_the_page(cast, client, tmp_path, teams, boards, until):
    cup = running_teams(cast.organiser, teams=teams, boards=boards)
    play(cup, seed=teams, until=until)
    same_as_the_table(client, cup, tmp_path)


def test_a_board_without_a_player_and_a_team_that_left(cast, client, tmp_path):
    cup = running_teams(cast.organiser, teams=4, boards=2, squad=3)
    tie = ties_of(cup)[0]
    seal(tie, tie.home)
    TeamLineUp.objects.update(numbers=[0, 9])
    seal(tie, tie.away)
    assert boards_of(tie)[1].home_player is None
    finish(boards_of(tie)[0].match, 1, 0)
    collect()
    play(cup, until=2)
    leaver = next(team for team in cup.entrants.all() if team not in (tie.home, tie.away))
    rulings.withdraw(entrant=leaver, by=cast.organiser, reason="no players")
    cup.refresh_from_db()
    text = same_as_the_table(client, cup, tmp_path)
    assert "\n330 " in text


def test_somebody_who_left_the_squad_stays_in_the_file(cast, client, tmp_path):
    cup = running_teams(cast.organiser, teams=2, boards=2, squad=3)
    play(cup)
    tie = ties_of(cup)[0]
    gone = tie.home.members.get(user=boards_of(tie)[1].home_player)
    name = gone.user.nickname
    gone.delete()
    assert name in same_as_the_table(client, cup, tmp_path)


def test_a_sealed_line_up_is_not_in_the_file(cast, client):
    cup = running_teams(cast.organiser, teams=2, boards=3, squad=5)
    tie = ties_of(cup)[0]
    seal(tie, tie.home, 0, 1, 2)
    before = report_of(client, cup)
    seal(tie, tie.home, 4, 3, 2)
    assert TeamLineUp.objects.get().numbers == [4, 3, 2]
    assert report_of(client, cup) == before and "\n300 " not in before


def test_before_the_start_there_is_no_file(cast, client):
    cup = league(cast.organiser)
    assert client.get(reverse("competitions:trf", args=[cup.slug])).status_code == 404


@pytest.mark.parametrize("preset", ["league", "cup"])
def test_only_a_table_of_teams_leads_to_its_file(cast, client, preset):
    cup = running_teams(cast.organiser, teams=2, boards=2, preset=preset)
    address = reverse("competitions:trf", args=[cup.slug])
    shown = address in client.get(reverse("competitions:fixtures", args=[cup.slug])).content.decode()
    assert shown == (client.get(address).status_code == 200) == (preset == "league")
