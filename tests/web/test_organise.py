"""The first form of an organiser: four drawings, five questions, few words; everything else has a sensible value."""

import re
from datetime import datetime
from html.parser import HTMLParser
from zoneinfo import ZoneInfo

import pytest

import engines
from deploy.languages import OFFERED
from league.competitions.models import Competition
from league.competitions.pages.forms.organising import DRAWN, MORE, OrganiseForm
from league.competitions.setup.presets import OWN, PACES, PRESETS, pace_of, pace_values
from league.competitions.setup.usual import groups_for
from league.competitions.verbs import create
from tests.cases import built
from tests.web.test_competitions import as_, clean

WORDS = 60
ANSWERS = {"format": "cup", "name": "Cup of the square", "game": "super_goal", "places": "8", "pace": "one_evening"}
SPOKEN = ("aria-label", "placeholder", "title", "alt")


class Heard(HTMLParser):
    """What is read or heard of the page's main part while nothing is unfolded."""

    def __init__(self):
        super().__init__()
        self.path, self.words = [], []

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if self.is_shown():
            self.words += [given[name] for name in SPOKEN if given.get(name)]
        if tag not in ("input", "path", "rect", "circle", "link", "meta", "br", "img"):
            self.path.append((tag, given))

    def handle_endtag(self, tag):
        if self.path and self.path[-1][0] == tag:
            self.path.pop()

    def handle_data(self, data):
        if self.is_shown():
            self.words.append(data)

    def is_shown(self):
        tags = [tag for tag, _given in self.path]
        if "main" not in tags or {"script", "style", "svg"} & set(tags):
            return False
        folded = "details" in tags and "open" not in dict(self.path[tags.index("details")][1])
        return not folded or "summary" in tags


def words_of(page):
    heard = Heard()
    heard.feed(page)
    toys = {slug.capitalize() for slug in set(engines.games()) - set(built())}  # other tests bring games of their own
    return [word for word in re.findall(r"\w[\w’'!-]*", " ".join(heard.words)) if word not in toys]


@pytest.mark.parametrize("language", OFFERED)
def test_the_first_form_has_at_most_sixty_words(client, cast, language):
    as_(client, cast.organiser)
    client.cookies["django_language"] = language
    words = words_of(client.get("/competitions/new/").content.decode())
    print(language, len(words))
    assert 20 < len(words) <= WORDS, " ".join(words)


def test_four_cards_have_a_drawing_and_no_preset_is_lost(client, cast):
    page = clean(as_(client, cast.organiser).get("/competitions/new/"))
    shapes = page.split('class="shapes"')[1].split("<details")[0]
    assert len(DRAWN) == 4 and shapes.count("<svg") == 4 and shapes.count('type="radio"') == 4
    assert {card.key for card in (*DRAWN, *MORE)} | {OWN} == set(PRESETS)
    assert page.count('name="format"') == len(PRESETS) - 1 and "/competitions/new/stages/" in page


def test_five_answers_make_a_draft(client, cast):
    answer = as_(client, cast.organiser).post("/competitions/new/", {**ANSWERS, "starts_at": "2027-01-09T15:00"})
    cup = Competition.objects.get()
    assert answer.url == f"/competitions/{cup.slug}/console/" and cup.status == Competition.Status.DRAFT
    assert (cup.preset, cup.name, cup.game, cup.places) == ("cup", "Cup of the square", "super_goal", 8)
    assert cup.round_hours == 1 and cup.starts_at is not None and not cup.wishes


def test_weekly_rounds_get_a_plan(client, cast):
    league = {**ANSWERS, "format": "league", "pace": "weekly", "starts_at": "2027-01-09T15:00"}
    as_(client, cast.organiser).post("/competitions/new/", league)
    stored = Competition.objects.get()
    assert stored.round_hours == 168 and stored.starts_at is None
    assert (stored.wishes["first"], stored.wishes["every_days"], stored.wishes["at"]) == ("2027-01-09", 7, "15:00")


def test_an_evening_is_at_real_tables_whatever_is_said(client, cast):
    evening = {**ANSWERS, "format": "evening", "pace": "weekly", "starts_at": "2027-01-09T21:00"}
    as_(client, cast.organiser).post("/competitions/new/", evening)
    stored = Competition.objects.get()
    assert (stored.advance, stored.unplayed, stored.round_hours) == ("click", "wait", 24)
    begins = stored.starts_at.astimezone(ZoneInfo(stored.time_zone))
    assert begins.replace(tzinfo=None) == datetime(2027, 1, 9, 21) and not stored.wishes


@pytest.mark.parametrize(("places", "groups"), [(4, 2), (8, 2), (12, 4), (16, 4), (24, 8), (32, 8), (128, 16)])
def test_groups_follow_the_number_of_players(places, groups):
    assert groups_for(places) == groups


def test_groups_of_eight_are_two(client, cast):
    as_(client, cast.organiser).post("/competitions/new/", {**ANSWERS, "format": "world_cup", "pace": "weekly"})
    assert Competition.objects.get().stages.get(number=1).settings["groups"] == 2


def test_every_shape_is_made_of_its_five_answers(client, cast):
    as_(client, cast.organiser)
    refused = {}
    for key in PRESETS.keys() - {OWN}:
        answers = {**ANSWERS, "format": key, "name": f"A {key}", "pace": pace_of(PRESETS[key]), "places": "8"}
        if client.post("/competitions/new/", answers).status_code != 302:
            refused[key] = answers
    assert refused == {}


def test_what_is_wrong_is_said_at_its_question(client, cast):
    page = clean(as_(client, cast.organiser).post("/competitions/new/", {**ANSWERS, "name": "", "places": "2000"}))
    assert 'id="id_name_error"' in page and not Competition.objects.exists()
    page = clean(client.post("/competitions/new/", {**ANSWERS, "places": "2000"}))
    assert 'id="id_places_error"' in page and not Competition.objects.exists()


def test_all_settings_keep_the_answers(client, cast):
    """One press, and a second unfolds a part: everything is there."""
    as_(client, cast.organiser)
    answers = {**ANSWERS, "places": "6", "starts_at": "2027-01-09T15:00", "all": "1"}
    answer = client.post("/competitions/new/", answers)
    assert answer.status_code == 302 and not Competition.objects.exists()
    form = client.get(answer.url).context["form"]
    shown = {name: form[name].value() for name in ("name", "game", "places", "round_hours")}
    assert shown == {"name": "Cup of the square", "game": "super_goal", "places": 6, "round_hours": 1}
    assert form["starts_at"].value() is not None and form.preset.key == "cup"
    league = client.post("/competitions/new/", {**answers, "format": "league", "pace": "weekly", "name": ""})
    form = client.get(league.url).context["form"]
    assert (str(form["first"].value()), str(form["at"].value())) == ("2027-01-09", "15:00:00")


def test_the_glance_follows_the_answers(client, db):
    answers = {**ANSWERS, "format": "league", "pace": "weekly"}
    text = client.get("/competitions/new/preview/", answers).content.decode()
    assert "56 matches" in text and "14 weeks" in text
    text = client.get("/competitions/new/preview/", ANSWERS).content.decode()
    assert "7 matches" in text and "week" not in text
    assert "match" not in client.get("/competitions/new/preview/", {**ANSWERS, "places": "many"}).content.decode()


def test_paces_are_those_of_the_form():
    assert [key for key, _words in OrganiseForm.base_fields["pace"].choices] == list(PACES)


@pytest.mark.parametrize("preset", ["cup", "swiss"])
def test_one_evening_has_times_of_an_evening(cast, preset):
    """ "Saturday cup, one evening" gave a week to each round."""
    made = create.create(by=cast.organiser, name="Tonight", game="super_goal", preset=preset)
    assert made.round_hours == 1
    assert pace_values("weekly")["round_hours"] == 168


def test_after_sign_up_organise_is_the_second_thing_on_the_page(client, cast):
    page = clean(as_(client, cast.stranger).get("/"))
    assert "/competitions/new/" in page.split("<main")[1].split("</section>")[0]
