"""The pages of one's own data: who sees and fetches what, in both languages; the privacy page; the footer."""

from __future__ import annotations

import io
import json
import re
import zipfile
from datetime import timedelta
from html import unescape
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone, translation

from league.classes import verbs as classes
from league.classes.models import Card
from league.clubs.verbs import clubs
from league.competitions.verbs import entries, rounds
from league.moderation.models import Act
from league.players.models import User
from league.players.verbs import guests
from league.privacy import archives, deletion, tasks
from league.privacy.models import DataArchive, Deletion
from league.privacy.table import PURPOSES, TABLE
from matches.models import ChatLine, ChatMute, Match
from matches.verbs import casual
from tests.cast import PASSWORD
from tests.league.builders import competition
from tests.league.privacy import person as people

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"


def signed_in(user: User) -> Client:
    """A browser in which ``user``, with an account, typed the password again a moment ago."""
    client = Client()
    client.force_login(user, backend=BACKEND)
    if user.kind == User.Kind.ACCOUNT:
        answer = client.post("/accounts/reauthenticate/?next=/", {"password": PASSWORD})
        assert answer.status_code == 302
    return client


def test_an_archive_is_asked_for_made_and_fetched_by_its_owner_alone(cast):
    anna = signed_in(cast.anna)
    assert anna.post("/settings/data/", {"do": "archive"}).status_code == 302
    assert "We are preparing your file" in anna.get("/settings/data/").content.decode()
    row = DataArchive.objects.get()
    path = f"/settings/data/{row.pk}.zip"
    assert anna.get(path).status_code == 404
    assert tasks.make_archives() == 1
    assert path in anna.get("/settings/data/").content.decode()
    answer = anna.get(path)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/zip")
    assert "private" in answer["Cache-Control"]
    data = json.loads(zipfile.ZipFile(io.BytesIO(answer.content)).read("data.json"))
    assert data["data"]["players.User"]["rows"][0]["email"] == "anna@example.org"
    for other in (cast.bruno, cast.organiser):
        assert signed_in(other).get(path).status_code == 404
    assert Client().get(path).status_code == 302
    anna.post("/settings/data/", {"do": "archive"})
    assert "lately" in anna.get("/settings/data/").content.decode()
    assert DataArchive.objects.count() == 1


def test_the_archive_and_the_deletion_ask_for_the_password_again(cast):
    row = DataArchive.objects.create(user=cast.anna, asked_at=timezone.now(), ready_at=timezone.now(), file=b"zip")
    client = Client()
    client.force_login(cast.anna, backend=BACKEND)  # a session without a password typed lately
    for path in (f"/settings/data/{row.pk}.zip", "/settings/delete/"):
        for answer in (client.get(path), client.post(path)):
            assert answer.status_code == 302 and answer["Location"].startswith("/accounts/reauthenticate/")
    assert not Deletion.objects.exists()


def test_everything_that_names_the_person_is_in_the_archive(cast, toy):
    person = people.make(cast)
    match = casual.practice(user=person, game="toy")
    Match.objects.filter(pk=match.pk).update(
        status=Match.Status.VOID, snapshot={"score": {"home": 0, "away": 0}, "result": None}
    )
    Match.objects.exclude(pk=match.pk).update(snapshot=None)
    archive = archives.ask(person=person)
    assert archives.make_waiting() == 1
    archive.refresh_from_db()
    file = zipfile.ZipFile(io.BytesIO(archive.file))
    data = json.loads(file.read("data.json"))["data"]
    named = {
        label
        for label, stored in TABLE.items()
        if stored.people and not label.startswith(("players.User_", "classes.", "privacy.", "account."))
    }
    assert sorted(named - set(data)) == []
    assert data["account.EmailAddress"]["rows"][0]["email"] == "beeblebrox.other@example.org"
    assert {row.get("text") for row in data["matches.ChatLine"]["rows"]} >= {"beeblebrox my secret"}
    written = json.dumps(data)
    for secret in (
        "beeblebroxdigest",
        "beeblebroxtoken",
        "beeblebrox$hash",
        "beeblebroxinvite",
        "beeblebroxs",
        "beeblebrox passkey",
        "beeblebroxsession",
    ):
        assert f'"{secret}"' not in written
    # Other people: neither who mutes this person nor the ids of accounts that a row names beside them.
    assert ChatMute.objects.filter(muted=person).exists()
    assert [row["user"] for row in data["matches.ChatMute"]["rows"]] == [str(person.pk)]
    assert str(cast.organiser.pk) not in written and str(cast.anna.pk) not in written
    assert any(name.startswith("matches/toy-") for name in file.namelist())


def test_a_name_opens_nothing_of_others(cast):
    """Give a person with a common word as a name only sentences that name them: no hidden line, no sealed position."""
    cup = competition(cast.organiser, "league", 4)
    for player in (cast.anna, cast.bruno, cast.stranger, cast.referee):
        entries.enter(competition=cup, player=player)
    rounds.start(competition=cup, by=cast.organiser)
    match = Match.objects.exclude(seats__user=cast.anna).first()
    line = ChatLine.objects.create(  # hidden by an official, in the room of two others
        match=match,
        user=cast.bruno,
        room="players",
        n=1,
        name="bruno",
        text="a secret",
        client_id=uuid4(),
        at=timezone.now(),
    )
    ChatLine.objects.filter(pk=line.pk).update(hidden_because="said an insult to Zoe")
    Match.objects.filter(pk=match.pk).update(snapshot={"sealed": "low corner"}, title="The insult cup")
    User.objects.filter(pk=cast.anna.pk).update(nickname="insult")
    found = archives.rows_naming([User.objects.get(pk=cast.anna.pk)])["data"]
    assert found["matches.ChatLine"]["rows"] == [{"id": line.pk, "hidden_because": "said an insult to Zoe"}]
    assert {"id": match.pk, "title": "The insult cup"} in found["matches.Match"]["rows"]
    assert "low corner" not in str(found)
    User.objects.filter(pk=cast.anna.pk).update(nickname="sul")
    found = archives.rows_naming([User.objects.get(pk=cast.anna.pk)])["data"]
    assert not {"matches.ChatLine", "matches.Match"} & set(found), "a part of a word is no name"


def test_a_deletion_is_asked_for_and_taken_back_on_the_pages(cast):
    client = signed_in(cast.anna)
    assert "Delete my account" in client.get("/settings/delete/").content.decode()
    assert client.post("/settings/delete/").status_code == 302
    assert Deletion.objects.get().user == cast.anna
    assert "You will be deleted on" in client.get("/settings/data/").content.decode()
    client.post("/settings/data/", {"do": "take_back"})
    assert not Deletion.objects.exists()
    assert client.post("/settings/data/", {"do": "else"}).status_code == 404


def test_what_must_be_handed_over_is_named(cast):
    clubs.create(by=cast.organiser, name="Bar Centrale")
    client = signed_in(cast.organiser)
    page = client.get("/settings/delete/").content.decode()
    assert "Bar Centrale" in page and "/ownership/" in page
    assert client.post("/settings/delete/").status_code == 409


def test_guests_delete_themselves_without_a_password_and_pupils_do_not(cast):
    guest = signed_in(guests.guest(nickname="Guest one"))
    assert guest.post("/settings/delete/").status_code == 302
    pupil = guests.guest(nickname="Pupil")
    User.objects.filter(pk=pupil.pk).update(sheltered=True)
    client = signed_in(pupil)
    assert "Your teacher deletes your name" in client.get("/settings/data/").content.decode()
    assert client.post("/settings/delete/").status_code == 409


def test_only_moderators_erase_others(cast):
    path = f"/moderation/players/{cast.bruno.pk}/erase/"
    for other in (Client(), signed_in(cast.anna), signed_in(cast.organiser)):
        assert other.post(path, {"reason": "because"}).status_code == 404
    User.objects.filter(pk=cast.anna.pk).update(is_moderator=True)
    client = signed_in(cast.anna)
    assert "Delete this person" in client.get(f"/moderation/players/{cast.bruno.pk}/").content.decode()
    client.post(path, {"reason": ""})
    assert User.objects.get(pk=cast.bruno.pk).nickname == "bruno"
    assert client.post(path, {"reason": "asked by letter"}).status_code == 302
    assert User.objects.get(pk=cast.bruno.pk).nickname == "deleted player"
    page = client.get("/moderation/audit/").content.decode()
    assert "asked by letter" in page and "Name deleted" in page and "bruno" not in page
    assert Act.objects.get().verb == "erase"


def test_only_the_owner_of_a_class_erases_a_pupil(cast):
    school = classes.make(
        by=cast.organiser,
        names=["Zqpupil Rossi", "Ugo", "Ivo"],
        delete_on=timezone.localdate() + timedelta(days=30),
        name="Classe 3B",
        game="super_goal",
        preset="cup",
    )
    card = Card.objects.get(entrant__name="Zqpupil Rossi")
    page = f"/competitions/{school.competition.slug}/class/"
    path, chosen = f"{page}erase/", {"card": card.pk}
    assert Client().post(path, chosen).status_code == 302
    for other in (cast.anna, cast.bruno):
        assert signed_in(other).post(path, chosen).status_code == 404
    elsewhere = competition(cast.anna)
    signed_in(cast.anna).post(f"/competitions/{elsewhere.slug}/class/erase/", chosen)
    teacher = signed_in(cast.organiser)
    for nothing in ({}, {"card": "x"}, {"card": school.pk}):
        assert "Choose the name of a pupil" in teacher.post(path, nothing, follow=True).content.decode()
    assert Card.objects.filter(school=school).count() == 3
    assert f'<option value="{card.pk}">Zqpupil Rossi</option>' in teacher.get(page).content.decode()
    assert teacher.post(path, chosen).status_code == 302
    assert not Card.objects.filter(pk=card.pk).exists()
    assert User.objects.get(pk=card.user_id).nickname == "deleted player"


def test_a_deleted_player_keeps_a_page_of_results_without_tools(client, cast):
    entries.enter(competition=competition(cast.organiser), player=cast.anna)
    deletion.delete(person_id=cast.anna.pk)
    answer = client.get(f"/players/{cast.anna.pk}/")
    page = answer.content.decode()
    assert answer.status_code == 200 and "deleted player" in page and "anna" not in page
    assert "/challenges/new/" not in page and "Report this name" not in page


@pytest.mark.parametrize(("language", "words"), [("en", "How long"), ("it", "Per quanto")])
def test_the_privacy_page_has_every_purpose_and_every_kind_of_data(client, language, words, settings):
    settings.GUEST_DAYS = 77
    client.cookies["django_language"] = language
    page = unescape(client.get("/privacy/").content.decode())
    assert words in page and "77" in page
    with translation.override(language):
        for purpose in PURPOSES:
            assert str(purpose.title) in page and str(purpose.why) in page
        for stored in TABLE.values():
            assert str(stored.what) in page
    assert not re.search(r"%\(\w+\)d", page)


def test_the_footer_links_what_the_operator_set(client, settings):
    def foot():
        page = client.get("/privacy/").content.decode()
        return re.search(r'<footer class="foot">.*?</footer>', page, re.DOTALL)[0]

    assert "/privacy/" in foot()
    assert not any(path in foot() for path in ("/terms/", "/legal/", "/contact/"))
    assert all(client.get(path).status_code == 404 for path in ("/terms/", "/legal/", "/contact/"))
    settings.TERMS, settings.LEGAL_NOTICE = "https://example.org/terms", "Verein A\\nStreet <1>"
    settings.CONTACT, settings.SOURCE_URL = "mail us", "https://example.org/source"
    assert all(link in foot() for link in ("https://example.org/terms", "/legal/", "/contact/", "/source"))
    assert client.get("/terms/")["Location"] == "https://example.org/terms"
    page = client.get("/legal/").content.decode()
    assert "Verein A<br>Street &lt;1&gt;" in page
