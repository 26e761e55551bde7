"""The stories of a season by its pages and its API: door, preview, yes; everybody finds what is theirs and no more."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from rest_framework.test import APIClient

from league.competitions.models import Competition, ResultEntry
from league.competitions.verbs import entries, invitations, rounds
from league.seasons.models import Archive, Leave, Renewal, Substitution
from league.seasons.verbs import renewals
from league.seasons.verbs.archives import size_of
from tests.league.builders import competition, running
from tests.league.evenings.room import at_tables, evening
from tests.league.tables import play_out

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"


def of(user):
    client = Client()
    client.force_login(user, backend=BACKEND)
    return client


def api(user):
    client = APIClient()
    client.force_login(user, backend=BACKEND)
    return client


def sure(client, path, fields):
    """Send a form, read what it would change, say yes to exactly that; the page of the effects."""
    response = client.post(path, fields)
    assert response.status_code == 409
    digest = response.context["seen"]
    assert client.post(path, {**fields, "seen": digest, "confirmed": "yes"}).status_code == 302
    return response.content.decode()


def ended(row):
    ResultEntry.objects.filter(competition=row).update(at=timezone.now() - timedelta(days=30))


@pytest.mark.parametrize("days", ["0", "366", "9" * 5000, "-1", "²"])
def test_days_of_inactivity_that_cannot_be_are_named_as_wrong(cast, days):
    row = running(cast.organiser, "league", entrants=4)
    answer = api(cast.organiser).get(f"/api/v1/competitions/{row.pk}/inactive/", {"days": days})
    assert answer.status_code == 400 and "number from 1 to 365" in answer.content.decode()


def test_the_organiser_cleans_up_a_league_by_its_pages(cast):
    row = running(cast.organiser, "league", entrants=4, settings={"times": 2}, advance="click")
    rounds.open_round(competition=row, number=1, by=cast.organiser)
    here, him = f"/competitions/{row.slug}/", of(cast.organiser)
    first, second, third, _last = row.entrants.order_by("seed")
    page = him.get(f"{here}console/inactive/?days=1").content.decode()
    assert first.name in page and "Shorten the season" in page
    assert page.index("Everyone was active in the last 1 day") < page.index("Active") < page.index(first.name)
    html = sure(him, f"{here}entrants/{first.pk}/substitute/", {"do": "substitute", "who": "name", "name": "Zora"})
    assert "Zora takes over" in html and Substitution.objects.count() == 1
    assert f"for {first.name}" in him.get(f"{here}table/").content.decode()
    sure(him, f"{here}console/inactive/", {"do": "remind", "entrant": [str(second.pk), str(third.pk)]})
    html = sure(him, f"{here}console/inactive/", {"do": "withdraw", "entrant": str(third.pk), "reason": "silent"})
    assert re.search(rf'value="yes">\s*Withdraw {third.name}\s*<', html) and f"<title>Withdraw {third.name} ·" in html
    assert "remaining matches go to the opponents" in html
    # One withdrawal from the list of entrants is told and asked in the same way, and leads back there.
    fields = {"do": "withdraw", "entrant": str(second.pk), "reason": "ill", "back": "entrants"}
    reply = him.post(f"{here}console/inactive/", fields)
    changes = re.findall(r"(\S+) (?:points )?instead of (\S+?)[,<]", reply.content.decode())
    assert changes and all(new.removesuffix(" points") != old for new, old in changes), "what stays is not told"
    assert second.name in reply.content.decode() and f'href="{here}entrants/"' in reply.content.decode()
    response = him.post(f"{here}console/inactive/", {**fields, "confirmed": "yes", "seen": reply.context["seen"]})
    assert response.headers["Location"] == f"{here}entrants/"
    second.refresh_from_db()
    assert second.status == "withdrawn"
    sure(him, f"{here}console/inactive/", {"do": "shorten", "reason": "exams"})
    sure(him, f"{here}console/inactive/", {"do": "end_at", "number": "1", "at_once": "yes", "reason": "exams"})
    row.refresh_from_db()
    assert row.status == "finished"
    assert of(cast.anna).post(f"{here}console/inactive/", {"do": "shorten"}).status_code == 404
    assert him.post(f"{here}console/inactive/", {"do": "explode"}).status_code == 404


def test_the_end_by_its_pages(cast):
    row = running(cast.organiser, "cup", entrants=4)
    here, him, anybody = f"/competitions/{row.slug}/", of(cast.organiser), Client()
    assert anybody.get(f"{here}certificates/").status_code == 404
    play_out(row)
    assert "You can dispute results until" in him.get(f"{here}end/").content.decode()
    ended(row)
    assert him.post(f"{here}end/press/", {"do": "official"}).status_code == 302
    row.refresh_from_db()
    assert row.official_at and Archive.objects.count() == 1
    address = f"/archive/{row.pk}/"
    before = anybody.get(address)
    assert row.champion.name in before.content.decode() and b"SHA-256" in before.content
    drawn = anybody.get(f"{address}bracket.svg").content.decode()
    width, height = size_of(drawn)
    assert f'width="{width}" height="{height}"' in drawn and width > 700
    # The page keeps its place for it: what stands below does not move when it comes.
    html = " ".join(before.content.decode().split())
    assert f'<img class="bracketpicture" width="{width}" height="{height}" src=' in html
    assert size_of("<svg>") is None
    assert anybody.get(f"{address}archive.json").json()["edition"] == 1
    assert anybody.get(f"{address}?edition=7").status_code == 404
    Competition.objects.filter(pk=row.pk).update(name="Another name", slug="another-address")
    after = anybody.get(address)
    assert after.status_code == 200 and "Saturday cup" in after.content.decode()
    here = "/competitions/another-address/"
    printed = anybody.get(f"{here}certificates/?all").content.decode()
    assert printed.count('class="page certificate"') >= 4 and row.champion.name in printed
    assert him.post(f"{here}end/press/", {"do": "reopen", "reason": "wrong score"}).status_code == 302
    assert "reopened after this edition" in anybody.get(address).content.decode()
    assert anybody.post(f"{here}end/press/", {"do": "official"}).status_code == 302
    assert of(cast.anna).post(f"{here}end/press/", {"do": "official"}).status_code == 404


def test_in_or_out_is_one_tap_without_an_account(cast):
    row = competition(cast.organiser, "league", 3, settings={"times": 1})
    entries.enter(competition=row, player=cast.anna)
    entries.enter_names(competition=row, by=cast.organiser, names="Ugo\nVera")
    rounds.start(competition=row, by=cast.organiser)
    play_out(row)
    him = of(cast.organiser)
    him.post(f"/competitions/{row.slug}/end/press/", {"do": "next_season", "until": ""})
    after = Competition.objects.get(previous=row)
    board = him.get(f"/competitions/{after.slug}/console/answers/").content.decode()
    assert board.count("no answer") >= 3
    ugo = Renewal.objects.get(entrant__name="Ugo")
    nobody = Client()
    assert "I am in" in nobody.get(f"/in-or-out/{ugo.key}/").content.decode()
    ugo.refresh_from_db()
    assert ugo.answer == "", "opening the link answers nothing: mail programs open links too"
    nobody.post(f"/in-or-out/{ugo.key}/", {"answer": "out"})
    ugo.refresh_from_db()
    assert ugo.answer == "out" and after.entrants.get(name="Ugo").status == "withdrawn"
    for part in ("", "entrants/"):
        asked = of(cast.anna).get(f"/competitions/{after.slug}/{part}").text
        assert "We hold a place for you" in asked and "You are in" not in asked
    him.post(f"/competitions/{after.slug}/console/answers/", {"do": "again"})
    him.post(f"/competitions/{after.slug}/console/answers/", {"do": "close"})
    assert list(after.entrants.filter(status="entered").values_list("name", flat=True)) == []
    answered = api(cast.anna).post("/api/v1/renewals/answer/", {"key": ugo.key, "answer": "in"}, format="json")
    assert answered.status_code == 409


def test_the_page_of_an_evening_asks_in_or_out_too(cast):
    row = competition(cast.organiser, "evening", 4, advance="auto", settings={"rounds": 1})
    entries.enter(competition=row, player=cast.anna)
    entries.enter_names(competition=row, by=cast.organiser, names="Ugo\nVera")
    rounds.start(competition=row, by=cast.organiser)
    play_out(row)
    of(cast.organiser).post(f"/competitions/{row.slug}/end/press/", {"do": "next_season", "until": ""})
    after = Competition.objects.get(previous=row)
    asked = of(cast.anna).get(f"/competitions/{after.slug}/evening/").text
    assert "We hold a place for you" in asked and "You are in" not in asked


def test_only_who_answered_is_told_to_be_in(cast):
    row = competition(cast.organiser, "league", 3, settings={"times": 1})
    entries.enter(competition=row, player=cast.anna)
    entries.enter_names(competition=row, by=cast.organiser, names="Ugo\nVera")
    rounds.start(competition=row, by=cast.organiser)
    play_out(row)
    of(cast.organiser).post(f"/competitions/{row.slug}/end/press/", {"do": "next_season", "until": ""})
    renewal, anna = Renewal.objects.get(entrant__player=cast.anna), of(cast.anna)
    link = invitations.open_link(competition=renewal.entrant.competition, by=cast.organiser)
    for answer, told in (("", "In or out"), ("in", "You are in")):
        Renewal.objects.filter(pk=renewal.pk).update(answer=answer)
        for page in ("/", "/competitions/"):
            text = anna.get(page).text
            card = text[text.index(f'href="/competitions/{renewal.entrant.competition.slug}/') :]
            assert [words for words in ("In or out", "You are in", ">Join<") if words in card] == [told], page
        invited = anna.get(reverse("competitions:invited", args=[link.key])).text
        assert [words for words in ("In or out", "You are in.") if words in invited] == [told + "." * (answer == "in")]


def test_a_deadline_out_of_bounds_is_refused_at_its_field(cast):
    row = running(cast.organiser, "league", entrants=3, settings={"times": 1})
    play_out(row)
    him, here = of(cast.organiser), f"/competitions/{row.slug}/"

    def refuses(path, do):
        page = " ".join(him.post(path, {"do": do, "until": "2001-01-01T10:00"}).text.split())
        field = re.search(r'<div class="field" data-bad>.*?</div>', page)[0]
        assert "within 90 days" in field and 'value="2001-01-01T10:00"' in field and 'aria-invalid="true"' in field

    refuses(f"{here}end/press/", "next_season")
    assert him.post(f"{here}end/press/", {"do": "next_season", "until": ""}).status_code == 302
    refuses(f"/competitions/{Competition.objects.get(previous=row).slug}/console/answers/", "extend")


def test_leave_by_its_page(cast):
    row = competition(cast.organiser, "league", 3, settings={"times": 1})
    for player in (cast.anna, cast.bruno):
        entries.enter(competition=row, player=player)
    rounds.start(competition=row, by=cast.organiser)
    here = f"/competitions/{row.slug}/leave/"
    of(cast.organiser).post(here, {"do": "allow", "days": "5"})
    assert of(cast.anna).post(here, {"do": "allow", "days": "50"}).status_code == 404
    row.refresh_from_db()
    assert row.leave_days == 5
    first = (timezone.now() + timedelta(days=3)).date()
    of(cast.anna).post(here, {"do": "take", "first": first.isoformat(), "last": ""})
    leave = Leave.objects.get()
    assert leave.entrant.player == cast.anna and leave.first == leave.last == first
    assert "anna" in of(cast.bruno).get(here).content.decode(), "opponents see it"
    assert of(cast.bruno).post(here, {"do": "take_back", "leave": str(leave.pk)}).status_code == 404
    of(cast.anna).post(here, {"do": "take_back", "leave": str(leave.pk)})
    assert not Leave.objects.exists()


def test_an_organiser_enters_leave_for_another_and_a_player_takes_it(cast):
    row = competition(cast.organiser, "league", 3, settings={"times": 1})
    for player in (cast.anna, cast.bruno):
        entries.enter(competition=row, player=player)
    rounds.start(competition=row, by=cast.organiser)
    here = f"/competitions/{row.slug}/leave/"
    of(cast.organiser).post(here, {"do": "allow", "days": "5"})
    one_day = {"do": "take", "first": (timezone.now() + timedelta(days=3)).date().isoformat()}
    of_anna = {"entrant": str(row.entrants.get(player=cast.anna).pk)}
    words = {}
    for person, more in ((cast.organiser, of_anna), (cast.bruno, {})):
        page = of(person).get(here).content.decode()
        button = re.search(r'value="take">([^<]*)<', page)[1]
        assert f">{button}</h2>" in page
        after = of(person).post(here, one_day | more, follow=True)
        words[person] = button, str(next(iter(after.context["messages"])))
    assert all(own != others for own, others in zip(*words.values(), strict=True))


def test_the_api_does_what_the_pages_do(cast):
    row = running(cast.organiser, "league", entrants=3, settings={"times": 2}, advance="click")
    him, base = api(cast.organiser), f"/api/v1/competitions/{row.pk}/"
    signs = him.get(f"{base}inactive/?days=1").json()
    assert len(signs) == 3 and him.get(f"{base}inactive/?days=0").status_code == 400
    first = row.entrants.order_by("seed")[0]
    said = {"name": "Zora", "reason": "moved"}
    asked = him.post(f"{base}entrants/{first.pk}/substitute/", said, format="json")
    assert asked.status_code == 409 and asked.json()["effects"]
    response = him.post(
        f"{base}entrants/{first.pk}/substitute/",
        {**said, "confirmed": True, "seen": asked.json()["seen"]},
        format="json",
    )
    assert response.json()["name"] == "Zora" and him.get(f"{base}substitutions/").json()[0]["name_after"] == "Zora"
    for address, body in (("shorten/", {}), ("end-at/", {"number": 1, "at_once": True})):
        asked = him.post(f"{base}{address}", {**body, "reason": "exams"}, format="json")
        assert asked.status_code == 409
        body |= {"reason": "exams", "confirmed": True}
        assert him.post(f"{base}{address}", body, format="json").status_code == 200
    assert him.get(f"{base}end/").json()["waits_for"] and him.post(f"{base}official/").status_code == 409
    ended(row)
    assert him.post(f"{base}official/").json()["edition"] == 1
    assert him.get(f"{base}archive/1/").json()["pages"]["en"]["name"] == row.name
    data = him.post(f"{base}next-season/", {}, format="json").json()
    asked = him.get(f"/api/v1/competitions/{data['id']}/renewals/").json()
    answer = {"key": asked[0]["key"], "answer": "in"}
    assert APIClient().post("/api/v1/renewals/answer/", answer, format="json").json() == {"answer": "in"}


def test_an_evening_by_the_api(cast):
    row = evening(cast, entrants=4, minutes=10)
    him, base = api(cast.organiser), f"/api/v1/competitions/{row.pk}/"
    now = him.get(f"{base}evening/").json()
    assert (now["is_evening"], now["round"], now["ahead"], len(now["tables"])) == (True, 1, 2, 2)
    started = him.post(f"{base}evening/clock/", {"do": "start"}, format="json").json()
    assert started["state"] == "running" and 590 < started["left"] <= 600
    assert him.post(f"{base}evening/clock/", {"do": "add"}, format="json").status_code == 400
    assert him.post(f"{base}evening/clock/", {"do": "add", "minutes": 5}, format="json").json()["left"] > 880
    assert him.post(f"{base}evening/clock/", {"do": "pause"}, format="json").json()["state"] in ("ready", "stopped")
    tables = at_tables(row, 1)
    rows = [{"fixture": str(table.pk), "home": "2", "away": "x"} for table in tables]
    number = tables[0].tie.round.number
    bad = him.post(f"{base}rounds/{number}/grid/", {"rows": rows}, format="json")
    assert bad.status_code == 400 and not ResultEntry.objects.exists(), "all or none"
    rows = [{**one, "away": "1"} for one in rows]
    assert him.post(f"{base}rounds/{number}/grid/", {"rows": rows}, format="json").json() == {"entered": 2}
    assert him.post(f"{base}rounds/{number}/grid/", {"rows": rows}, format="json").json() == {"entered": 0}
    late = api(cast.anna).post(f"{base}evening/walk-in/")
    assert late.status_code == 201 and late.json()["first_round"] == 2
    entrant = row.entrants.get(player=cast.anna)
    data = api(cast.anna).post(f"{base}entrants/{entrant.pk}/evening/", {"answer": "skip"}, format="json").json()
    assert data["answer"] == "skip"
    assert {each["name"]: each["answer"] for each in him.get(f"{base}evening/").json()["check_in"]}["anna"] == "skip"
    strange = api(cast.bruno).post(f"{base}entrants/{entrant.pk}/evening/", {"answer": "here"}, format="json")
    assert strange.status_code == 404
    cup = running(cast.organiser, "cup", entrants=2)
    assert him.get(f"/api/v1/competitions/{cup.pk}/evening/").json()["is_evening"] is False


def next_season_of(cast):
    """The next season of a league in which anna and Ugo played; both are asked."""
    row = competition(cast.organiser, "league", 3, settings={"times": 1})
    entries.enter(competition=row, player=cast.anna)
    entries.enter_names(competition=row, by=cast.organiser, names="Ugo")
    rounds.start(competition=row, by=cast.organiser)
    play_out(row)
    row.refresh_from_db()
    return renewals.next_season(competition=row, by=cast.organiser)


def test_the_link_says_where_an_entrant_stands(cast):
    after = next_season_of(cast)
    asked = after.asking.renewals.first()
    nobody, address = Client(), f"/in-or-out/{asked.key}/"

    def chip(reply=""):
        if reply:
            renewals.answer(key=asked.key, reply=reply)
        text = nobody.get(address).text
        assert ("We hold a place for you" in text) == ("or your place goes" in text) == ('class="chip"' not in text)
        return re.findall(r'class="chip"[^>]*>([^<]*)', text)

    assert chip() == []
    assert chip("in") == ["You are in"]
    assert chip("out") == ["You are out"]
    entries.enter_names(competition=after, by=cast.organiser, names="\n".join(f"New {n}" for n in range(after.places)))
    assert chip("in") == ["You are on the waiting list"]
    renewals.close(competition=after, by=cast.organiser)
    text = nobody.get(address).text
    assert "The time to answer has passed" in text and "We hold a place" not in text


def test_the_console_leads_to_the_open_question_before_draw_and_start(cast):
    after = next_season_of(cast)
    him, here = of(cast.organiser), f"/competitions/{after.slug}/console/"
    assert 'value="draw"' not in him.get(here).text and f"{here}answers/" == him.get(here).context["needs"][0].url
    for asked in after.asking.renewals.all():
        renewals.answer(key=asked.key, reply="in")
    assert "everybody has answered" in him.get(here).context["needs"][0].sentence
    renewals.close(competition=after, by=cast.organiser)
    text = him.get(here).text
    assert 'value="draw"' in text and "In or out:" not in text


def test_an_open_question_is_the_only_way_out(cast):
    after = next_season_of(cast)
    anna, here = of(cast.anna), f"/competitions/{after.slug}/entrants/"
    assert 'value="out"' in anna.get(here).text and 'value="leave"' not in anna.get(here).text
    renewals.answer(key=Renewal.objects.get(entrant__player=cast.anna).key, reply="in")
    assert 'value="out"' not in anna.get(here).text and 'value="leave"' in anna.get(here).text
