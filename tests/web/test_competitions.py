"""The pages of competitions: each works for each role and says what it must."""

import re

import pytest

from league.competitions.models import Competition, Entrant
from league.competitions.verbs import create, drawing, entries, rounds, rulings
from tests.league.builders import competition, running

BACKEND = "django.contrib.auth.backends.ModelBackend"
PARTS = ["", "bracket/", "table/", "fixtures/", "entrants/", "rules/", "audit/", "draw/", "draw/?run", "statistics/"]


def as_(client, user):
    client.force_login(user, backend=BACKEND)
    return client


def clean(page):
    """The text of a page that keeps the content security policy."""
    text = page.content.decode()
    assert "style=" not in text
    assert not re.search(r"<script(?![^>]*\bsrc=)(?![^>]*application/(?:ld\+)?json)", text)
    assert not re.search(r"<[^>]+\son[a-z]+=", text)
    return text


@pytest.fixture
def cup(cast):
    """A running cup of four, nothing played."""
    return running(cast.organiser, "cup", 4, settings={"third_place": True})


@pytest.fixture
def league(cast):
    """A league of four with one result entered."""
    season = running(cast.organiser, "league", 4)
    fixture = season.stages.get().rounds.order_by("number").first().ties.first().fixtures.get()
    rulings.enter_result(fixture=fixture, score=rulings.Score(2, 1), by=cast.organiser)
    return season


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("kind", ["cup", "league", "open"])
@pytest.mark.parametrize("language", ["en", "it"])
def test_it_works(client, cast, request, part, kind, language):
    tournament = competition(cast.organiser) if kind == "open" else request.getfixturevalue(kind)
    client.cookies["django_language"] = language
    page = client.get(f"/competitions/{tournament.slug}/{part}", follow=True)
    assert page.status_code == 200
    assert f'<html lang="{language}"' in clean(page)


@pytest.mark.parametrize("part", ["console/", "entrants/", "entrants/links/"])
def test_the_organiser_finds_the_console_and_nobody_else(client, cast, cup, part):
    path = f"/competitions/{cup.slug}/{part}"
    assert clean(as_(client, cast.organiser).get(path))
    if part != "entrants/":
        assert as_(client, cast.stranger).get(path).status_code == 404
        client.logout()
        assert client.get(path).status_code == 302


def test_a_draft_is_its_owners_alone(client, cast):
    tournament = create.create(by=cast.organiser, name="Secret cup", game="super_goal", preset="cup", places=4)
    path = f"/competitions/{tournament.slug}/"
    assert client.get(path).status_code == 404
    assert as_(client, cast.stranger).get(path).status_code == 404
    assert as_(client, cast.organiser).get(path).status_code == 200
    assert "Secret cup" not in as_(client, cast.stranger).get("/competitions/").content.decode()


def test_a_cup_is_made_by_forms_alone(client, cast):
    as_(client, cast.organiser)
    assert 'value="cup"' in clean(client.get("/competitions/new/"))
    form = clean(client.get("/competitions/new/?preset=cup"))
    assert 'name="option_half_turns"' in form and 'name="legs"' in form
    fields = {
        "preset": "cup",
        "name": "Bar cup",
        "game": "super_goal",
        "places": "4",
        "legs": "1",
        "third_place": "on",
        "clock": "sheet",
        "advance": "auto",
        "round_hours": "24",
        "bots_allowed": "on",
        "option_length": "standard",
        "option_clock": "turns",
        "option_half_turns": "5",
    }
    answer = client.post("/competitions/new/", fields)
    stored_competition = Competition.objects.get()
    assert answer.url == f"/competitions/{stored_competition.slug}/console/"
    assert (
        stored_competition.options["half_turns"] == 5
        and stored_competition.stages.get().settings["third_place"] is True
    )
    press = f"/competitions/{stored_competition.slug}/console/press/"
    assert client.post(press, {"do": "publish"}).status_code == 302
    names = {"do": "enter", "back": "console", "words": "Ada\nBice"}
    assert client.post(f"/competitions/{stored_competition.slug}/entrants/list/", names).url == answer.url
    for words in (
        {"do": "add_bots"},
        {"do": "draw"},
        {"do": "start"},
    ):
        assert client.post(press, words).status_code == 302
        assert clean(client.get(f"/competitions/{stored_competition.slug}/console/"))
    stored_competition.refresh_from_db()
    assert stored_competition.status == Competition.Status.RUNNING and stored_competition.entrants.count() == 4


def test_a_refused_form_says_what_is_wrong(client, cast):
    as_(client, cast.organiser)
    fields = {"preset": "cup", "name": "x", "game": "super_goal", "places": "2000", "legs": "1"}
    text = clean(client.post("/competitions/new/", fields))
    assert 'role="alert"' in text and 'id="id_places_error"' in text
    assert not Competition.objects.exists()


def test_the_preview_counts_rounds_and_matches(client, db):
    fields = {"preset": "cup", "places": "6", "legs": "2", "third_place": "on", "game": "super_goal"}
    text = client.get("/competitions/new/preview/", fields).content.decode()
    assert "Semi-finals" in text and re.search(r"Total matches.*?<b>12</b>", text, re.S)
    text = client.get("/competitions/new/preview/", {"preset": "league", "places": "6", "times": "2"}).content.decode()
    assert "30 matches" in text and "Total matches" not in text, "one row needs no total"
    evening = {"preset": "evening", "places": "9", "rounds": "3", "minutes": "20", "game": "super_goal"}
    text = clean(client.get("/competitions/new/preview/", evening))
    assert "Rounds (3)" in text and "12 matches" in text
    assert re.findall(r"\d+\s+(?:minutes|hour)", text) == ["20 minutes", "1 hour"] and "six seconds" not in text


def test_entering_and_leaving(client, cast):
    tournament = competition(cast.organiser)
    as_(client, cast.anna)
    path = f"/competitions/{tournament.slug}/enter/"
    client.post(path, {"do": "enter"})
    assert Entrant.objects.get().player == cast.anna
    client.post(path, {"do": "leave"})
    assert Entrant.objects.get().status == "withdrawn"
    assert client.get(path).status_code == 302


def test_an_unknown_button_is_no_page(client, cast, cup):
    path = f"/competitions/{cup.slug}/console/press/"
    assert as_(client, cast.organiser).post(path, {"do": "delete_all"}).status_code == 404


def test_a_refused_button_says_why(client, cast, cup):
    as_(client, cast.organiser)
    page = client.post(f"/competitions/{cup.slug}/console/press/", {"do": "unpublish"}, follow=True)
    assert 'role="alert"' in clean(page)


def test_the_bracket_moves_on_by_a_walkover_and_says_why(client, cast, cup):
    as_(client, cast.organiser)
    tie = cup.stages.get().rounds.get(number=1).ties.first()
    fixture = tie.fixtures.get()
    page = client.post(
        f"/competitions/{cup.slug}/console/{fixture.pk}/",
        {"do": "walkover", "winner": "home", "reason": "did not come"},
    )
    assert page.status_code == 302
    text = clean(client.get(f"/competitions/{cup.slug}/bracket/"))
    assert "did not come" in text and '<tr class="won"' in text


def test_a_result_is_entered_and_corrected(client, cast, cup):
    as_(client, cast.organiser)
    fixture = cup.stages.get().rounds.get(number=1).ties.first().fixtures.get()
    path = f"/competitions/{cup.slug}/console/{fixture.pk}/"
    clean(client.get(path))
    client.post(path, {"do": "result", "home_goals": "2", "away_goals": "1"})
    fixture.refresh_from_db()
    assert (fixture.home_goals, fixture.away_goals) == (2, 1)
    refused = client.post(path, {"do": "result", "home_goals": "0", "away_goals": "1"}, follow=True)
    assert 'role="alert"' in clean(refused)
    fields = {"do": "result", "home_goals": "0", "away_goals": "1", "reason": "misread"}
    response = client.post(path, fields)
    assert response.status_code == 409 and "goes through instead" in clean(response)
    client.post(path, {**fields, "confirmed": "yes", "seen": response.context["seen"]})
    fixture.refresh_from_db()
    assert (fixture.home_goals, fixture.away_goals) == (0, 1)


@pytest.mark.parametrize("do", [{"do": "walkover", "winner": "home"}, {"do": "replay"}])
def test_a_ruling_without_a_reason_is_refused_at_that_field(client, cast, cup, do):
    as_(client, cast.organiser)
    fixture = cup.stages.get().rounds.get(number=1).ties.first().fixtures.get()
    empty = {"home_goals": "", "away_goals": "", "reason": ""}
    text = clean(client.post(f"/competitions/{cup.slug}/console/{fixture.pk}/", {**do, **empty}))
    field = re.search(r'<div class="field" data-bad>.*?</div>\s*</div>', text, re.S)[0]
    assert 'name="reason"' in field and "Give a reason" in field
    # the page puts the focus on an alert that can take it, else on the first field that is wrong
    assert text.count('aria-invalid="true"') == 1 and not re.search(r'role="alert"[^>]*tabindex', text)


def test_the_fixture_of_another_competition_is_not_found(client, cast, cup, league):
    fixture = league.stages.get().rounds.first().ties.first().fixtures.get()
    as_(client, cast.organiser)
    assert client.get(f"/competitions/{cup.slug}/console/{fixture.pk}/").status_code == 404


def test_results_entered_by_hand_are_promised_no_figures(client, cast):
    league = running(cast.organiser, "league", 4)
    fixture = league.stages.get().rounds.first().ties.first().fixtures.get()
    rulings.enter_result(fixture=fixture, score=rulings.Score(2, 1), by=cast.organiser)
    text = clean(client.get(f"/competitions/{league.slug}/statistics/"))
    assert "Results entered by hand and awarded matches have none." in text and "within a minute" not in text


def test_the_table_shows_why(client, cast, league):
    text = clean(client.get(f"/competitions/{league.slug}/table/"))
    assert '<table class="league">' in text and "why this order" in text


def test_a_fragment_has_no_shell(client, cup):
    page = client.get(f"/competitions/{cup.slug}/bracket/", headers={"HX-Request": "true"})
    text = page.content.decode()
    assert 'id="live"' in text and "<html" not in text
    assert "HX-Request" in page.headers["Vary"]


def test_an_empty_page_of_links_and_a_full_one(client, cast, cup):
    text = clean(as_(client, cast.organiser).get(f"/competitions/{cup.slug}/entrants/links/"))
    assert text.count('class="qr"') == 4


def test_places_are_told_until_the_start(client, cast):
    tournament = competition(cast.organiser, places=8)
    entries.enter_names(competition=tournament, by=cast.organiser, names="Gino\nMarta")
    pages = [f"/competitions/{tournament.slug}/entrants/", "/competitions/", "/"]
    assert all("2 of 8" in clean(client.get(page)).replace("<b>2</b>", "2") for page in pages)
    drawing.draw(competition=tournament, by=cast.organiser)
    rounds.start(competition=tournament, by=cast.organiser)
    for page in pages:
        text = clean(client.get(page))
        assert tournament.name in text and "of 8" not in text


@pytest.mark.parametrize("part", ["", "bracket/", "fixtures/", "entrants/", "audit/"])
def test_queries_do_not_grow(client, cast, part, django_assert_max_num_queries):
    counts = []
    for entrants in (4, 16):
        tournament = running(cast.organiser, "cup", entrants) if entrants < 13 else running(cast.organiser, "cup", 12)
        with django_assert_max_num_queries(14) as taken:
            client.get(f"/competitions/{tournament.slug}/{part}")
        counts.append(len(taken))
    assert counts[0] == counts[1]


def test_settings_are_changed_before_the_start_and_refused_after(client, cast):
    tournament = competition(cast.organiser, places=4)
    as_(client, cast.organiser)
    path = f"/competitions/{tournament.slug}/console/settings/"
    text = clean(client.get(path))
    assert 'value="Saturday cup"' in text and 'name="game"' not in text
    fields = {
        "name": "Sunday cup",
        "places": "8",
        "legs": "2",
        "clock": "blitz",
        "advance": "click",
        "round_hours": "48",
        "option_length": "standard",
        "option_clock": "turns",
        "option_half_turns": "7",
    }
    assert client.post(path, fields).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.name, tournament.places, tournament.move_seconds, tournament.options["half_turns"]) == (
        "Sunday cup",
        8,
        8,
        7,
    )
    assert tournament.stages.get().settings["legs"] == 2 and tournament.stages.get().settings["extra_time"] is False
    cup = running(cast.organiser, "cup", 4)
    page = client.post(f"/competitions/{cup.slug}/console/settings/", fields, follow=True)
    assert 'role="alert"' in clean(page)
    cup.refresh_from_db()
    assert cup.name == "Saturday cup"


OPTIONS = {"option_length": "standard", "option_clock": "turns", "option_half_turns": "5"}
"""Fields that the form of a Super Goal! competition has besides."""


def test_each_part_of_the_form_says_what_is_set_and_opens_where_something_is_wrong(client, cast):
    tournament = competition(cast.organiser, places=4, round_hours=36, advance="click")
    as_(client, cast.organiser)
    path = f"/competitions/{tournament.slug}/console/settings/"
    page = clean(client.get(path))
    part = page.split('id="part-time"')[1].split("</summary>")[0]
    assert "Hours to play a round: 36" in part and "The next round opens: when you open it" in part
    assert "Usual kick-off" not in part, "an hour without a day says nothing"
    assert "<details" in page and " open" not in page.split('id="part-time"')[1].split(">")[0]
    fields = {
        "name": "Cup",
        "places": "8",
        "legs": "1",
        "clock": "sheet",
        "advance": "auto",
        "round_hours": "0",
        **OPTIONS,
    }
    page = clean(client.post(path, fields))
    assert " open" in page.split('id="part-time"')[1].split(">")[0] and 'href="#id_round_hours"' in page
    assert " open" not in page.split('id="part-words"')[1].split(">")[0]
    assert client.get(path).content.count(b'class="savebar"') == 1


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "A round stays open for 7 days."),
        ("it", "Un turno resta aperto 7 giorni."),
        ("es", "Una ronda está abierta 7 días."),
        ("pt-br", "Uma rodada fica aberta por 7 dias."),
    ],
)
def test_the_rules_say_whole_days_as_days(client, cast, language, sentence):
    cup = running(cast.organiser)
    assert cup.round_hours == 168
    client.cookies["django_language"] = language
    assert sentence in client.get(f"/competitions/{cup.slug}/rules/").content.decode()


def test_the_policies_are_set_by_the_form_and_stand_in_the_rules(client, cast):
    as_(client, cast.organiser)
    page = clean(client.get("/competitions/new/?preset=league"))
    assert 'name="report_hours"' in page and 'name="withdrawals"' in page
    fields = {
        **{"preset": "league", "name": "League of the hall", "game": "super_goal", "places": 4, "clock": "sheet"},
        **{"times": 1, "round_hours": 48, "no_show_minutes": 20, "unplayed": "wait", "withdrawals": "void"},
        **{"report_hours": 6, "dispute_hours": 12, "advance": "auto", **OPTIONS},
    }
    answer = client.post("/competitions/new/", fields)
    stored_competition = Competition.objects.get(name="League of the hall")
    assert answer.status_code == 302
    kept = (
        stored_competition.no_show_minutes,
        stored_competition.unplayed,
        stored_competition.withdrawals,
        stored_competition.report_hours,
        stored_competition.dispute_hours,
    )
    assert kept == (20, "wait", "void", 6, 12)
    rules = client.get(f"/competitions/{stored_competition.slug}/rules/").content.decode()
    sentences = ("more than 20 minutes late", "The organiser decides unplayed", "none of your matches in it counts")
    for words in sentences:
        assert words in rules
    assert "after 6 hours without an answer" in rules and "disputed for 12 hours" in rules
    assert "stays open for 2 days." in rules
    page = clean(client.get(f"/competitions/{stored_competition.slug}/console/settings/"))
    assert re.search(r'name="report_hours"[^>]*value="6"', page)
    cup = clean(client.get("/competitions/new/?preset=cup"))
    for words in ("no-shows lose", "losers are out", "drawn in public"):
        assert re.search(rf"<span class=\"small muted brief\"[^>]*>[^<]*{words}", cup), (
            "a summary says the usual shortly"
        )
    assert 'name="withdrawals"' not in cup and 'name="dispute_hours"' in cup
    evening = clean(client.get("/competitions/new/?preset=evening"))
    assert 'name="report_hours"' not in evening and 'name="silence"' in evening
    assert evening.count("<details") == 1 and evening.count('id="options"') == 1
    bad = {"preset": "evening", "name": "Thursday", "game": "super_goal", "places": 8, "silence": 0, **OPTIONS}
    refused = clean(client.post("/competitions/new/", bad))
    assert re.search(r'<details[^>]*id="part-more"[^>]* open data-bad', refused), "a folded field that is wrong is seen"


@pytest.mark.parametrize(("bye", "words"), [("1.0", "as a win"), ("0.5", "as half a win"), ("0.0", "for nothing")])
def test_what_a_bye_pays_is_set_by_the_form_and_stands_in_the_rules(client, cast, bye, words):
    fields = {
        "preset": "swiss",
        "name": "Swiss of the hall",
        "game": "super_goal",
        "places": 5,
        "clock": "sheet",
        "advance": "auto",
    }
    fields |= {"rounds": 4, "system": "dutch", "round_hours": 48, "bye": bye, "late": "absent", **OPTIONS}
    as_(client, cast.organiser).post("/competitions/new/", fields)
    stored_competition = Competition.objects.get(name="Swiss of the hall")
    assert stored_competition.stages.get().settings["bye"] == float(bye)
    assert f"counts {words}." in client.get(f"/competitions/{stored_competition.slug}/rules/").content.decode()
    assert f'<option value="{bye}" selected' in clean(
        client.get(f"/competitions/{stored_competition.slug}/console/settings/")
    )
