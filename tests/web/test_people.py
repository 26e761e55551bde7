"""The organiser's pages about people, and what a player reads on joining."""

import re
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.db.models import Q
from django.http import Http404
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

import engines
from league.competitions.models import Competition, Fixture, Invitation
from league.competitions.verbs import check_in, entries, invitations, rounds
from league.players.policy.access import player_or_404
from matches.models import LineUp
from tests.cases import built
from tests.cast import PASSWORD
from tests.league.builders import competition
from tests.web.test_competitions import as_, clean


@pytest.fixture
def cup(cast):
    return competition(cast.organiser, places=2, seeding="hand")


def test_a_list_is_looked_at_then_entered(client, cast, cup):
    as_(client, cast.organiser)
    path = f"/competitions/{cup.slug}/entrants/list/"
    bad, bad_again = (
        SimpleUploadedFile("people.csv", "Aldo;;1\nx\n".encode("utf-8-sig"), "text/csv") for _time in range(2)
    )
    text = clean(client.post(path, {"do": "check", "file": bad}))
    assert "Line 2" in text and "Aldo;;1" in text and not cup.entrants.exists()
    text = clean(client.post(path, {"do": "enter", "file": bad_again}))
    assert "Correct 1 line" in text and 'value="x"' in text and cup.entrants.get().name == "Aldo"
    text = clean(client.post(path, {"do": "check", "words": "Berta;;2;Bar\nCarla"}))
    assert "Your list" in text and "Bar" in text and cup.entrants.count() == 1
    assert client.post(path, {"do": "enter", "words": "Berta;;2;Bar"}).status_code == 302
    assert cup.entrants.count() == 2
    assert "Paste a list" in clean(client.post(path, {"do": "check", "words": " "}))


def test_a_personal_link_says_whom_one_plays_and_by_when(client, cast):
    cup = competition(cast.organiser, places=4)
    gino, *_others = entries.enter_names(competition=cup, by=cast.organiser, names="Gino\nPina\nRino\nZita")
    path = f"/enter/{gino.personal_key}/"
    assert "The draw is not made yet." in clean(client.get(path))
    rounds.start(competition=cup, by=cast.organiser)
    fixture = Fixture.objects.filter(Q(home=gino) | Q(away=gino), status="open").get()
    opponent = fixture.away if fixture.home_id == gino.pk else fixture.home
    text = clean(client.get(path))
    assert f"You play {opponent.name}" in text and "by " in text and "You can play now." in text
    assert "Keep this name: create an account and play from any device" in text
    assert client.post(path, {"do": "play"}).url == f"/matches/{fixture.match_id}/"


def test_deciding_a_match_asks_for_one_reason(client, cast):
    cup = competition(cast.organiser, places=2)
    entries.enter_names(competition=cup, by=cast.organiser, names="Gino\nPina")
    rounds.start(competition=cup, by=cast.organiser)
    fixture = Fixture.objects.get()
    path = f"/competitions/{cup.slug}/console/{fixture.pk}/"
    text = clean(as_(client, cast.organiser).get(path))
    assert text.count('name="reason"') == 1 and 'value="walkover"' in text and 'value="replay"' in text
    said = {"do": "walkover", "winner": "away", "reason": "absent", "home_goals": "", "away_goals": ""}
    assert client.post(path, said).status_code == 302
    fixture.refresh_from_db()
    assert fixture.status == "walkover" and (fixture.home_goals, fixture.away_goals) == (0, 3)
    response = client.post(path, {"do": "result", "home_goals": "2", "away_goals": "1", "reason": "found the sheet"})
    page = response.content.decode()
    assert response.status_code == 409 and re.search(r'value="yes">\s*Save the result\s*<', page)


def test_signing_up_comes_back_to_the_invitation(client, cast, cup):
    (one,) = invitations.invite(competition=cup, by=cast.organiser, names="Ugo")
    path = f"/invited/{one.key}/"
    text = clean(client.get(path))
    assert f'href="/accounts/signup/?next={path}"' in text and f'href="/accounts/login/?next={path}"' in text
    said = {"username": "ugo", "password1": PASSWORD, "next": path}
    assert client.post("/accounts/signup/", said).url == path
    assert client.post(path, {"do": "accept"}).url == f"/competitions/{cup.slug}/entrants/"
    assert cup.entrants.get().name == "ugo"
    assert "You are in." in clean(client.get(path))
    assert "Someone has taken" in clean(as_(client, cast.anna).get(path))


def test_an_invitation_is_declined_without_signing_in(client, cast, cup):
    (one,) = invitations.invite(competition=cup, by=cast.organiser, names="Ugo")
    client.post(f"/invited/{one.key}/", {"do": "decline"})
    assert Invitation.objects.get().state == "declined"
    assert client.get("/invited/nobodys-key/").status_code == 404


def test_the_organiser_invites_from_the_page(client, cast, cup):
    as_(client, cast.organiser)
    path = f"/competitions/{cup.slug}/entrants/invitations/"
    client.post(path, {"do": "invite", "names": "Ugo\nVera, vera@example.org"})
    client.post(path, {"do": "for_all"})
    text = clean(client.get(path))
    assert (
        all(f"/invited/{invitation.key}/" in text for invitation in Invitation.objects.all()) and "To be sent" in text
    )
    assert "Line 1" in clean(client.post(path, {"do": "invite", "names": "x"}))
    client.post(path, {"do": "take_back", "invitation": str(Invitation.objects.get(name="Ugo").pk)})
    assert set(Invitation.objects.values_list("name", flat=True)) == {"Vera", ""}


def test_who_joins_reads_what_comes_next(client, cast, cup):
    entries.enter_names(competition=cup, by=cast.organiser, names="Aldo\nBerta\nCarlo")
    now = timezone.now()
    opens, closes = now - timedelta(hours=1), now + timedelta(hours=1)
    mine = entries.enter(competition=cup, player=cast.anna)
    check_in.set_check_in(competition=cup, by=cast.organiser, opens_at=opens, closes_at=closes)
    as_(client, cast.anna)
    text = clean(client.get(f"/competitions/{cup.slug}/entrants/"))
    assert "number 2 on the waiting list" in text and "Check-in from" in text and "You can leave here" in text
    calendar = client.get(f"/competitions/{cup.slug}/entrants/{mine.pk}/calendar.ics").content.decode()
    assert f"/entrants/{mine.pk}/calendar.ics" in text and f"UID:{cup.pk}-check-in@tabellone" in calendar
    client.post(f"/competitions/{cup.slug}/enter/", {"do": "check_in"})
    assert "Checked in" in clean(client.get(f"/competitions/{cup.slug}/entrants/"))


def test_by_invitation_there_is_no_button(client, cast):
    cup = competition(cast.organiser, by_invitation=True)
    text = clean(as_(client, cast.anna).get(f"/competitions/{cup.slug}/entrants/"))
    assert "By invitation" in text and 'value="enter"' not in text
    client.post(f"/competitions/{cup.slug}/enter/", {"do": "enter"})
    assert not cup.entrants.exists()


def test_the_organiser_checks_in_others(client, cast, cup):
    entries.enter_names(competition=cup, by=cast.organiser, names="Aldo\nBerta")
    as_(client, cast.organiser)
    path = f"/competitions/{cup.slug}/entrants/check-in/"
    day = timezone.localtime() + timedelta(hours=1)
    wrong = {"do": "times", "opens_at": f"{day:%Y-%m-%dT%H:%M}", "closes_at": ""}
    assert "Enter both times" in clean(client.post(path, wrong))
    now = timezone.now()
    opens, closes = now - timedelta(hours=1), now + timedelta(hours=1)
    check_in.set_check_in(competition=cup, by=cast.organiser, opens_at=opens, closes_at=closes)
    entrant = cup.entrants.get(name="Aldo")
    press = f"/competitions/{cup.slug}/console/press/"
    answer = client.post(press, {"do": "check_in", "entrant": str(entrant.pk), "back": "check_in"})
    assert answer.url == path
    assert "1 of 2" in clean(client.get(path))
    client.post(press, {"do": "close_check_in", "back": "check_in"})
    assert set(cup.entrants.values_list("name", "status")) == {("Aldo", "entered"), ("Berta", "waiting")}
    assert "over" in clean(client.get(path))


def order(text):
    """The names in the order of the rows."""
    return [part.split('"')[0] for part in text.split('<li data-name="')[1:]]


def test_seeds_are_set_by_hand_without_a_script(client, cast, cup):
    Competition.objects.filter(pk=cup.pk).update(places=4)
    entrants = entries.enter_names(competition=cup, by=cast.organiser, names="Aldo\nBerta\nCarlo")
    aldo, berta, carlo = (str(row.pk) for row in entrants)
    as_(client, cast.organiser)
    path = f"/competitions/{cup.slug}/entrants/seeds/"
    assert order(clean(client.get(path))) == ["Aldo", "Berta", "Carlo"]
    said = {"order": [aldo, berta, carlo]}
    assert order(clean(client.post(path, {**said, "do": f"up:{carlo}"}))) == ["Aldo", "Carlo", "Berta"]
    assert order(clean(client.post(path, {**said, "do": f"down:{aldo}"}))) == ["Berta", "Aldo", "Carlo"]
    typed = {f"place_{aldo}": "1", f"place_{berta}": "2", f"place_{carlo}": "1"}
    assert order(clean(client.post(path, {**said, **typed, "do": "sort"}))) == ["Carlo", "Aldo", "Berta"]
    assert order(clean(client.get(path))) == ["Aldo", "Berta", "Carlo"], "nothing is kept until it is saved"
    client.post(path, {"order": [carlo, aldo, berta], "do": "save"})
    assert order(clean(client.get(path))) == ["Carlo", "Aldo", "Berta"]
    assert cup.audit.filter(verb="seed").count() == 1
    client.post(f"/competitions/{cup.slug}/console/press/", {"do": "draw"})
    assert list(cup.entrants.order_by("seed").values_list("name", flat=True)) == ["Carlo", "Aldo", "Berta"]
    text = clean(client.post(path, {"order": [aldo, berta, carlo], "do": "save"}))
    assert "its seeds are fixed" in text
    assert cup.entrants.get(seed=1).name == "Carlo"


def test_another_way_of_seeding_needs_another_draw(client, cast, cup):
    entries.enter_names(competition=cup, by=cast.organiser, names="Aldo\nBerta")
    as_(client, cast.organiser)
    client.post(f"/competitions/{cup.slug}/console/press/", {"do": "draw"})
    client.post(f"/competitions/{cup.slug}/entrants/seeds/", {"do": "mode", "seeding": "rating"})
    cup.refresh_from_db()
    assert cup.seeding == "rating" and cup.draws.count() == 2
    assert not cup.entrants.filter(seed__isnull=False).exists()


def test_favourite_line_ups_are_seen_by_their_owner_alone(client, cast):
    for slug in built():
        game = engines.get(slug)
        drawn = game.scene(game.view(game.setup(dict(game.showcase)), None))["pieces"]
        cells = {piece["id"]: piece["cell"] for piece in drawn if piece["seat"] == "home"} or {"home.p1": "A1"}
        LineUp.objects.create(user=cast.anna, game=slug, name=f"Catenaccio {slug}", cells=cells)
    address = f"/players/{cast.anna.pk}/"
    assert "Catenaccio" not in client.get(address).content.decode()
    as_(client, cast.bruno)
    assert "Catenaccio" not in client.get(address).content.decode()
    as_(client, cast.anna)
    page = client.get(address).content.decode()
    panel = page.partition('class="body lineups"')[2].partition("</section>")[0]
    assert all(f"Catenaccio {slug}" in panel for slug in built()) and panel.count("<svg") == len(built())


def test_whether_a_name_is_for_everybody_is_asked_of_no_account_twice(cast):
    """And of a name without account each time, since what it played in may be closed at any time."""
    tournament = competition(cast.organiser, places=4)
    entries.enter_names(competition=tournament, by=cast.organiser, names="Aldo")
    aldo = tournament.entrants.get().player
    assert player_or_404(cast.anna.pk, cast.bruno) == cast.anna
    with CaptureQueriesContext(connection) as again:
        assert player_or_404(cast.anna.pk, cast.bruno) == cast.anna
    assert len(again) == 1 and "competitions_" not in again[0]["sql"]
    assert player_or_404(aldo.pk, cast.bruno) == player_or_404(aldo.pk, cast.bruno) == aldo
    Competition.objects.filter(pk=tournament.pk).update(visibility=Competition.Visibility.MEMBERS)
    with pytest.raises(Http404):
        player_or_404(aldo.pk, cast.bruno)
    cast.anna.is_active = False
    cast.anna.save()
    with pytest.raises(Http404):
        player_or_404(cast.anna.pk, cast.bruno)
