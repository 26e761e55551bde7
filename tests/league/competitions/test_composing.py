"""Stages of one's own by the page alone: buttons without a script, sentences beside the fields, what it makes."""

import html
import re

import pytest

from league.competitions.models import Competition
from league.competitions.setup import chains
from league.competitions.verbs import create, entries, rounds
from tests.league.builders import competition
from tests.league.tables import play_out

PAGE = "/competitions/new/stages/"


def fields(page):
    """Return the form's fields as a browser would send them."""
    page = page.split('class="cols')[1].split("</form>")[0]
    said = {}
    for tag in re.findall(r"<input[^>]*>", page):
        name, value = re.search(r'name="([^"]*)"', tag), re.search(r'value="([^"]*)"', tag)
        if name and ("checkbox" not in tag or " checked" in tag):
            said[name[1]] = html.unescape(value[1]) if value else "on" if "checkbox" in tag else ""
    for name, inside in re.findall(r'<select name="([^"]*)".*?>(.*?)</select>', page, re.S):
        hit = re.search(r'value="([^"]*)" selected', inside) or re.search(r'value="([^"]*)"', inside)
        said[name] = hit[1]
    said.pop("csrfmiddlewaretoken", None)
    return said


def press(client, said, do, path=PAGE, **more):
    answer = client.post(path, {**said, **more, "do": do})
    return answer, fields(answer.content.decode()) if answer.status_code == 200 else {}


def test_stages_are_put_together_without_a_script(cast, client):
    client.force_login(cast.organiser)
    assert client.get("/competitions/new/?preset=own").url == PAGE
    page = client.get(PAGE).content.decode()
    said = fields(page)
    assert said["s1-format"] == "groups" and "Groups" in page and "s2-format" not in said
    said["game"] = "fuba"
    _answer, said = press(client, said, "add", places="12")
    assert said["s2-format"] == "knockout" and said["places"] == "12" and said["s2-extra_time"] == "on"
    _answer, said = press(client, said, "show", **{"s2-format": "groups"})
    assert said["s2-groups"] == "2" and "s2-legs" not in said and "s2-through" in said
    _answer, said = press(client, said, "add", **{"s2-through": "2", "s2-groups": "2"})
    assert (said["s1-groups"], said["s2-groups"], said["s3-format"]) == ("4", "2", "knockout")
    answer, said = press(client, said, "show", **{"s3-through": "1", "s3-third_place": ""})
    page_html = answer.content.decode()
    assert "2 groups: 8 come through" in page_html and "knockout, one match per tie: 2 come through" in page_html
    answer, _said = press(client, said, "next")
    assert answer.status_code == 302 and answer.url.startswith(
        "/competitions/new/?preset=own&game=fuba&places=12&stages="
    )
    form = client.get(answer.url).content.decode()
    assert "The stages" in form and "4 groups" in form and "Edit stages" in form
    response = client.post("/competitions/new/", {**fields(form), "name": "Own cup"})
    assert response.status_code == 302, re.findall(r'<p class="bad".*', response.content.decode())
    cup = Competition.objects.get(name="Own cup")
    assert response.url == f"/competitions/{cup.slug}/console/"
    assert [stage.format for stage in cup.stages.order_by("number")] == ["groups", "groups", "knockout"]
    create.publish(competition=cup, by=cast.organiser)
    entries.add_bots(competition=cup, by=cast.organiser, count=12)
    cup = rounds.start(competition=cup, by=cast.organiser)
    assert play_out(cup) and cup.status == Competition.Status.FINISHED


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"places": "2"}, "Check the marked fields."),
        ({"s1-groups": "9"}, "Stage 1: Each group needs two entrants or more."),
        ({"s2-through": "7"}, "Stage 2: Enter a number from 1 to 4."),
        ({"s2-best": "1", "s2-through": "4"}, "Stage 2: The next place has not that many."),
        ({"s2-away_goals": "on"}, "Stage 2: Away goals need two legs."),
        ({"s2-replay": "on", "s2-legs": "2"}, "Stage 2: A second match is only for one-match ties."),
    ],
)
def test_what_cannot_be_is_said_where_it_stands(client, db, more, said):
    _answer, two = press(client, fields(client.get(PAGE).content.decode()), "add")
    answer = client.post(PAGE, {**two, **more, "do": "next"})
    assert answer.status_code == 200
    page = answer.content.decode()
    assert said in page, "the preview says it"
    if said.startswith("Stage"):
        assert page.count(said.partition(": ")[2]) == 2 and "data-bad" in page, "and so does the field"


def test_a_stage_is_left_out_and_nothing_follows_a_bracket(client, db):
    _answer, two = press(client, fields(client.get(PAGE).content.decode()), "add")
    answer, again = press(client, two, "add")
    assert "s3-format" not in again and "Add a stage" not in answer.content.decode()
    _answer, one = press(client, two, "without-1")
    assert one["s1-format"] == "knockout" and "s2-format" not in one and "s1-through" not in one


def test_an_address_brings_the_stages_back(client, db):
    line = chains.one_line([{"format": "swiss", "settings": {"rounds": 3}}, {"format": "knockout", "settings": {}}])
    said = fields(client.get(PAGE, {"stages": line, "places": "20"}).content.decode())
    assert (said["s1-format"], said["s1-rounds"], said["s2-format"], said["places"]) == ("swiss", "3", "knockout", "20")
    for bad in (
        "x",
        "[]",
        "[1]",
        '[{"format": 3}]',
        '[{"settings": 3}]',
        "{}",
        '[{"format": "swiss", "settings": {"rounds": []}}]',
    ):
        assert client.get(PAGE, {"stages": bad}).status_code == 200
        assert client.get("/competitions/new/", {"preset": "own", "stages": bad}).status_code == 200
        assert (
            client.get("/competitions/new/preview/", {"preset": "own", "places": "8", "stages": bad}).status_code == 200
        )


def test_the_stages_of_an_open_competition_are_changed(cast, client):
    stages = [{"format": "groups", "settings": {"groups": 2}}, {"format": "knockout", "settings": {"through": 2}}]
    cup = competition(cast.organiser, "own", 8, stages=stages)
    path = f"/competitions/{cup.slug}/console/stages/"
    client.force_login(cast.stranger)
    assert client.get(path).status_code == 404
    client.force_login(cast.organiser)
    said = fields(client.get(path).content.decode())
    assert "places" not in said and said["s1-groups"] == "2"
    answer, _said = press(client, said, "next", path, **{"s2-through": "1", "s2-third_place": "on"})
    assert "A third-place match needs four places or more." in answer.content.decode()
    answer, _said = press(client, said, "next", path, **{"s1-format": "league", "s1-was": "groups"})
    assert answer.url == f"/competitions/{cup.slug}/console/"
    assert [stage.format for stage in cup.stages.order_by("number")] == ["league", "knockout"]
    refused = client.post(
        f"/competitions/{cup.slug}/console/settings/",
        {"name": cup.name, "places": "257", "advance": "auto", "round_hours": "168", "clock": "sheet"},
    )
    assert refused.status_code == 200
    entries.add_bots(competition=cup, by=cast.organiser, count=8)
    assert play_out(rounds.start(competition=cup, by=cast.organiser)) == 8 * 7 + 1
    assert client.post(path, {**said, "do": "next"}).status_code == 302, "refused in a sentence once it runs"
    assert [stage.format for stage in cup.stages.order_by("number")] == ["league", "knockout"]


def test_a_preset_keeps_its_stages(cast, client):
    cup = competition(cast.organiser, "cup", 8)
    client.force_login(cast.organiser)
    path = f"/competitions/{cup.slug}/console/stages/"
    said = fields(client.get(path).content.decode())
    press(client, said, "next", path, **{"s1-format": "double", "s1-was": "knockout"})
    assert cup.stages.get().format == "knockout"


def test_only_what_the_game_has_follows_a_level_match(client, db):
    """Another game begins its stages anew with its own terms; what else was chosen stays."""
    said = fields(client.get(f"{PAGE}?game=fuba").content.decode())
    _answer, said = press(client, said, "add", **{"s1-groups": "3"})
    assert (said["game"], said["s2-extra_time"], said["s1-table_legs"]) == ("fuba", "on", "1")
    answer, said = press(client, said, "show", **{"game": "super_goal", "s1-draws": "extra_time"})
    assert "s2-extra_time" not in said and (said["s1-draws"], said["s1-groups"]) == ("shootout", "3")
    assert 'value="extra_time"' not in answer.content.decode()
    _answer, said = press(client, said, "show", game="dom_jim")
    legs = ("s1-table_legs", "s1-times", "s1-draws", "s2-legs", "s2-extra_time")
    assert [said[name] for name in legs] == ["2", "1", "extra_time", "2", "on"]
    _answer, said = press(client, said, "show", **{"s1-table_legs": "1"})
    assert said["s1-table_legs"] == "1", "only another game changes what was chosen"
    answer, _said = press(client, said, "next")
    assert "game=dom_jim" in answer.url
    assert '<option value="dom_jim" selected>' in client.get(answer.url).content.decode()
