"""The organiser's checklist names the one step that is next; the console begins with what needs somebody."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from league.competitions.models import Competition, Fixture, Round
from league.competitions.pages import reading, todo
from league.competitions.verbs import disputes, drawing, entries, freezing, reports, rounds, rulings, sent_links, staff
from tests.league.builders import competition, running
from tests.league.tables import open_fixtures, play_out

pytestmark = pytest.mark.django_db


def next_steps(cup):
    cup = Competition.objects.get(pk=cup.pk)
    return [str(step.name) for step in todo.steps(cup, list(cup.entrants.all()), []) if step.state == "now"]


def test_one_step_is_next_from_the_first_entry_to_the_matches(cast):
    cup = competition(cast.organiser, places=2)
    assert next_steps(cup) == ["Entrants"]
    entries.enter(competition=cup, player=cast.anna)
    assert next_steps(cup) == ["Entrants"]
    entries.enter(competition=cup, player=cast.bruno)
    assert next_steps(cup) == ["Draw"], "every place is taken"
    drawing.draw(competition=cup, by=cast.organiser)
    assert next_steps(cup) == ["Start"]
    rounds.start(competition=cup, by=cast.organiser)
    assert next_steps(cup) == ["Matches"]


def console(client, who, row):
    client.force_login(who, backend="django.contrib.auth.backends.ModelBackend")
    return client.get(f"/competitions/{row.slug}/console/").content.decode()


def test_the_console_says_first_what_only_the_organiser_can_do(client, cast):
    league = running(cast.organiser, "league", 4, advance="click")
    sent_links.mark_all_sent(competition=league, by=cast.organiser)
    page = console(client, cast.organiser, league)
    assert page.index("No round is open") < page.index('id="rounds"') < page.index('id="steps"')
    assert re.search(r'name="number" value="1">\s*<button[^>]*value="open_round">\s*Open Matchday 1 now', page)
    rounds.open_round(competition=league, by=cast.organiser, number=1)
    page = console(client, cast.organiser, league)
    assert "No round is open" not in page and "Nothing to do right now." in page
    assert page.index("To be played by") < page.index("Often used") < page.index("Everything else")
    freezing.freeze(competition=league, by=cast.organiser, reason="holidays")
    page = console(client, cast.organiser, league)
    assert page.count('value="thaw"') == 1 and page.index('value="thaw"') < page.index("Matchday 1")


def test_a_long_season_shows_the_rounds_in_which_something_waits(client, cast):
    league = running(cast.organiser, "league", 10)
    play_out(league, until=15)
    now = Round.objects.filter(stage__competition=league, status="open").get()
    of = {number: Fixture.objects.filter(tie__round__number=number).first() for number in (1, 9, now.number)}
    page = console(client, cast.organiser, league)
    assert str(of[now.number].pk) in page and str(of[9].pk) not in page and str(of[1].pk) not in page
    assert 'href="?round=9#round-9"' in page
    html = client.get(f"/competitions/{league.slug}/console/?round=9").content.decode()
    assert f"console/{of[9].pk}/" in html and re.search(r'<details id="round-9" open>', html)
    disputes.dispute(fixture=of[1], by=of[1].home.player, statement="It was the other way round")
    page = console(client, cast.organiser, league)
    assert "The result is disputed" in page and str(of[1].pk) in page


def test_a_referee_is_not_asked_to_open_a_round(client, cast):
    league = running(cast.organiser, "league", 4, advance="click")
    asked = staff.invite(competition=league, by=cast.organiser, role="referee", name="referee")
    staff.accept(key=asked.key, by=cast.referee)
    page = console(client, cast.referee, league)
    assert "No round is open" not in page and 'value="open_round"' not in page and "Everything else" in page


def test_an_open_dispute_stands_in_the_console_once(cast):
    league = running(cast.organiser, "league", 4)
    fixture = open_fixtures(league)[0]
    Round.objects.filter(pk=fixture.tie.round_id).update(closes_at=timezone.now() - timedelta(days=1))
    reports.report(fixture=fixture, score=rulings.Score(1, 0), by=fixture.home.player)
    disputes.dispute(fixture=fixture, by=fixture.away.player, statement="No.")
    needs = todo.needs_organiser(reading.matchdays(reading.stages_of(league)))
    assert [need.disputed for need in needs if need.fixture == fixture] == [True]
    assert len(needs) == 2, "the other match was not played in time"


def links_needed(row):
    row = Competition.objects.get(pk=row.pk)
    return [str(need.sentence) for need in todo.needs_links(row, reading.entrants_of(row))]


def test_typed_names_need_their_links_until_each_is_sent_or_opened(client, cast):
    cup = competition(cast.organiser, places=8)
    entries.enter(competition=cup, player=cast.anna)
    gino, marta, beppe = entries.enter_names(competition=cup, by=cast.organiser, names="Gino\nMarta\nBeppe")
    assert links_needed(cup) == ["Send 3 players their links"]
    page = console(client, cast.organiser, cup)
    assert "Gino, Marta, Beppe: they play" in page and f'href="/competitions/{cup.slug}/entrants/links/"' in page
    opened = {"do": "opened"}
    client.post(f"/enter/{gino.personal_key}/", opened)
    assert links_needed(cup) == ["Send 3 players their links"], "the organiser tried it out"
    client.force_login(cast.bruno, backend="django.contrib.auth.backends.ModelBackend")
    client.post(f"/enter/{gino.personal_key}/", opened)
    assert links_needed(cup) == ["Send 2 players their links"]
    client.force_login(cast.organiser, backend="django.contrib.auth.backends.ModelBackend")
    press = f"/competitions/{cup.slug}/console/press/"
    client.post(press, {"do": "link_sent", "entrant": str(marta.pk), "back": "links"})
    assert links_needed(cup) == ["Send 1 player their link"]
    client.post(press, {"do": "all_links_sent"})
    assert links_needed(cup) == []
    entries.new_personal_key(entrant=beppe, by=cast.organiser)
    assert links_needed(cup) == ["Send 1 player their link"], "the link that was sent no longer works"


def test_nobody_who_is_knocked_out_needs_a_link(client, cast):
    cup = competition(cast.organiser, places=4)
    entries.enter_names(competition=cup, by=cast.organiser, names="Gino\nMarta\nBeppe\nLia")
    drawing.draw(competition=cup, by=cast.organiser)
    rounds.start(competition=cup, by=cast.organiser)
    assert "Send 4 players their links" in console(client, cast.organiser, cup)
    fixture = open_fixtures(cup)[0]
    rulings.enter_result(fixture=fixture, score=rulings.Score(0, 1), by=cast.organiser)
    page = console(client, cast.organiser, cup)
    assert "Send 3 players their links" in page, "the winner waits for the final, the other two play"
    listed = re.search(r"([^<>]*): they play only by their link", page)[1]
    assert fixture.home.name not in listed and fixture.away.name in listed


def test_nobody_is_sent_a_link_at_the_tables_of_an_evening(cast):
    evening = running(cast.organiser, "evening", 4)
    assert links_needed(evening) == []


def test_the_console_leads_with_one_step_and_its_button(client, cast):
    cup = competition(cast.organiser, places=4)
    page = console(client, cast.organiser, cup)
    assert page.count("btn primary") == 1 and page.index("Next step: Entrants") < page.index("Add entrants")
    entries.enter_names(competition=cup, by=cast.organiser, names="Gino\nMarta")
    page = console(client, cast.organiser, cup)
    assert "Make the draw with 2" in page and page.count("btn primary") == 1
    entries.add_bots(competition=cup, by=cast.organiser)
    page = console(client, cast.organiser, cup)
    assert page.index("Next step: Draw") < page.index('value="draw"') < page.index("Send 2 players")
    assert "new-names" not in page and "add_bots" not in page, "every place is taken"
    entrants = client.get(f"/competitions/{cup.slug}/entrants/").content.decode()
    assert "new-names" not in entrants and "add_bots" not in entrants
    drawing.draw(competition=cup, by=cast.organiser)
    page = console(client, cast.organiser, cup)
    assert page.index("Next step: Start") < page.index('value="start"') and page.count("btn primary") == 1
    entries.leave(entrant=cup.entrants.first(), by=cast.organiser)
    assert "new-names" in console(client, cast.organiser, cup)


def test_wrong_names_come_back_each_beside_its_error(client, cast):
    cup = competition(cast.organiser, places=8)
    client.force_login(cast.organiser, backend="django.contrib.auth.backends.ModelBackend")
    path = f"/competitions/{cup.slug}/entrants/list/"
    long = "An altogether too long name of a single person"
    page = client.post(path, {"do": "enter", "back": "console", "words": f"Gino\n{long}\nMarta"}).content.decode()
    assert sorted(cup.entrants.values_list("name", flat=True)) == ["Gino", "Marta"]
    assert re.search(rf'<input id="line-2" name="line" value="{long}" aria-invalid="true"', page)
    assert re.search(r'id="line-2_error">.*at most 40 characters', page, re.S) and "line-1" not in page
    answer = client.post(path, {"do": "enter", "back": "console", "heading": "", "line": ["A short name"]})
    assert answer.url == f"/competitions/{cup.slug}/console/" and cup.entrants.count() == 3
