"""Leagues of teams: entered with squads, played on boards, ranked by ties and boards; and what nobody sees before."""

from __future__ import annotations

import json
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from rest_framework.test import APIClient

from league.competitions.derivation import recompute
from league.competitions.errors import BadSetting, EntryRefused, WrongStep
from league.competitions.exchange.faults import BadFile
from league.competitions.models import Competition, Fixture, TeamLineUp
from league.competitions.pages.reading import my_fixtures
from league.competitions.policy.parties import leads
from league.competitions.verbs import create, entries, joining, rounds, rulings, sides, squads
from league.competitions.verbs.importing import take_in
from league.competitions.verbs.results import collect
from league.seasons.verbs import substitutes
from league.statistics.models import Line
from matches.models import MatchCommand
from tests.league.competitions.documents import equal_elsewhere, forget, written
from tests.league.recomputed import computed_again, picture
from tests.league.tables import finish
from tests.league.teams import boards_of, league, open_line_ups, running_teams, seal, ties_of

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"


def opened(cup, number=0):
    """A tie of ``cup`` with open line-ups."""
    tie = ties_of(cup)[number]
    seal(tie, tie.home)
    seal(tie, tie.away)
    return tie


def play(fixture, home, away, **more):
    finish(fixture.match, home, away, **more)
    collect()


def play_all(cup, seed=0):
    """Play every tie of ``cup``; boards of odd numbers go to the home side."""
    for number, tie in enumerate(ties_of(cup)):
        tie.refresh_from_db()
        seal(tie, tie.home)
        seal(tie, tie.away)
        for fixture in boards_of(tie):
            play(fixture, (fixture.board + number + seed) % 3, fixture.board % 2)
    cup.refresh_from_db()


def table_of(cup):
    group = cup.stages.get().groups.get()
    return group.table["rows"]


def test_a_league_of_teams_to_its_champion(cast):
    cup = running_teams(cast.organiser, teams=4, boards=3)
    assert (cup.points, cup.criteria[:2]) == ([2, 1, 0], ["points", "board_points"])
    play_all(cup)
    rows = table_of(cup)
    assert cup.status == "finished" and str(cup.champion_id) == rows[0]["entrant"]
    assert sum(row["points"] for row in rows) == 6 * 2, "six ties pay two points each"
    assert sum(row["board_points"] for row in rows) == 6 * 3, "and each of three boards one"
    assert [row["points"] for row in rows] == sorted((row["points"] for row in rows), reverse=True)
    assert picture(cup) == computed_again(cup)


def test_a_match_counts_for_who_played_it(cast):
    cup = running_teams(cast.organiser)
    fixture = boards_of(opened(cup))[1]
    play(fixture, 2, 0)
    assert fixture.home_player != fixture.home.player
    assert set(fixture.match.seats.values_list("user", flat=True)) == {fixture.home_player_id, fixture.away_player_id}


def test_a_board_without_a_player_is_lost(cast):
    cup = running_teams(cast.organiser, boards=2, squad=2)
    tie = ties_of(cup)[0]
    gone = tie.home.members.get()
    seal(tie, tie.home)
    sides.take_out(entrant=tie.home, player=gone.user)
    seal(tie, tie.away)
    first, second = boards_of(tie)
    assert (first.match is not None, second.match) == (True, None)
    assert (second.status, second.home_goals, second.away_goals) == ("walkover", 0, 3)
    play(first, 1, 0)
    tie.refresh_from_db()
    assert (tie.home_points, tie.away_points, tie.decided) == (1, 1, "draw")
    assert picture(cup) == computed_again(cup)


def test_who_leaves_the_site_leaves_their_board_and_no_other(cast):
    cup = running_teams(cast.organiser, boards=3)
    tie = opened(cup)
    first, second, third = boards_of(tie)
    sides.take_out(entrant=tie.home, player=second.home_player)
    kept, lost, also_kept = boards_of(tie)
    assert (kept.match, also_kept.match) == (first.match, third.match), "the others go on at their tables"
    assert (lost.match, lost.home_player, lost.status, lost.away_goals) == (None, None, "walkover", 3)
    assert picture(cup) == computed_again(cup)


def test_line_ups_that_name_nobody_stay_sealed(cast):
    """Nobody stands on any board then: the tie is for the organiser to decide."""
    cup = running_teams(cast.organiser, teams=2, boards=2, squad=3, settings={"times": 2}, advance="click")
    tie = ties_of(cup)[0]
    for side in (tie.home, tie.away):
        seal(tie, side, 1, 2)
    TeamLineUp.objects.update(numbers=[8, 9])
    rounds.open_round(competition=cup, number=1, by=cast.organiser)
    assert not any(fixture.of_teams or fixture.match for fixture in boards_of(tie))
    rulings.walkover(
        fixture=boards_of(tie)[0], winner="home", by=cast.organiser, reason="nobody left", tie=True, confirmed=True
    )
    tie.refresh_from_db()
    assert tie.decided == "walkover"


def test_a_new_captain_takes_over_the_captains_boards_and_no_other(cast):
    cup = running_teams(cast.organiser, boards=2)
    tie = opened(cup)
    first, second = boards_of(tie)
    heir = substitutes.Successor(name="Heir")
    consent = rulings.Consent(confirmed=True)
    substitutes.substitute(entrant=tie.home, by=cast.organiser, successor=heir, consent=consent)
    led, other = boards_of(tie)
    assert (led.home_player.nickname, other.match) == ("Heir", second.match)
    assert led.match != first.match and set(led.match.seats.values_list("user", flat=True)) == {
        led.home_player_id,
        led.away_player_id,
    }


@pytest.mark.parametrize("teams", [2, 4])
def test_the_organiser_awards_a_board_or_the_tie(cast, teams):
    """Of four, another tie of the round is still open: the award changes its own tie and the table alone."""
    cup = running_teams(cast.organiser, teams, boards=3)
    tie = opened(cup)
    first, second, _third = boards_of(tie)
    rulings.walkover(fixture=first, winner="away", by=cast.organiser, reason="absent", confirmed=True)
    tie.refresh_from_db()
    assert (tie.home_points, tie.away_points, tie.decided) == (0, 1, "")
    rulings.walkover(fixture=second, winner="home", by=cast.organiser, reason="no team", tie=True, confirmed=True)
    tie.refresh_from_db()
    assert (tie.decided, tie.winner, tie.home_points) == ("walkover", tie.home, 3)
    assert picture(cup) == computed_again(cup)


@pytest.mark.parametrize("alone", [True, False])
def test_the_match_of_a_board_that_is_decided_otherwise_is_stopped(cast, monkeypatch, alone):
    """``alone``: the result is derived from its own tie."""
    if not alone:
        monkeypatch.setattr(rulings, "derive_single", lambda _row, _entry: None)
    cup = running_teams(cast.organiser, boards=3)
    first, second, _third = boards_of(opened(cup))
    rulings.walkover(fixture=first, winner="away", by=cast.organiser, reason="absent", confirmed=True)
    rulings.enter_result(fixture=second, score=rulings.Score(2, 0), by=cast.organiser)
    stopped = MatchCommand.objects.filter(kind="void").values_list("match", flat=True)
    assert sorted(stopped) == sorted([first.match_id, second.match_id])
    assert picture(cup) == computed_again(cup)


def test_a_result_in_play_is_counted_without_reading_the_competition(cast, monkeypatch):
    """Nor one that decides its tie, while another of the round is open and all others were played on every board."""
    cup = running_teams(cast.organiser, teams=4, boards=3, team_rules={"board_values": [2, 1, 1]})
    boards = boards_of(opened(cup))

    def reads_all(_row):
        raise AssertionError("the whole competition was read")

    with monkeypatch.context() as watched:
        watched.setattr(recompute, "take_snapshot", reads_all)
        for fixture, score in zip(boards[:2], [(2, 0), (1, 1)], strict=True):
            play(fixture, *score)
    tie = ties_of(cup)[0]
    assert (tie.home_points, tie.away_points, tie.decided) == (2.5, 0.5, "")
    assert picture(cup) == computed_again(cup)
    with monkeypatch.context() as watched:
        watched.setattr(recompute, "take_snapshot", reads_all)
        play(boards[2], 0, 4)
    tie.refresh_from_db()
    assert (tie.home_points, tie.away_points, tie.decided) == (2.5, 1.5, "board_points")
    assert [row["points"] for row in table_of(cup)] == [2, 0, 0, 0]
    assert picture(cup) == computed_again(cup)
    for fixture in boards_of(opened(cup, 1)):
        play(fixture, 1, 1)
    assert ties_of(cup)[2].round.status == "open", "what ends a round opens the next"
    rulings.deduct(entrant=tie.home, points=1, by=cast.organiser, reason="late")
    later = boards_of(opened(cup, 2))
    for fixture in later[:2]:
        play(fixture, 0, fixture.board)
    with monkeypatch.context() as watched:
        watched.setattr(recompute, "take_snapshot", reads_all)
        play(later[2], 3, 0)
    assert picture(cup) == computed_again(cup)
    rulings.walkover(fixture=later[0], winner="home", by=cast.organiser, reason="absent", confirmed=True)
    last = boards_of(opened(cup, 3))
    for fixture in last:
        play(fixture, 2, 1)
    assert picture(cup) == computed_again(cup)


def test_a_correction_of_a_board_turns_the_tie(cast):
    cup = running_teams(cast.organiser, boards=3)
    tie = opened(cup)
    for fixture, score in zip(boards_of(tie), [(1, 0), (1, 0), (0, 1)], strict=True):
        play(fixture, *score)
    tie.refresh_from_db()
    assert tie.winner == tie.home
    fixture = boards_of(tie)[0]
    score = rulings.Score(home=0, away=2)
    rulings.enter_result(fixture=fixture, score=score, by=cast.organiser, reason="read wrong", confirmed=True)
    tie.refresh_from_db()
    assert (tie.winner, tie.away_points) == (tie.away, 2)


def test_a_team_that_withdraws_loses_its_ties(cast):
    cup = running_teams(cast.organiser, teams=3, boards=2)
    leaver = cup.entrants.get(seed=1)
    rulings.withdraw(entrant=leaver, by=cast.organiser, reason="no players")
    lost = [tie for tie in ties_of(cup) if leaver in (tie.home, tie.away)]
    assert {tie.decided for tie in lost} == {"walkover"} and leaver not in {tie.winner for tie in lost}
    assert next(row for row in table_of(cup) if row["entrant"] == str(leaver.pk))["points"] == 0
    assert picture(cup) == computed_again(cup)


def test_who_leaves_a_squad_before_the_start_makes_room(cast):
    cup = league(cast.organiser, boards=2, squad=3)
    team = cup.entrants.get(name="Bar Centrale")
    squads.take_off(entrant=team, by=cast.organiser, number=1)
    squads.take_off(entrant=team, by=cast.organiser, number=1)
    assert list(team.members.values_list("number", flat=True)) == [2]
    rounds.start(competition=cup, by=cast.organiser)
    with pytest.raises(WrongStep):
        squads.take_off(entrant=team, by=cast.organiser, number=2)


def squad_of(team):
    """The people of ``team`` beside its captain, in the order of its squad."""
    return [member.user.nickname.removeprefix(f"{team.name} ") for member in team.members.order_by("number")]


def test_who_moves_up_in_a_squad_changes_places_with_the_one_above(cast):
    cup = league(cast.organiser, boards=2, squad=5)
    team = cup.entrants.get(name="Bar Centrale")
    first, second, *_rest = [member.user for member in team.members.order_by("number")]
    for _again in range(2):
        squads.place(entrant=team, by=team.player, player=second.pk, number=1)
        assert squad_of(team) == ["2", "1", "3", "4"]
    assert leads(second, team) and not leads(first, team)
    assert cup.audit.filter(verb="squad").count() == 1, "what changes nothing is not told"
    squads.take_off(entrant=team, by=team.player, number=1, player=first.pk)
    assert squad_of(team) == ["2", "1", "3", "4"], "somebody else has this number now"
    other = cup.entrants.get(name="Torre Civetta")
    for player, number in [(other.members.first().user_id, 1), (team.player_id, 1), (first.pk, 9)]:
        with pytest.raises(EntryRefused):
            squads.place(entrant=team, by=team.player, player=player, number=number)
    rounds.start(competition=cup, by=cast.organiser)
    with pytest.raises(WrongStep):
        squads.place(entrant=team, by=team.player, player=first.pk, number=1)


@pytest.mark.parametrize("who", ["captain", "organiser"])
def test_the_page_of_a_squad_changes_it(cast, client, who):
    cup = league(cast.organiser, boards=2, squad=4)
    team = cup.entrants.get(name="Bar Centrale")
    page = reverse("competitions:side", args=[team.side_key])
    client.force_login(team.player if who == "captain" else cast.organiser, backend=BACKEND)
    assert page in client.get(reverse("competitions:entrants", args=[cup.slug])).content.decode()
    buttons = forms_of(client.get(page))
    moves = [button for button in buttons if button["do"] == "place_squad"]
    assert [int(button["number"]) for button in moves] == [1, 2], "the first has nobody above"
    assert client.post(page, moves[1])["Location"] == page
    assert squad_of(team) == ["1", "3", "2"]
    takes = [button for button in forms_of(client.get(page)) if button["do"] == "take_off_squad"]
    client.post(page, takes[0])
    assert squad_of(team) == ["3", "2"]
    assert client.get(page).content.decode().count('value="place_squad"') == 1
    rounds.start(competition=cup, by=cast.organiser)
    buttons = [button for button in forms_of(client.get(page)) if "squad" in button["do"]]
    buttons = [button for button in buttons if button["do"] != "new_squad_link"]  # links are handed on all along
    assert bool(buttons) == (who == "organiser")
    client.post(page, {**takes[1], "reason": ""})
    assert squad_of(team) == ["3", "2"], "once the squads are closed it takes the organiser, and a reason"
    client.post(page, {"do": "add_to_squad", "names": "Aldo\nBerta", "reason": "two are ill"})
    assert squad_of(team) == ["3", "2", *(("Aldo", "Berta") if who == "organiser" else ())]


def test_the_page_of_a_squad_takes_changes_from_nobody_else(cast, client):
    cup = league(cast.organiser, boards=2, squad=4)
    team = cup.entrants.get(name="Bar Centrale")
    page, member = reverse("competitions:side", args=[team.side_key]), team.members.get(number=2)
    form = {"do": "place_squad", "player": member.user_id, "number": 1}
    for reader in (None, cast.stranger, member.user, cup.entrants.get(name="Torre Civetta").player):
        asker = Client()
        if reader is not None:
            asker.force_login(reader, backend=BACKEND)
        assert not [button for button in forms_of(asker.get(page)) if "squad" in button["do"]]
        assert asker.post(page, form).status_code == 404
    assert squad_of(team) == ["1", "2", "3"]


def forms_of(answer):
    """What each button of the main part of a page sends."""
    forms = re.findall(r'<form method="post".*?</form>', answer.content.decode(), re.DOTALL)
    pattern = re.compile(r'name="(?!csrf)(\w+)" value="([^"]*)"')
    return [found for found in (dict(pattern.findall(form)) for form in forms) if "do" in found]


def test_a_league_of_teams_is_one_of_teams_on_its_pages(cast, client):
    cup = running_teams(cast.organiser, teams=4, boards=3)
    for name in ("overview", "table"):
        page = client.get(reverse(f"competitions:{name}", args=[cup.slug])).content.decode()
        assert "Team</" in re.sub(r"\s+<", "<", page) and "Player<" not in re.sub(r"\s+<", "<", page), name
        assert page.count('<li class="fixture') == 2, f"{name}: one row a tie"
        for tie in ties_of(cup)[:2]:
            assert reverse("competitions:tie", args=[cup.slug, tie.pk]) in page
    sorted_page = client.get(reverse("competitions:table", args=[cup.slug]), {"by": "team"}).content.decode()
    assert "In the order of: Team." in sorted_page


def test_a_row_of_a_tie_tells_a_score_once_its_line_ups_are_open(cast, client):
    cup = running_teams(cast.organiser, boards=2)
    page = reverse("competitions:fixtures", args=[cup.slug])

    def row():
        return re.findall(r"<b>([^<]*)</b>", client.get(page).content.decode().partition('<li class="fixture')[2])[:2]

    assert row() == ["", ""]
    tie = opened(cup)
    assert row() == ["0", "0"]
    for fixture, score in zip(boards_of(tie), [(1, 0), (2, 2)], strict=True):
        play(fixture, *score)
    assert row() == ["1½", "½"]


def test_a_team_is_no_guest(cast, client):
    cup = league(cast.organiser, boards=2)
    page = client.get(reverse("competitions:entrants", args=[cup.slug])).content.decode()
    assert cup.entrants.first().player.kind == "guest" and 'data-k="done"' not in page


def test_a_squad_has_room_for_twelve(cast):
    cup = league(cast.organiser, boards=2, squad=12)
    team = cup.entrants.get(name="Bar Centrale")
    with pytest.raises(Exception, match="full: it has 12"):
        joining.join_as_guest(key=team.side_key, nickname="One more")


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"preset": "swiss", "boards": 2}, "boards"),
        ({"preset": "cup", "boards": 2}, "line_up_hours"),
        ({"boards": 9}, "boards"),
        ({"boards": 2, "settings": {"table_legs": 2}}, "table_legs"),
        ({"boards": 2, "game": "six_a_side", "side_size": 2}, "side_size"),
        ({"boards": 2, "line_up_hours": 200, "round_hours": 168}, "line_up_hours"),
        ({"boards": 2, "standings": "la-liga/1"}, "standings"),
        ({"boards": 2, "criteria": ["wins"]}, "criteria"),
    ],
)
def test_what_teams_cannot_have_is_named(cast, values, field):
    with pytest.raises(BadSetting) as refused:
        create.create(**{"by": cast.organiser, "name": "Teams", "game": "super_goal", "preset": "league", **values})
    assert refused.value.field == field


def test_one_board_is_a_league_as_before(cast):
    cup = create.create(by=cast.organiser, name="Singles", game="super_goal", preset="league", boards=1)
    assert (cup.of_teams, cup.points) == (False, [3, 1, 0])
    cup = create.change(competition=cup, by=cast.organiser, boards=4)
    assert (cup.of_teams, cup.points) == (True, [2, 1, 0])
    cup = create.change(competition=cup, by=cast.organiser, boards=1)
    assert (cup.of_teams, cup.points) == (False, [3, 1, 0])


# ── the document ──
def test_a_document_takes_a_league_of_teams_elsewhere(cast):
    cup = running_teams(cast.organiser, teams=2, boards=2)
    tie = opened(cup)
    play(boards_of(tie)[0], 3, 1)
    rulings.walkover(fixture=boards_of(tie)[1], winner="home", by=cast.organiser, reason="late", confirmed=True)
    equal_elsewhere(cup, cast.organiser)


def test_a_running_one_keeps_who_plays_the_boards_and_loses_what_is_sealed(cast):
    cup = running_teams(cast.organiser, teams=3, boards=2)
    first, second, _third = ties_of(cup)
    opened(cup)
    seal(second, second.home, 1, 0)
    document = written(cup)
    forget(cup)
    taken, _new = take_in(by=cast.organiser, document=document)
    first, second, _third = ties_of(taken)
    assert [fixture.home_player.nickname for fixture in boards_of(first)] == [
        name
        for entrant in document["entrants"]
        if entrant["id"] == str(first.home_id)
        for name in (entrant["name"], entrant["members"][0]["name"])
    ]
    assert not TeamLineUp.objects.filter(tie=second).exists() and boards_of(second)[0].home_player is None


def test_a_finished_one_too(cast):
    cup = running_teams(cast.organiser, teams=3, boards=2)
    play_all(cup, seed=1)
    equal_elsewhere(cup, cast.organiser)


def test_a_document_keeps_the_boards_of_those_who_left_the_squad(cast):
    cup = running_teams(cast.organiser, teams=2, boards=2)
    tie = opened(cup)
    play(boards_of(tie)[1], 2, 1)
    member = tie.home.members.get(number=1)
    name = member.user.nickname
    sides.take_out(entrant=tie.home, player=member.user)
    document = written(cup)
    boards = document["stages"][0]["rounds"][0]["ties"][0]["fixtures"]
    assert [(board["home_player"], board.get("home_former")) for board in boards] == [(0, None), (None, name)]
    forget(cup)
    taken, _new = take_in(by=cast.stranger, document=json.loads(json.dumps(document)))
    _first, second = boards_of(ties_of(taken)[0])
    assert (second.status, second.home_player.nickname) == ("played", name)
    assert not second.home.members.filter(user=second.home_player).exists()
    boards[0]["home_former"] = name
    forget(taken)
    with pytest.raises(BadFile, match="One person plays a board"):
        take_in(by=cast.stranger, document=document)


@pytest.mark.parametrize("change", [{"home_player": 9}, {"board": 3}, {"board": 1}])
def test_a_document_names_people_of_the_squad_and_boards_in_order(cast, change):
    cup = running_teams(cast.organiser, teams=2, boards=2)
    opened(cup)
    document = written(cup)
    document["stages"][0]["rounds"][0]["ties"][0]["fixtures"][1].update(change)
    forget(cup)
    with pytest.raises(BadFile):
        take_in(by=cast.organiser, document=document)
    assert not Competition.objects.filter(id=cup.id).exists()


# ── pages and API ──
def test_a_captain_taps_a_line_up_together_and_seals_it(cast, client):
    cup = running_teams(cast.organiser, teams=2, boards=2, squad=4)
    tie = ties_of(cup)[0]
    page = reverse("competitions:line_up", args=[cup.slug, tie.pk])
    client.force_login(tie.home.player, backend=BACKEND)
    assert client.get(page).status_code == 200

    def tap(numbers, at=0, **what):
        return client.post(page, {"number": numbers, "at": at, **what})

    answer = tap(["0", "1"], board="1")
    assert answer.context["draft"].at == 1
    answer = tap(["0", "1"], 1, player="3")
    assert answer.context["draft"].numbers == [3, 1]
    answer = tap(["3", "1"], 1, board="2")
    assert answer.context["draft"].numbers == [1, 3]
    answer = tap(["", "3"])
    assert answer.context["draft"].first_empty == 1
    assert not TeamLineUp.objects.exists()
    assert tap(["3", "1"], do="seal").status_code == 302
    assert TeamLineUp.objects.get().numbers == [3, 1]
    assert client.get(page).context["sealed"]
    assert tap([], do="change").context["draft"].numbers == [3, 1]
    seal(tie, tie.away)
    assert client.get(page)["Location"] == reverse("competitions:tie", args=[cup.slug, tie.pk])


def test_by_the_api(cast):
    cup = running_teams(cast.organiser, teams=2, boards=2)
    tie = ties_of(cup)[0]
    address = f"/api/v1/competitions/{cup.pk}/ties/{tie.pk}/"
    captain, stranger = APIClient(), APIClient()
    captain.force_login(tie.home.player, backend=BACKEND)
    stranger.force_login(cast.organiser)
    assert stranger.post(f"{address}line-up/", {"numbers": [0, 1]}, format="json").status_code == 404
    answer = captain.post(f"{address}line-up/", {"numbers": [1, 0]}, format="json")
    assert (answer.status_code, answer.json()["numbers"]) == (200, [1, 0])
    assert captain.post(f"{address}line-up/", {"numbers": [1, 1]}, format="json").status_code == 409
    shown = stranger.get(address).json()
    assert (shown["handed_in"], [leg["home_player"] for leg in shown["legs"]]) == ([str(tie.home_id)], [None, None])
    seal(tie, tie.away)
    shown = stranger.get(address).json()
    assert [leg["board"] for leg in shown["legs"]] == [1, 2] and all(leg["home_player"] for leg in shown["legs"])


def queries_of_tie(cup, client):
    tie = opened(cup)
    play(boards_of(tie)[0], 1, 0)
    page = reverse("competitions:tie", args=[cup.slug, tie.pk])
    client.get(page)
    with CaptureQueriesContext(connection) as asked:
        assert client.get(page).status_code == 200
    return len(asked)


def test_a_tie_of_eight_boards_costs_the_queries_of_one_of_two(cast):
    few = running_teams(cast.organiser, boards=2)
    many = running_teams(cast.organiser, boards=8)
    client = Client()
    client.force_login(cast.stranger)
    assert queries_of_tie(few, client) == queries_of_tie(many, client)


def test_the_page_of_a_tie_tells_the_score(cast, client):
    cup = running_teams(cast.organiser, boards=2)
    tie = opened(cup)
    page = reverse("competitions:tie", args=[cup.slug, tie.pk])
    begun = [client.get(page).context["begun"]]
    for fixture, score in zip(boards_of(tie), [(1, 0), (2, 2)], strict=True):
        play(fixture, *score)
        begun.append(client.get(page).context["begun"])
    assert begun == [False, True, False]
    said = client.get(page).content.decode()
    assert "1½" in said and boards_of(tie)[1].away_player.nickname in said


def test_a_page_of_a_tie_is_for_teams_alone(cast, client):
    cup = create.create(by=cast.organiser, name="Singles", game="super_goal", preset="league", places=2)
    cup = create.publish(competition=cup, by=cast.organiser)
    entries.enter_names(competition=cup, by=cast.organiser, names=["Aldo", "Berta"])
    rounds.start(competition=cup, by=cast.organiser)
    tie = Fixture.objects.filter(competition=cup).first().tie
    assert client.get(reverse("competitions:tie", args=[cup.slug, tie.pk])).status_code == 404


def test_results_of_real_tables_count_for_the_people_at_the_board(cast):
    cup = running_teams(cast.organiser, boards=2, real_rated=True)
    fixture = boards_of(opened(cup))[1]
    rulings.enter_result(fixture=fixture, score=rulings.Score(home=2, away=1), by=cast.organiser)
    players = set(Line.objects.filter(match=fixture.match_id).values_list("player", flat=True))
    assert players == {fixture.home_player_id, fixture.away_player_id}


def test_one_s_own_boards_alone_are_ahead(cast, client):
    cup = running_teams(cast.organiser, boards=3)
    tie = ties_of(cup)[0]
    reader, page = tie.home.player, reverse("competitions:overview", args=[cup.slug])
    client.force_login(reader, backend=BACKEND)
    assert [fixture.board for fixture in client.get(page).context["mine"]] == [1], "one row of a sealed tie"
    assert [fixture.board for fixture in my_fixtures(reader)] == [1]
    seal(tie, tie.home, 1, 2, 0)
    seal(tie, tie.away)
    assert [fixture.board for fixture in client.get(page).context["mine"]] == [3]
    assert [fixture.board for fixture in my_fixtures(reader)] == [3]


def test_boards_are_listed_once_their_line_ups_are_open(cast, client):
    cup = running_teams(cast.organiser)
    tie = ties_of(cup)[0]
    address = reverse("competitions:tie", args=[cup.slug, tie.pk])
    assert 'class="boards"' not in client.get(address).content.decode()
    open_line_ups(cup)
    assert 'class="boards"' in client.get(address).content.decode()
