"""The pages of an evening by the client: phone, desk, grid, prints, wall; and that their queries stay few."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.competitions.models import Competition, Entrant, Fixture
from league.competitions.setup.presets import PRESETS
from league.competitions.verbs import drawing, entries, rounds, rulings, staff
from league.evenings import clocks, sheets
from league.evenings.models import RoundClock
from league.evenings.paper_trees import Column, cut
from league.evenings.printing import DOCUMENTS
from tests.league.builders import NAMES, competition, running
from tests.league.evenings.room import at_tables, evening, pair, play, round_of
from tests.league.series.played import finish


@pytest.fixture
def bar(cast):
    return evening(cast, 6)


def page(made, part=""):
    return f"/competitions/{made.slug}/{part}"


def test_a_walk_in_by_the_poster_is_a_name_and_a_tap(bar, client):
    assert "No account needed" in client.get(page(bar, "evening/")).text
    client.post(page(bar, "evening/act/"), {"do": "walk_in", "name": "Zora"})
    entrant = bar.entrants.get(name="Zora")
    assert entrant.first_round == 2 and not entrant.link_unsent, "this phone has it"
    html = client.get(page(bar, "evening/")).text
    assert "You sit out this round." in html and "Round 2: are you here?" in html
    client.post(page(bar, "evening/act/"), {"do": "answer", "said": "home"})
    entrant.refresh_from_db()
    assert entrant.last_round == 1


def test_who_left_before_the_start_may_join_again_by_the_poster(cast, client):
    made = competition(cast.organiser, "evening", 40, settings={"rounds": 3})
    entries.enter_names(competition=made, by=cast.organiser, names=NAMES[:4])
    client.force_login(cast.anna)
    client.post(page(made, "evening/act/"), {"do": "walk_in"})
    client.post(page(made, "enter/"), {"do": "leave"})
    assert 'value="walk_in"' in client.get(page(made, "evening/")).text
    rounds.start(competition=made, by=cast.organiser)
    assert 'value="walk_in"' in client.get(page(made, "evening/")).text
    client.post(page(made, "evening/act/"), {"do": "walk_in"})
    anna = made.entrants.get(player=cast.anna)
    assert (anna.status, anna.first_round) == ("entered", 1)
    rulings.withdraw(entrant=anna, by=cast.anna)
    html = client.get(page(made, "evening/")).text
    assert "You are out" in html and 'value="walk_in"' not in html


def test_no_form_is_offered_to_whom_it_would_refuse(cast, client):
    made = evening(cast, 6)
    Competition.objects.filter(pk=made.pk).update(places=6)
    html = client.get(page(made, "evening/")).text
    assert "All places are taken." in html and 'value="walk_in"' not in html
    Competition.objects.filter(pk=made.pk).update(places=7)
    assert 'value="walk_in"' in client.get(page(made, "evening/")).text
    Competition.objects.filter(pk=made.pk).update(by_invitation=True)
    html = client.get(page(made, "evening/")).text
    assert "By invitation" in html and 'value="walk_in"' not in html
    waiting = competition(cast.organiser, "evening", 4, settings={"rounds": 3})
    entries.enter_names(competition=waiting, by=cast.organiser, names=NAMES[:4])
    assert 'value="walk_in"' in client.get(page(waiting, "evening/")).text, "there is a waiting list"


def test_a_name_that_is_taken_leaves_nobody_behind(bar, client):
    before = Entrant.objects.count()
    client.post(page(bar, "evening/act/"), {"do": "walk_in", "name": "Aldo"})
    assert Entrant.objects.count() == before
    assert "already here" in client.get(page(bar, "evening/")).text


def test_the_personal_link_leads_to_ones_table_and_reports(bar, client):
    fixture = at_tables(bar, 1)[0]
    client.post(f"/enter/{fixture.home.personal_key}/", {"do": "play"})
    html = client.get(page(bar, "evening/")).text
    assert "you are at table 1" in html and "the score counts as it is" in html
    client.post(page(bar, "evening/act/"), {"do": "report", "home_goals": "2", "away_goals": "0"})
    assert fixture.reports.get().home_goals == 2
    client.post(f"/enter/{fixture.away.personal_key}/", {"do": "play"})
    assert "The other side reports 2–0" in client.get(page(bar, "evening/")).text
    client.post(page(bar, "evening/act/"), {"do": "confirm"})
    fixture.refresh_from_db()
    assert fixture.status == "played"


def test_the_desk_pairs_lets_in_and_turns_the_clock(bar, cast, client):
    client.force_login(cast.organiser)
    desk, press, button = page(bar, "console/"), page(bar, "evening/press/"), page(bar, "console/press/")
    assert "Start the clock" in client.get(desk).text
    client.post(press, {"do": "start"})
    assert 'data-state="running"' in client.get(desk).text
    client.post(press, {"do": "pause"})
    client.post(press, {"do": "add", "minutes": "5"})
    assert clocks.face(round_of(bar, 1).clock).left >= 24 * 60
    client.post(button, {"do": "join", "names": "Zora"})
    entrant = bar.entrants.get(name="Aldo")
    client.post(press, {"do": "check_in", "entrant": str(entrant.pk), "said": "skip"})
    page_text = client.get(desk).text
    assert "sits out 1" in page_text
    answers = re.findall(r'<button name="said" value="(\w+)"[^>]*>(.*?)<', page_text, re.S)
    assert set(answers) == {("here", "In"), ("skip", "Sits out"), ("home", "Leaves")}, "*Home* is the home side"
    second = round_of(bar, 2).number
    client.post(button, {"do": "open_round", "number": second})
    assert not round_of(bar, 2).ties.exists(), "tables are still playing"
    assert "Pair round 2" not in client.get(desk).text
    play(cast, bar, 1)
    assert "Pair round 2" in client.get(desk).text
    client.post(button, {"do": "open_round", "number": second})
    assert round_of(bar, 2).ties.exists()


@pytest.mark.parametrize("preset", ["evening", "swiss"])
def test_no_latecomer_is_asked_for_where_the_format_takes_no_more(cast, client, monkeypatch, preset):
    made = running(cast.organiser, preset, 4, settings={"rounds": 3})
    client.force_login(cast.organiser)
    form = re.compile(r'name="do" value="join"|/late/"')
    assert form.search(client.get(page(made, "console/")).text)
    monkeypatch.setitem(PRESETS, preset, replace(PRESETS[preset], most=4))
    assert not form.search(client.get(page(made, "console/")).text)


@pytest.mark.parametrize("do", ["pause", "start"])
def test_a_clock_that_has_run_out_is_neither_stopped_nor_started(bar, cast, client, do):
    client.force_login(cast.organiser)
    clocks.start(competition=bar, by=cast.organiser, minutes=5)
    RoundClock.objects.update(ends_at=timezone.now() - timedelta(seconds=1))
    answer = client.post(page(bar, "evening/press/"), {"do": do}, follow=True).text
    assert "The time of this round is up." in answer
    assert "Clock stopped." not in answer and "Clock running." not in answer


def test_one_address_has_the_desk(bar, cast, client):
    client.force_login(cast.organiser)
    assert client.get(page(bar, "evening/desk/")).url == page(bar, "console/")
    assert client.post(page(bar, "evening/press/"), {"do": "start"}).url == page(bar, "console/")


def test_a_referee_types_scores_and_does_not_run_the_evening(bar, cast, client):
    staff.accept(
        key=staff.invite(competition=bar, by=cast.organiser, role="referee", name="Referee").key, by=cast.referee
    )
    client.force_login(cast.referee)
    html = client.get(page(bar, "console/")).text
    assert "data-score" in html and 'name="said"' not in html and 'value="start"' not in html
    score(client, at_tables(bar, 1)[0], "2", "1")
    assert bar.results.count() == 1


def score(client, fixture, home, away, **more):
    """The answer to a score typed at a table of the desk."""
    typed = {f"home_{fixture.id}": home, f"away_{fixture.id}": away, **more}
    return client.post(
        page(fixture.competition, f"evening/tables/{fixture.id}/"), typed, headers={"HX-Request": "true"}
    )


def test_a_score_saves_its_row_and_says_what_is_next(bar, cast, client):
    client.force_login(cast.organiser)
    *others, last = at_tables(bar, 1)
    for fixture in others:
        score(client, fixture, "3", "0")
    html = score(client, last, "2", "1").text
    assert (
        html.count('class="evrow"') == 1 and 'data-state="done"' in html and f'name="home_{last.id}" value="2"' in html
    )
    assert "3 of 3 played" in html and "Pair round 2" in html
    assert score(client, last, "2", "1").status_code == 200 and bar.results.count() == 3, "the same changes nothing"


def test_a_refused_score_keeps_what_was_typed_and_asks_for_the_reason(bar, cast, client):
    client.force_login(cast.organiser)
    fixture = at_tables(bar, 1)[0]
    html = score(client, fixture, "x", "1").text
    assert "x is not a number of goals" in html and 'value="x"' in html and 'name="reason"' not in html
    score(client, fixture, "2", "1")
    html = score(client, fixture, "0", "1").text
    assert (
        "Give a reason for the correction" in html
        and 'name="reason"' in html
        and f'name="home_{fixture.id}" value="0"' in html
    )
    assert score(client, fixture, "0", "1", reason="typed wrong").text.count("refused") == 0
    fixture.refresh_from_db()
    assert (fixture.home_goals, fixture.away_goals) == (0, 1)


def test_a_level_score_asks_for_penalties_where_they_count(cast, client):
    event = evening(cast, 4, draws="shootout")
    client.force_login(cast.organiser)
    fixture = at_tables(event, 1)[0]
    assert re.search(r'class="kicks" hidden', client.get(page(event, "console/")).text)
    html = score(client, fixture, "1", "1").text
    assert 'class="kicks">' in html and not event.results.exists()
    score(client, fixture, "1", "1", **{f"home_kicks_{fixture.id}": "4", f"away_kicks_{fixture.id}": "3"})
    assert event.results.count() == 1


def test_without_a_script_a_score_leads_back_to_the_desk(bar, cast, client):
    client.force_login(cast.organiser)
    fixture = at_tables(bar, 1)[0]
    address = page(bar, f"evening/tables/{fixture.id}/")
    typed = {f"home_{fixture.id}": "2", f"away_{fixture.id}": ""}
    assert "Enter two numbers for the result." in client.post(address, typed, follow=True).text
    assert client.post(address, typed | {f"away_{fixture.id}": "0"}).url == page(bar, "console/")
    assert bar.results.count() == 1


def test_a_button_by_htmx_leaves_no_message_for_a_later_page(bar, cast, client):
    client.force_login(cast.organiser)
    part = {"HX-Request": "true"}
    client.post(page(bar, "evening/press/"), {"do": "start"}, headers=part)
    assert "Clock running." not in client.get(page(bar, "console/")).text
    client.post(page(bar, "evening/press/"), {"do": "add", "minutes": "0"}, headers=part)
    assert "Enter 1 to 60 minutes." in client.get(page(bar, "console/"), headers=part).text, "a refusal is shown"


def test_the_grid_keeps_what_was_typed_and_names_the_bad_cell(bar, cast, client):
    client.force_login(cast.organiser)
    one, two, _three = at_tables(bar, 1)
    typed = {f"home_{one.id}": "2", f"away_{one.id}": "1", f"home_{two.id}": "q", f"away_{two.id}": "3"}
    answer = client.post(page(bar, "console/results/?round=1"), typed)
    assert answer.status_code == 409 and "q is not a number of goals" in answer.text
    assert re.search(rf'name="home_{one.id}" value="2"', answer.text) and not bar.results.exists()
    answer = client.post(page(bar, "console/results/?round=1"), typed | {f"home_{two.id}": "0"})
    assert answer.status_code == 302 and bar.results.count() == 2


def test_the_poster_asks_nobody_in_after_the_start(cast, bar, client):
    client.force_login(cast.organiser)
    cup = competition(cast.organiser, places=2)
    poster = page(cup, "print/poster/")
    assert "Come and play" in client.get(poster).text
    entries.enter(competition=cup, player=cast.anna)
    entries.enter(competition=cup, player=cast.bruno)
    drawing.draw(competition=cup, by=cast.organiser)
    rounds.start(competition=cup, by=cast.organiser)
    text = client.get(poster).text
    assert "Come and play" not in text and "Follow every match" in text
    assert "Come and play" in client.get(page(bar, "print/poster/")).text, "to an evening one can come late"


def test_every_document_prints(bar, cast, client):
    client.force_login(cast.organiser)
    for key in DOCUMENTS:
        response = client.get(page(bar, f"print/{key}/"))
        assert response.status_code == 200
        assert ('data-kind="' in response.text) == (key not in ("bracket", "squads", "ties")), key
    whole = client.get(page(bar, "print/all/")).text
    links = sheets.sheets_of(at_tables(bar, 1))
    assert whole.count("scoresheet") == 3 and all(link.key for link in links.values())
    assert client.get(page(bar, "print/nothing/")).status_code == 404
    play(cast, bar, 1)
    assert "2–1" in client.get(page(bar, "print/cross/")).text
    assert 'data-kind="sheets"' not in client.get(page(bar, "print/sheets/")).text


def test_the_organiser_numbers_the_tables_of_the_room(bar, cast, client):
    client.force_login(cast.organiser)
    address = page(bar, "console/tables/")
    one, two, three = at_tables(bar, 1)
    assert [one.table, two.table, three.table] == [1, 2, 3]
    assert client.post(address, {"do": "order", "first": "11"}).status_code == 302
    assert [row.table for row in at_tables(bar, 1)] == [11, 12, 13]
    typed = {f"table_{one.id}": "12", f"table_{two.id}": "12", f"table_{three.id}": "x"}
    refused = client.post(address, {"do": "save", **typed})
    assert refused.status_code == 409 and refused.text.count("Another match has this table.") == 2
    assert "Enter a table from 1 to 999" in refused.text and 'value="x"' in refused.text
    assert [row.table for row in at_tables(bar, 1)] == [11, 12, 13], "none is set"
    typed = {f"table_{one.id}": "20", f"table_{two.id}": "7", f"table_{three.id}": ""}
    assert client.post(address, {"do": "save", **typed}).status_code == 302
    tables = {row.id: row.table for row in at_tables(bar, 1)}
    assert tables == {one.id: 20, two.id: 7, three.id: None}
    assert bar.audit.filter(verb="tables").count() == 2
    assert client.post(address, {"do": "save", **typed}).status_code == 302
    assert bar.audit.filter(verb="tables").count() == 2, "the same again changes nothing"
    assert client.post(address, {"do": "order", "first": "998"}).status_code == 409
    assert "table 20" in client.get(page(bar, "fixtures/")).text
    client.force_login(cast.anna)
    assert client.get(address).status_code in (403, 404)


def test_everybody_finds_their_table_by_name(bar, cast, client):
    client.force_login(cast.organiser)
    one, *_others = at_tables(bar, 1)
    client.post(page(bar, "console/tables/"), {"do": "order", "first": "31"})
    text = client.get(page(bar, "print/names/")).text
    rows = re.findall(r'class="l">([^<]+)</th>\s*<td class="no">(\d+|–)</td>\s*<td>([^<]+)</td>', text)
    names = [name for name, _table, _other in rows]
    assert len(names) == 6 and names == sorted(names, key=str.casefold)
    assert (one.home.name, "31", one.away.name) in rows and (one.away.name, "31", one.home.name) in rows
    play(cast, bar, 1)
    pair(cast, bar, 2)
    assert f"{one.home.name}" in client.get(page(bar, "print/names/?round=1")).text
    assert "31" in client.get(page(bar, "print/names/?round=1")).text
    assert ">31<" not in client.get(page(bar, "print/names/")).text, "the round in play is round 2"


def test_a_crowd_has_a_cross_table_round_by_round(cast, client):
    crowd = competition(cast.organiser, "evening", 20, settings={"rounds": 3})
    entries.enter_names(competition=crowd, by=cast.organiser, names=[f"Player {number}" for number in range(1, 16)])
    rounds.start(competition=crowd, by=cast.organiser)
    rounds.open_round(competition=crowd, number=1, by=cast.organiser)
    play(cast, crowd, 1)
    client.force_login(cast.organiser)
    text = client.get(page(crowd, "print/cross/")).text
    lines = dict(re.findall(r'class="l">(Player \d+)</th>\s*<td[^>]*>\s*([^<]*?)\s*</td>', text))
    assert len(lines) == 15 and sorted(lines.values())[0] == "", "who had the bye has a grey cell"
    assert {cell.partition(": ")[2] for cell in lines.values()} == {"2–1", "1–2", ""}
    order = re.findall(r'class="l">(Player \d+)</th>', text)
    for name, cell in lines.items():
        if cell:
            other = order[int(cell.partition(":")[0]) - 1]
            assert lines[other].partition(":")[0] == str(order.index(name) + 1)


def test_a_score_sheet_has_the_table_of_the_list_on_the_wall(cast, client):
    made = running(cast.organiser, "cup", 8)
    client.force_login(cast.organiser)
    first = min(at_tables(made, 1), key=lambda fixture: fixture.tie.number)
    rulings.enter_result(fixture=first, score=rulings.Score(2, 1), by=cast.organiser)
    wall = client.get(page(made, "print/pairings/")).text
    tables = dict(re.findall(r'class="no">(\d)</td>\s*<th scope="row" class="r">\s*(\w+)', wall))
    papers = client.get(page(made, "print/sheets/")).text
    homes = dict(re.findall(r'class="no">(\d)</p>.*?<h3>(\w+)</h3>', papers, re.DOTALL))
    assert homes == {table: home for table, home in tables.items() if table != "1"}


def league_and_final(cast):
    """A finished league of four whose second wins the final."""
    chain = [{"format": "league", "settings": {"times": 1}}, {"format": "knockout", "settings": {"through": 2}}]
    made = competition(cast.organiser, "own", 4, seeding="hand", stages=chain)
    first, second, *_others = entries.enter_names(competition=made, by=cast.organiser, names=NAMES[:4])
    rounds.start(competition=made, by=cast.organiser)
    finish(made, until=3)
    final = Fixture.objects.select_related("home").get(tie__round__stage__competition=made, tie__round__number=4)
    score = rulings.Score(0, 5) if final.home == first else rulings.Score(5, 0)
    rulings.enter_result(fixture=final, score=score, by=cast.organiser)
    return made, second


def test_a_cross_table_shows_who_withdrew_where_the_results_count(cast, client):
    made = running(cast.organiser, "league", 4, settings={"times": 1})
    rulings.withdraw(entrant=made.entrants.get(name=NAMES[0]), by=cast.organiser, reason="injured")
    client.force_login(cast.organiser)
    text = client.get(page(made, "print/cross/")).text
    assert set(re.findall(r'class="l">(\w+)</th>', text)) - {"Player"} == set(NAMES[:4])
    assert len(re.findall("3–0|0–3", text)) == 3, "the points of three come from these"


def test_a_cross_table_has_no_match_of_the_final(cast, client):
    made, _second = league_and_final(cast)
    client.force_login(cast.organiser)
    assert not re.search("5–0|0–5", client.get(page(made, "print/cross/")).text)


def test_prizes_go_to_who_won_the_final_and_not_the_table_before_it(cast, client):
    made, second = league_and_final(cast)
    client.force_login(cast.organiser)
    text = client.get(page(made, "print/prizes/")).text
    podium = re.findall(r"<b>(\d)</b>\s*<span>(\w+)</span>", text)
    assert podium == [("1", "Berta"), ("2", "Aldo"), ("3", "Carlo")] and second.name == "Berta"


def test_prizes_of_groups_have_the_podium_of_the_cup_and_every_table(cast, client):
    made = running(cast.organiser, "world_cup", 8, settings={"groups": 2, "through": 2}, seeding="hand")
    client.force_login(cast.organiser)
    finish(made, until=3)
    assert 'class="podium"' not in client.get(page(made, "print/prizes/")).text, "nobody has won yet"
    finish(made)
    text = client.get(page(made, "print/prizes/")).text
    assert re.findall(r"<b>(\d)</b>\s*<span>(\w+)</span>", text) == [("1", "Aldo"), ("2", "Berta"), ("3", "Carlo")]
    assert sorted(re.findall(r'class="l">(\w+)</th>\s*<td>', text)) == sorted(NAMES[:8])
    assert re.findall(r"<caption>(.+?)</caption>", text) == ["Group A", "Group B"]


@pytest.mark.parametrize(("groups", "firsts"), [(4, 4), (8, 0)])
def test_winners_of_groups_stand_on_the_podium_while_it_has_room(cast, client, groups, firsts):
    chain = [{"format": "groups", "settings": {"groups": groups, "times": 1}}]
    made = running(cast.organiser, "own", 2 * groups, stages=chain)
    finish(made)
    client.force_login(cast.organiser)
    text = client.get(page(made, "print/prizes/")).text
    assert re.findall(r"<b>(\d)</b>", text) == ["1"] * firsts
    assert len(re.findall(r'class="l">[\w ]+</th>\s*<td>', text)) == 2 * groups


@pytest.mark.parametrize(
    ("entrants", "wanted"),
    [(8, [(4, 3)]), (16, [(8, 4)]), (40, [(8, 4)] * 4 + [(4, 3)]), (64, [(8, 4)] * 4 + [(4, 3)])],
)
def test_a_bracket_is_cut_into_sheets_that_can_be_read(entrants, wanted):
    places, rounds_of = 1 << (entrants - 1).bit_length(), []
    while places > 1:
        rounds_of.append(Column(f"last {places}", range(places // 2)))
        places //= 2
    laid = cut(rounds_of)
    assert [(len(columns[0].ties), len(columns)) for columns in laid] == wanted
    assert all(columns[-1].last and not any(column.last for column in columns[:-1]) for columns in laid)
    assert len(laid[-1][-1].ties) == 1, "the last sheet ends with the final"


def test_no_sheet_for_the_table_of_the_house_bot(cast, client):
    event = evening(cast, 5, odd="house_bot")
    client.force_login(cast.organiser)
    assert client.get(page(event, "print/sheets/")).text.count("scoresheet") == 2


def test_the_wall_shows_tables_clock_and_the_way_in(bar, cast, client):
    clocks.start(competition=bar, by=cast.organiser)
    html = client.get(f"/wall/{bar.slug}/").text
    assert 'data-panel="tables"' in html and 'data-clock data-state="running"' in html
    assert f"/competitions/{bar.slug}/evening/" in html and "the score counts as it is" in html


def test_the_rules_say_what_was_chosen_before(cast, client):
    event = evening(cast, 5, buzzer="next_goal", odd="house_player", house_name="Oste")
    html = client.get(page(event, "rules/")).text
    assert "the next goal wins" in html and "(Oste)" in html and "do not count for ratings" in html


@pytest.mark.parametrize("path", ["evening/", "console/", "console/results/", "console/tables/", "print/all/"])
def test_more_people_are_no_more_queries(cast, client, path):
    client.force_login(cast.organiser)
    counts = []
    for entrants in (8, 64):
        event = evening(cast, entrants)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(page(event, path)).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_score_costs_the_same_among_more_people(cast, client):
    client.force_login(cast.organiser)
    counts = []
    for entrants in (8, 64):
        fixture = at_tables(evening(cast, entrants), 1)[0]
        with CaptureQueriesContext(connection) as queries:
            assert score(client, fixture, "2", "1").status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]
