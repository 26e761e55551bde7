"""A series as a ranking list: levels, a window on any day, decay, categories and clubs, at every door."""

from __future__ import annotations

from datetime import date
from html import unescape

import pytest

from league.competitions.errors import BadSetting
from league.competitions.models import Entrant, Fixture
from league.competitions.verbs import rulings
from league.players.verbs.claims import claim
from league.series import verbs
from league.series.errors import SeriesRefused
from league.series.models import SeriesMark
from league.series.reading import alike, log_of, merit
from tests.cast import Cast
from tests.league.series.played import cup

BACKEND = "django.contrib.auth.backends.ModelBackend"
LEVELS = [{"name": "Major", "points": [100, 70], "rest": 10}]
MARCH = date(2026, 3, 1)


def furnished():
    """Three cups a year apart: anna won the first, at a level; Aldo the others."""
    cast = Cast.make()
    names = [["Berta", "Carlo"], ["Aldo", "Berta"], ["Aldo", "Carlo"]]
    cups = [
        cup(cast.organiser, entered, players=[cast.anna] if number == 0 else [], name=f"Cup {number}")
        for number, entered in enumerate(names)
    ]
    row = verbs.create(
        by=cast.organiser, name="World list", points=[11, 5], rest=1, competitions=cups, levels=LEVELS,
        categories=["Women", "U19"], club_best=2,
    )  # fmt: skip
    for competition, day in zip(cups, ("2025-03-01", "2025-03-02", "2026-02-10"), strict=True):
        level = "Major" if competition == cups[0] else ""
        verbs.set_event(
            series=row, by=cast.organiser, competition=competition, level=level, day=date.fromisoformat(day)
        )
    # Names of one person are told apart by cup until the organiser says so.
    for name in ("Aldo", "Berta", "Carlo"):
        one, other = Entrant.objects.filter(name=name).order_by("pk").values_list("player", flat=True)
        verbs.match(series=row, by=cast.organiser, one=one, other=other)
    Entrant.objects.filter(name__in=["Aldo", "Berta"]).update(club="North")
    Entrant.objects.filter(name="Carlo").update(club="South")
    row.refresh_from_db()
    return cast, row


@pytest.fixture(scope="module")
def built(build_once):
    return build_once(furnished)


@pytest.fixture
def cast(copied):
    return copied[0]


@pytest.fixture
def ranking(copied):
    return copied[1]


def totals(row, on=MARCH, **more):
    return {person.name: person.exact for person in merit(row, on=on, **more).lines}


def test_the_list_of_any_day(cast, ranking):
    assert totals(ranking) == {"anna": "100", "Berta": "75", "Aldo": "22", "Carlo": "15"}
    assert totals(ranking, date(2025, 3, 1)) == {"anna": "100", "Berta": "70", "Carlo": "10"}
    assert totals(ranking, date(2025, 2, 28)) == {}
    change = {"series": ranking, "by": cast.organiser}
    rolling = verbs.change(**change, months=12)
    assert totals(rolling) == {"Aldo": "22", "Berta": "5", "Carlo": "5"}, "a year before to the day is outside"
    berta = next(person for person in merit(rolling, on=MARCH).lines if person.name == "Berta")
    assert [(result.why, result.points) for result in berta.results] == [("before", 70), ("counts", 5)]
    decayed = verbs.change(**change, months=0, decay=[100] * 11 + [50, 25])
    assert totals(decayed) == {"anna": "25", "Berta": "20", "Aldo": "16.5", "Carlo": "7.5"}
    season = verbs.change(**change, decay=[], first_day=date(2025, 3, 2), last_day=date(2025, 12, 31))
    assert totals(season) == {"Aldo": "11", "Berta": "5"}
    few = verbs.change(**change, first_day=None, last_day=None, minimum=2)
    assert [(person.name, person.rank) for person in merit(few, on=MARCH).lines] == [
        ("Berta", 1), ("Aldo", 2), ("Carlo", 3), ("anna", 0),
    ]  # fmt: skip


def test_names_outside_the_window_can_still_be_one_person(cast, ranking):
    rolling = verbs.change(series=ranking, by=cast.organiser, months=1)
    old = cup(cast.organiser, ["aldo", "Elio"])
    verbs.add(series=rolling, by=cast.organiser, competition=old)
    verbs.set_event(series=rolling, by=cast.organiser, competition=old, day=date(2024, 1, 1))
    (pair,) = alike(merit(rolling, on=MARCH))
    assert "Elio" not in totals(rolling) and {pair.one.name, pair.other.name} == {"aldo", "Aldo"}
    verbs.match(series=rolling, by=cast.organiser, one=pair.one.key, other=pair.other.key)
    assert not alike(merit(rolling, on=MARCH))


def test_points_by_the_round_reached(cast):
    tournament = cup(cast.organiser, ["Aldo", "Berta", "Carlo", "Dora", "Enea"], third_place=True)
    row = verbs.create(
        by=cast.organiser, name="By round", points=[9, 6, 4], rest=1, by_round=True, competitions=[tournament]
    )
    assert sorted(totals(row, None).values()) == ["1", "4", "4", "6", "9"]


def test_a_correction_is_followed_by_person_and_club(cast, ranking):
    before = [(club.club, club.exact, club.people, club.others) for club in merit(ranking, on=MARCH).clubs]
    assert before == [("North", "97", ["Berta", "Aldo"], 0), ("South", "15", ["Carlo"], 0)]
    last = ranking.competitions.get(name="Cup 2")
    final = Fixture.objects.get(tie__round__stage__competition=last)
    score = rulings.Score(0, 3) if final.home.name == "Aldo" else rulings.Score(3, 0)
    rulings.enter_result(fixture=final, score=score, by=cast.organiser, reason="read wrongly")
    assert totals(ranking) == {"anna": "100", "Berta": "75", "Carlo": "21", "Aldo": "16"}
    assert [club.exact for club in merit(ranking, on=MARCH).clubs] == ["91", "21"]


def test_a_level_has_to_be_there(cast, ranking):
    by, first = cast.organiser, ranking.competitions.get(name="Cup 0")
    with pytest.raises(BadSetting, match="Choose one of Major") as refused:
        verbs.set_event(series=ranking, by=by, competition=first, level="Minor")
    assert refused.value.field == "level"
    with pytest.raises(BadSetting, match="Cup 0 has the level Major") as refused:
        verbs.change(series=ranking, by=by, levels=[], name="Half done")
    ranking.refresh_from_db()
    assert refused.value.field == "levels" and (ranking.levels, ranking.name) == (LEVELS, "World list")
    with pytest.raises(SeriesRefused, match="not in the series"):
        verbs.set_event(series=ranking, by=by, competition=cup(by, ["Elio", "Fulvia"]), level="Major")
    last = verbs.add(series=ranking, by=by, competition=cup(by, ["Elio", "Fulvia"]))
    verbs.set_event(series=ranking, by=by, competition=last.competition, level="Major")
    created = verbs.again(series=ranking, by=by)
    assert ranking.events.get(competition=created).level == "Major", "like the last one"
    for each in (first, last.competition, created):
        verbs.set_event(series=ranking, by=by, competition=each, level="")
    assert verbs.change(series=ranking, by=by, levels=[]).levels == []
    assert totals(ranking)["anna"] == "11"


def test_a_category_is_a_list_of_its_own(cast, ranking):
    by = cast.organiser
    keys = {person.name: person.key for person in merit(ranking).lines}
    for name in ("Berta", "Carlo"):
        first = verbs.mark(series=ranking, by=by, person=keys[name], category="U19")
        assert verbs.mark(series=ranking, by=by, person=keys[name], category="U19") == first
    standings = merit(ranking, on=MARCH, category="U19")
    assert [(person.rank, person.name, person.above) for person in standings.lines] == [
        (1, "Berta", ""), (2, "Carlo", "Berta"),
    ]  # fmt: skip
    assert [(each.name, each.people) for each in standings.categories] == [("Women", 0), ("U19", 2)]
    assert merit(ranking, category="Women").lines == []
    with pytest.raises(BadSetting, match="Choose one of Women, U19"):
        merit(ranking, category="Veterans")
    with pytest.raises(BadSetting, match="Choose one of Women, U19"):
        verbs.mark(series=ranking, by=by, person=keys["Berta"], category="Veterans")
    with pytest.raises(SeriesRefused, match="Choose somebody"):
        verbs.mark(series=ranking, by=by, person=cast.stranger.pk, category="U19")
    assert "Carlo is in U19" in [words for _row, words in log_of(ranking, 3)]
    verbs.unmark(series=ranking, by=by, mark_id=first.pk)
    verbs.unmark(series=ranking, by=by, mark_id=first.pk)
    assert list(totals(ranking, category="U19")) == ["Berta"]
    changed = verbs.change(series=ranking, by=by, categories=["Women"])
    assert not SeriesMark.objects.exists() and merit(changed).lines[0].categories == []


def test_a_mark_survives_a_claim(cast, ranking):
    aldo = Entrant.objects.filter(name="Aldo").order_by("pk").first().player
    verbs.mark(series=ranking, by=cast.organiser, person=aldo.pk, category="Women")
    claim(name=aldo, account=cast.bruno)
    assert list(totals(ranking, category="Women")) == ["bruno"]


def test_the_pages(client, cast, ranking):
    path = f"/series/{ranking.slug}/"
    verbs.change(series=ranking, by=cast.organiser, months=12, decay=[100, 50])
    text = unescape(client.get(f"{path}?on=2026-03-01").content.decode())
    assert "before the window" in text and "50 %" in text and "North" in text and "5.5" in text
    client.force_login(cast.organiser, backend=BACKEND)
    key, desk = next(iter(merit(ranking).lines)).key, f"{path}desk/"
    client.post(f"{desk}press/", {"do": "mark", "person": str(key), "category": "U19"})
    marked = ranking.marks.get()
    assert client.get(f"{path}?category=U19").status_code == 200
    for query, allowed in (("category=U20", "Women, U19"), ("on=soon", "2026-03-01")):
        answer = client.get(f"{path}?{query}")
        assert answer.status_code == 400 and allowed in unescape(answer.content.decode())
        assert client.get(f"{path}merit.csv?{query}").status_code == 400
    client.post(f"{desk}press/", {"do": "unmark", "mark": str(marked.pk)})
    assert not ranking.marks.exists()
    change = {"do": "event", "competition": ranking.competitions.get(name="Cup 1").slug, "level": "Major", "day": ""}
    client.post(f"{desk}press/", change)
    assert ranking.events.filter(level="Major", day=None).count() == 1
    answer = client.post(f"{desk}press/", {**change, "level": "Minor"}, follow=True)
    assert "Choose one of Major" in unescape(answer.content.decode())
    line = client.get(f"{path}merit.csv?on=2025-03-01").content.decode("utf-8-sig").splitlines()[1]
    assert line.startswith("1,anna,100,100")


def test_a_list_is_set_up_on_the_page(client, cast):
    client.force_login(cast.organiser, backend=BACKEND)
    said = {
        "name": "Tour", "scale": "wins", "levels": "Major: 30 20 / 5\n\nLocal: 3,2,1", "months": "12",
        "decay": "100 50", "categories": "Women, U19", "club_best": "3", "ties": "shared",
        "by_round": "on",
    }  # fmt: skip
    assert client.post("/series/new/", said).status_code == 302
    row = cast.organiser.series.get(name="Tour")
    assert row.levels == [
        {"name": "Major", "points": [30, 20], "rest": 5}, {"name": "Local", "points": [3, 2, 1], "rest": 0},
    ]  # fmt: skip
    assert (row.months, row.decay, row.categories, row.club_best, row.ties, row.by_round) == (
        12, [100, 50], ["Women", "U19"], 3, "shared", True,
    )  # fmt: skip
    for field, value, sentence in (
        ("levels", "Major 30 20", "write a name, a colon and points"),
        ("levels", "Major: 20 30", "A better place cannot give less"),
        ("decay", "50 100", "An older result cannot keep more"),
        ("first_day", "2026-01-01", "Choose a season or a rolling window"),
    ):
        answer = client.post("/series/new/", {**said, field: value})
        assert sentence in unescape(answer.content.decode()), value
    assert cast.organiser.series.filter(name="Tour").count() == 1


def test_the_api(client, cast, ranking):
    client.force_login(cast.organiser, backend=BACKEND)
    root = f"/api/v1/series/{ranking.pk}/"
    body = client.patch(root, {"decay": [100, 50], "best": 1}, "application/json").json()
    assert (body["levels"], body["decay"], body["months"]) == (LEVELS, [100, 50], 0)
    body = client.get(f"{root}merit/?on=2026-03-01").json()
    berta = next(line for line in body["lines"] if line["name"] == "Berta")
    assert (berta["total"], berta["exact"], berta["club"]) == (35, "35", "North")
    assert berta["results"][1] == {
        "event": 2, "place": 2, "points": 2, "counts": False, "why": "dropped", "exact": "2.5", "left": 50,
    }  # fmt: skip
    assert (body["on"], body["clubs"][0]["exact"]) == ("2026-03-01", "46")
    marked = client.post(f"{root}marks/", {"player": berta["player"], "category": "U19"}, "application/json")
    assert marked.status_code == 201 and client.get(f"{root}marks/").json() == [marked.json()]
    assert [line["name"] for line in client.get(f"{root}merit/?category=U19").json()["lines"]] == ["Berta"]
    assert client.get(f"{root}merit/?category=U20").json()["errors"] == {
        "category": ["There is no category U20. Choose one of Women, U19."]
    }
    assert client.get(f"{root}merit/?on=soon").json()["code"] == "bad_setting"
    assert client.delete(f"{root}marks/{marked.json()['id']}/").status_code == 204
    event = f"{root}events/{ranking.competitions.get(name='Cup 1').pk}/"
    body = client.patch(event, {"level": "Major", "day": None}, "application/json").json()
    assert (body["events"][1]["level"], body["events"][2]["level"]) == ("", "Major"), "it ended today"
    answer = client.patch(event, {"level": "Minor"}, "application/json")
    assert answer.json()["errors"] == {"level": ["There is no level Minor. Choose one of Major."]}
    client.force_login(cast.stranger, backend=BACKEND)
    for ask, address in ((client.post, f"{root}marks/"), (client.patch, event)):
        assert ask(address, {}, "application/json").status_code == 404, "no word about what is wrong with it"
