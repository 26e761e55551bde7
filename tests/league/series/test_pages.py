"""The pages of a series: what they say, how many questions they ask, what the desk's buttons do."""

from __future__ import annotations

from html import unescape

import pytest

from league.competitions.derivation import placings
from league.competitions.models import Competition, Fixture
from league.competitions.verbs import rulings
from league.series import verbs
from league.series.models import Series
from league.series.reading import merit
from tests.cast import Cast
from tests.league.series.played import cup

BACKEND = "django.contrib.auth.backends.ModelBackend"


def furnished():
    cast = Cast.make()
    tournament = cup(cast.organiser, ["Aldo", "Berta", "Carlo"], players=[cast.anna], name="First night")
    two = cup(cast.organiser, ["Aldo", "Dora"], players=[cast.anna], name="Second night")
    return cast, verbs.create(
        by=cast.organiser, name="Winter series", points=[10, 8, 6], rest=1, best=1, competitions=[tournament, two]
    )


@pytest.fixture(scope="module")
def built(build_once):
    return build_once(furnished)


@pytest.fixture
def cast(copied):
    return copied[0]


@pytest.fixture
def found(copied):
    return copied[1]


def page(client, path):
    answer = client.get(path)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def test_the_page_explains_each_total(client, cast, found):
    text = page(client, f"/series/{found.slug}/")
    assert "1 dropped" in text and "place 1" in text and "dropped" in text
    assert "The best result of each person counts." in text
    assert "Every other place gives 1 point." in text
    assert "First night" in text and "won by anna" in text
    assert "Manage series" not in text and "created the series" in text


def test_the_page_asks_the_same_however_many_events(client, cast, found, django_assert_num_queries):
    path = f"/series/{found.slug}/"
    client.force_login(cast.anna, backend=BACKEND)
    client.get(path)
    with django_assert_num_queries(10):  # the places of what is over are kept; the players are read apart
        client.get(path)
    for number in range(3):
        verbs.add(series=found, by=cast.organiser, competition=cup(cast.organiser, ["Aldo", "Elio", f"N {number}"]))
    with django_assert_num_queries(15):
        client.get(path)
    with django_assert_num_queries(10):
        client.get(path)


def test_places_are_read_again_when_a_cup_changes(client, cast, found):
    path, first = f"/series/{found.slug}/", found.competitions.get(name="Second night")
    client.get(path)
    rows = Fixture.objects.filter(tie__round__stage__competition=first)
    final = rows.order_by("-tie__round__number").first()
    other = "away" if final.tie.winner_id == final.home_id else "home"
    asked = {"winner": other, "by": cast.organiser, "reason": "He was somebody else"}
    rulings.walkover(fixture=final, **asked, consent=rulings.Consent(confirmed=True))
    first.refresh_from_db()
    now = placings.kept_places([first])[first.pk]
    assert now == placings.places_of([first])[first.pk] and now[0][0] == getattr(final, other).pk
    event = next(each for each in merit(found).events if each.competition == first)
    assert event.winners == [getattr(final, other).name]


def test_a_visitor_has_it_already(client, found, cast):
    path = f"/series/{found.slug}/"
    tag = client.get(path)["ETag"]
    assert client.get(path, headers={"If-None-Match": tag}).status_code == 304
    verbs.change(series=found, by=cast.organiser, best=2)
    assert client.get(path, headers={"If-None-Match": tag}).status_code == 200


def test_making_one_from_the_page(client, cast):
    client.force_login(cast.organiser, backend=BACKEND)
    tournament = cup(cast.organiser, ["Aldo", "Berta"])
    said = {"name": "Spring", "scale": "own", "points": "9, 5 2", "rest": "1", "best": "3", "listed": "on"}
    answer = client.post(f"/series/new/?with={tournament.slug}", said)
    series = Series.objects.get(name="Spring")
    assert answer.url == f"/series/{series.slug}/desk/"
    assert (series.points, series.rest, series.best) == ([9, 5, 2], 1, 3)
    assert list(series.competitions.all()) == [tournament]
    text = unescape(client.post("/series/new/", {**said, "points": "2 x"}).content.decode())
    assert "Whole numbers separated by spaces" in text
    text = unescape(client.post("/series/new/", {**said, "points": "2 5"}).content.decode())
    assert "A better place cannot give less" in text


def test_the_desk(client, cast, found):
    client.force_login(cast.organiser, backend=BACKEND)
    more = cup(cast.organiser, ["Aldo", "Elio"], name="Third night")
    press, desk = f"/series/{found.slug}/desk/press/", f"/series/{found.slug}/desk/"
    assert f'<option value="{more.slug}">' in page(client, desk)
    client.post(press, {"do": "add", "competition": more.slug})
    assert found.competitions.count() == 3
    client.post(press, {"do": "match_all"})
    assert found.matched.count() == 2, "three Aldos are one"
    assert "One person" in page(client, desk)
    client.post(press, {"do": "part", "matched": str(found.matched.first().pk)})
    client.post(press, {"do": "remove", "competition": more.slug})
    assert found.competitions.count() == 2
    answer = client.post(press, {"do": "again"})
    competition = Competition.objects.get(status="registration")
    assert competition.name == "Second night 2" and answer.url == f"/competitions/{competition.slug}/console/"
    assert competition.name in page(client, f"/series/{found.slug}/"), "the next event"
    said = {"do": "change", "name": "Renamed", "scale": "wins", "best": "0"}
    assert client.post(desk, said).status_code == 302
    found.refresh_from_db()
    assert (found.name, found.points, found.listed) == ("Renamed", [3, 2, 1], False)
    client.post(press, {"do": "end"})
    assert not Series.objects.exists() and Competition.objects.count() == 4


def test_all_names_that_are_alike_are_matched_at_once(client, cast):
    client.force_login(cast.organiser, backend=BACKEND)
    nights = [cup(cast.organiser, ["Aldo", "Berta"], name=f"Night {number}") for number in (1, 2, 3)]
    series = verbs.create(by=cast.organiser, name="Spring", points=[2, 1], competitions=nights)
    answer = client.post(f"/series/{series.slug}/desk/press/", {"do": "match_all"}, follow=True)
    assert [(line.name, line.total) for line in merit(series).lines] == [("Aldo", 6), ("Berta", 3)]
    assert "are now one person each" in answer.text


@pytest.mark.parametrize("digits", [19, 5000])
def test_a_very_long_number_is_no_number(client, cast, found, digits):
    """More than bigint holds, and more than int() reads."""
    client.force_login(cast.organiser, backend=BACKEND)
    said = {"name": "Spring", "scale": "own", "points": "9" * digits, "best": "3"}
    assert "Whole numbers separated by spaces" in unescape(client.post("/series/new/", said).content.decode())
    part = {"do": "part", "matched": "9" * digits}
    assert client.post(f"/series/{found.slug}/desk/press/", part).status_code == 404


def test_a_series_that_is_not_listed_is_in_no_list(client, cast, found):
    assert "Winter series" in page(client, "/series/")
    verbs.change(series=found, by=cast.organiser, listed=False)
    assert "Winter series" not in page(client, "/series/")
    assert page(client, f"/series/{found.slug}/")
    client.force_login(cast.organiser, backend=BACKEND)
    assert "Winter series" in page(client, "/series/")


def test_a_draft_is_shown_to_who_runs_the_series_alone(client, cast, found):
    Competition.objects.filter(name="Second night").update(status="draft", name="Secret night")
    assert "Secret night" not in page(client, f"/series/{found.slug}/")
    client.force_login(cast.organiser, backend=BACKEND)
    assert "Secret night" in page(client, f"/series/{found.slug}/")


def test_feed_and_table_for_other_programs(client, found):
    feed = client.get(f"/series/{found.slug}/feed.atom")
    assert feed["Content-Type"].startswith("application/atom+xml")
    text = unescape(feed.content.decode())
    assert "Won by anna." in text and "1. anna 10" in text
    assert "<author><name>organiser</name></author>" in text.partition("<entry>")[0]
    lines = client.get(f"/series/{found.slug}/merit.csv").content.decode("utf-8-sig").splitlines()
    assert lines[0] == "rank,name,total,First night,Second night"
    assert lines[1] == "1,anna,10,10,(10)"
    Competition.objects.filter(name="Second night").update(name='=HYPERLINK("x")')
    head = client.get(f"/series/{found.slug}/merit.csv").content.decode("utf-8-sig").splitlines()[0]
    assert head == 'rank,name,total,First night,"\'=HYPERLINK(""x"")"', "a name is no formula in a head either"


def test_the_api(client, cast, found):
    client.force_login(cast.organiser, backend=BACKEND)
    root = f"/api/v1/series/{found.pk}/"
    first = client.get(f"{root}merit/").json()
    assert first["lines"][0]["results"] == [
        {"event": 1, "place": 1, "points": 10, "counts": True, "why": "counts", "exact": "10", "left": 100},
        {"event": 2, "place": 1, "points": 10, "counts": False, "why": "dropped", "exact": "10", "left": 100},
    ]
    alike = client.get(f"{root}people/").json()["alike"]
    response = client.post(f"{root}people/", {"one": alike[0]["one"], "other": alike[0]["other"]}, "application/json")
    assert response.status_code == 201
    assert client.delete(f"{root}people/{response.json()['id']}/").status_code == 204
    more = cup(cast.organiser, ["Aldo", "Elio"])
    answer = client.post(f"{root}events/", {"competition": str(more.pk)}, "application/json")
    assert len(answer.json()["events"]) == 3
    assert client.delete(f"{root}events/{more.pk}/").status_code == 204
    assert client.post(f"{root}next/").json()["name"] == "Second night 2"
    assert client.patch(root, {"best": 2}, "application/json").json()["best"] == 2
    assert client.patch(root, {"points": [1, 2]}, "application/json").json()["code"] == "bad_setting"
    assert client.delete(root).status_code == 204
