"""A school class: 24 names and their cards, the sign-in, who sees the names, and that the day leaves nothing behind."""

from __future__ import annotations

import logging
import re
from datetime import timedelta
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

import engines
from league.classes import forgetting, pins, verbs
from league.classes.errors import CardRefused
from league.classes.models import Card, Forgotten, SchoolClass
from league.classes.tasks import forget as forget_task
from league.clubs.errors import ClubRefused
from league.clubs.verbs import clubs, members
from league.competitions.errors import BadSetting, EntryRefused, WrongStep
from league.competitions.models import Competition, Fixture
from league.competitions.setup import usual as usual_of_games
from league.competitions.verbs import create, disputes, entries, rounds, seasons, visibility
from league.delivery import hooks
from league.players.models import User
from league.series import verbs as series_verbs
from league.statistics.verbs import books, ratings
from matches.terms.rules import BadRules, options_of, possible_values
from tests.cases import built
from tests.league.builders import competition
from tests.league.series.played import finish
from tests.league.tables import finish as finish_match
from tests.league.tables import open_fixtures
from tests.matches.test_rules_of_match import another, wrong

BACKEND = "django.contrib.auth.backends.ModelBackend"
PUPILS = [f"Zq{sign}ennaio Rossi" for sign in "abcdefghijklmnopqrstuvwx"]
"""24 names that stand nowhere else."""


def school(cast, names=PUPILS[:4], **values):
    fields = {"name": "Classe 3B", "game": "super_goal", "preset": "cup", **values}
    return verbs.make(
        by=cast.organiser, names=list(names), delete_on=timezone.localdate() + timedelta(days=30), **fields
    )


def page(client, path):
    answer = client.get(path)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def test_a_pupil_keeps_the_name_that_the_teacher_wrote(client, cast):
    pupil = school(cast).cards.first().user
    client.force_login(pupil, backend=BACKEND)
    shown = {"language": "en", "theme": "", "time_zone": "Europe/Rome"}
    answer = client.post(reverse("players:settings"), {**shown, "nickname": "The King"})
    assert "Your teacher wrote your name" in unescape(answer.content.decode())
    assert client.post(reverse("players:settings"), {**shown, "nickname": pupil.nickname}).status_code == 302
    assert User.objects.get(pk=pupil.pk).nickname == pupil.nickname


def test_24_names_in_two_pages_and_five_fields(client, cast):
    """A teacher's steps: the form, the print button. Typed: a name, a pasted list; all else is filled in already."""
    client.force_login(cast.organiser, backend=BACKEND)
    assert 'href="/class/new/"' in page(client, "/competitions/new/")
    form = page(client, "/class/new/")
    fields = set(
        re.findall(r'name="(\w+)"', form.partition('class="stack gap-4" novalidate')[2].partition("</form>")[0])
    )
    assert fields == {"csrfmiddlewaretoken", "name", "game", "preset", "names", "delete_on"}, "all else is folded"
    day = re.search(r'name="delete_on" value="([^"]+)"', form)[1]
    said = {"name": "Classe 3B", "game": "super_goal", "preset": "league", "delete_on": day, "names": "\n".join(PUPILS)}
    answer = client.post("/class/new/", said)
    school_class = SchoolClass.objects.get()
    assert answer.url == f"/competitions/{school_class.competition.slug}/class/"
    printed = page(client, f"{answer.url}cards/")
    assert printed.count('class="page"') == 3 and printed.count('class="pupilcard"') == 24
    assert all(name in printed for name in PUPILS)
    assert all(pins.format_pin(pins.pin_of(card.nonce)) in printed for card in Card.objects.all())
    row = school_class.competition
    assert (row.visibility, row.by_invitation, row.chat, row.chat_spectators) == ("members", True, "presets", "none")
    rounds.start(competition=row, by=cast.organiser)


def test_a_pasted_list_may_come_from_a_spreadsheet():
    assert verbs.lines_of("1. Anna B\n2) Carlo\tVerdi\n\n Dora; E \n") == ["Anna B", "Carlo Verdi", "Dora E"]
    assert verbs.lines_of("N.;Cognome;Nome\n1;Rossi;Mario\n2;Bianchi;Anna\n") == ["Mario Rossi", "Anna Bianchi"]
    assert verbs.lines_of('Cognome,Nome\n"De Rossi",Mario') == ["Mario De Rossi"]
    with pytest.raises(EntryRefused, match="Line 2"):
        verbs.lines_of('Anna B\n"Carlo V\nDora E\n')


def test_a_list_is_taken_whole_or_not_at_all(cast):
    before = User.objects.count()
    with pytest.raises(EntryRefused, match="Line 2"):
        school(cast, ["Anna", "x", "Carlo"])
    with pytest.raises(EntryRefused, match="Line 3"):
        school(cast, ["Anna", "Carlo", "anna"])
    assert (User.objects.count(), Competition.objects.count()) == (before, 0)


def test_a_pupil_signs_in_by_code_or_card(client, cast):
    school_class = school(cast)
    card = school_class.cards.select_related("entrant").first()
    pin = pins.pin_of(card.nonce)
    fields = {"code": school_class.code.lower(), "name": card.entrant.name.upper(), "pin": pins.format_pin(pin)}
    assert client.post("/class/", fields).url == f"/competitions/{school_class.competition.slug}/"
    assert client.get("/").wsgi_request.user == card.user
    phone = Client()
    assert card.entrant.name in page(phone, f"/class/card/{card.key}/")
    assert phone.post(f"/class/card/{card.key}/", {"pin": pin}).status_code == 302
    assert phone.get("/").wsgi_request.user == card.user
    assert page(phone, f"/competitions/{school_class.competition.slug}/entrants/")


def test_the_pin_is_stored_nowhere(cast):
    school_class = school(cast)
    dumped = dump()
    assert not any(pins.pin_of(card.nonce) in dumped for card in school_class.cards.all())


def test_wrong_pins_close_the_card_and_say_nothing_more(client, cast):
    school_class = school(cast)
    card = school_class.cards.first()
    pin = pins.pin_of(card.nonce)
    wrong = f"{(int(pin) + 1) % 10**6:06}"
    for _time in range(verbs.TRIES):
        assert client.post(f"/class/card/{card.key}/", {"pin": wrong}).status_code == 200
    with pytest.raises(CardRefused, match="does not match this card"):
        verbs.sign_in(pin=pin, key=card.key)
    card = verbs.new_pin(card=card, by=cast.organiser)
    assert verbs.sign_in(pin=pins.pin_of(card.nonce), key=card.key) == card.user
    with pytest.raises(CardRefused, match="don’t match") as refused:
        verbs.sign_in(pin=pin, code=school_class.code, name=card.entrant.name)
    with pytest.raises(CardRefused) as nobody:
        verbs.sign_in(pin=pin, code=school_class.code, name="Nobody")
    assert str(nobody.value) == str(refused.value)
    Card.objects.update(key_closed_until=timezone.now() - timedelta(seconds=1))
    assert verbs.sign_in(pin=pins.pin_of(card.nonce), key=card.key), "the pause is over"


def test_the_names_are_for_the_class_alone(client, cast):
    school_class = school(cast)
    rounds.start(competition=school_class.competition, by=cast.organiser)
    finish(school_class.competition)
    ratings.refresh()
    books.refresh(at_once=True)
    card = school_class.cards.select_related("user").first()
    match_id = school_class.competition.stages.first().rounds.first().ties.first().fixtures.first().match_id
    slug, name = school_class.competition.slug, "Zq"
    outside = [
        "/", "/competitions/", "/matches/", f"/search/?q={name}", "/leaders/?game=super_goal",
        "/leaders/?game=super_goal&by=goals", "/games/super_goal/statistics/", "/games/super_goal/records/",
        f"/players/{card.user_id}/", f"/players/{card.user_id}/statistics/", f"/players/{card.user_id}/calendar.ics",
        f"/cards/players/{card.user_id}.png", f"/api/v1/players/{card.user_id}/", "/api/v1/competitions/",
        f"/competitions/{slug}/", f"/competitions/{slug}/entrants/", f"/competitions/{slug}/calendar.ics",
        f"/wall/{slug}/", f"/matches/{match_id}/", f"/api/v1/matches/{match_id}/", "/api/v1/matches/",
    ]  # fmt: skip
    for reader in (None, cast.stranger):
        visitor = Client()
        if reader:
            visitor.force_login(reader, backend=BACKEND)
        for path in outside:
            html = visitor.get(path, follow=True).content.decode("utf-8", "ignore")
            assert "ennaio" not in html and "Classe 3B" not in html, (path, reader)
    client.force_login(card.user, backend=BACKEND)
    other = school_class.cards.exclude(pk=card.pk).first()
    assert "ennaio" in page(client, f"/competitions/{slug}/entrants/")
    assert "ennaio" in page(client, f"/players/{other.user_id}/")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("chat", "all"), ("chat_spectators", "all"), ("visibility", "public"), ("visibility", "link"),
        ("by_invitation", False), ("open_to_robots", True),
    ],
)  # fmt: skip
def test_nobody_opens_a_class(cast, field, value):
    row = school(cast).competition
    with pytest.raises(BadSetting) as refused:
        create.change(competition=row, by=cast.organiser, **{field: value})
    assert refused.value.field == field
    if field == "visibility":
        with pytest.raises(BadSetting):
            visibility.show_to(competition=row, by=cast.organiser, visibility=value)
    row.refresh_from_db()
    assert (row.visibility, row.chat, row.chat_spectators) == ("members", "presets", "none")
    create.change(competition=row, by=cast.organiser, chat="none", places=9)


def test_nothing_carries_the_names_elsewhere(client, cast):
    row = school(cast).competition
    club = clubs.create(by=cast.organiser, name="Bar Centrale")
    with pytest.raises(WrongStep, match="cannot pass on"):
        clubs.take_in(competition=row, club=club, by=cast.organiser)
    with pytest.raises(hooks.HookRefused, match="cannot pass on"):
        hooks.set_hook(competition=row, url="https://93.184.215.14/hook", by=cast.organiser)
    client.force_login(cast.organiser, backend=BACKEND)
    html = unescape(
        client.post(
            reverse("competitions:visibility", args=[row.slug]), {"visibility": "public"}, follow=True
        ).content.decode()
    )
    assert "only its members" in html
    row.refresh_from_db()
    assert row.visibility == "members" and row.club is None


def test_a_pupil_plays_in_the_class_alone(client, cast):
    from matches.errors import SeatTaken
    from matches.verbs.guests import must_be_welcome

    pupil = school(cast).cards.select_related("user").first().user
    with pytest.raises(EntryRefused, match="only works in the class"):
        entries.enter(competition=competition(cast.stranger), player=pupil)
    with pytest.raises(SeatTaken, match="only works in the class"):
        must_be_welcome(pupil)
    with pytest.raises(ClubRefused, match="only works in the class"):
        members.join(club=clubs.create(by=cast.stranger, name="Bar Centrale", joining="open"), by=pupil)
    client.force_login(pupil, backend=BACKEND)
    client.post("/accounts/signup/", {"username": "mario", "email": "m@example.org", "password1": "a long sentence 9"})
    pupil.refresh_from_db()
    assert pupil.is_guest and pupil.email == ""


def dump():
    """Every row of every table as text."""
    found = []
    with connection.cursor() as cursor:
        cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        for (table,) in cursor.fetchall():
            cursor.execute(f'SELECT row::text FROM "{table}" row')
            found += [f"{table}: {text}" for (text,) in cursor.fetchall()]
    return "\n".join(found)


def test_on_the_day_nothing_of_the_class_is_left(cast, caplog):
    school_class = school(cast, PUPILS[:5])
    row = school_class.competition
    create.change(competition=row, by=cast.organiser, places=6)
    entries.enter_names(competition=row, by=cast.organiser, names="Zqzennaio Late")  # typed in the console: no card
    rounds.start(competition=row, by=cast.organiser)
    played = open_fixtures(row)[0]
    finish_match(played.match, 2, 1)
    forgotten_match = played.match_id
    from league.competitions.verbs.results import collect

    collect()
    finish(row)
    given = Fixture.objects.filter(tie__round__stage__competition=row, status="played").select_related("home__player")
    fixture = given.exclude(match=forgotten_match).first()
    disputes.dispute(fixture=fixture, by=fixture.home.player, statement="Zqaennaio won")
    notifications = str(list(cast.organiser.notifications.values_list("about", "message")))
    assert "ennaio" in notifications and "Classe 3B" in notifications, "the teacher is told of pupils"
    disputes.let_stand(dispute=fixture.disputes.get(), by=cast.organiser, reason="seen")
    ratings.refresh()
    books.refresh(at_once=True)
    series_verbs.create(by=cast.organiser, name="Class series", points=[3, 2, 1], competitions=[row])
    row.refresh_from_db()
    seasons.following(competition=row, by=cast.organiser)
    before = dump()
    assert "ennaio" in before and str(forgotten_match) in before
    SchoolClass.objects.update(delete_on=timezone.localdate() + timedelta(days=2))
    assert forget_task() == 0, "not before its day"
    SchoolClass.objects.update(delete_on=timezone.localdate() - timedelta(days=1))
    with caplog.at_level(logging.INFO):
        assert forget_task() == 1
    assert forget_task() == 0
    ratings.refresh()
    books.refresh(at_once=True)
    after = dump()
    assert [line[:200] for line in after.splitlines() if "ennaio" in line or "Classe 3B" in line] == []
    assert str(row.pk) not in after and str(forgotten_match) not in after
    forgotten = Forgotten.objects.get()
    assert (forgotten.pupils, forgotten.on_its_day, forgotten.teacher) == (6, True, cast.organiser)
    assert "ennaio" not in caplog.text


def test_a_name_of_the_console_keeps_its_matches_elsewhere(cast):
    """The class goes with everybody who played in it alone; results of another organiser stay."""
    school_class = school(cast)
    create.change(competition=school_class.competition, by=cast.organiser, places=5)
    (typed,) = entries.enter_names(competition=school_class.competition, by=cast.organiser, names="Gino")
    other = competition(cast.stranger, "cup", 2)
    for player in (typed.player, cast.anna):
        entries.enter(competition=other, player=player)
    rounds.start(competition=other, by=cast.stranger)
    (fixture,) = open_fixtures(other)
    finish_match(fixture.match, 2, 1)
    forgetting.forget(school=school_class, by=cast.organiser)
    fixture.refresh_from_db()
    assert fixture.match is not None and fixture.match.seats.filter(user=typed.player).exists()
    assert Forgotten.objects.get().pupils == 4 and not User.objects.filter(sheltered=True).exists()


def test_the_teacher_deletes_it_before(client, cast):
    school_class = school(cast)
    path = f"/competitions/{school_class.competition.slug}/class/"
    client.force_login(cast.stranger, backend=BACKEND)
    assert client.post(path, {"do": "forget"}).status_code == 404
    client.force_login(cast.organiser, backend=BACKEND)
    assert client.post(path, {"do": "forget"}).status_code == 302
    assert not Competition.objects.exists() and not Card.objects.exists()
    assert not Forgotten.objects.get().on_its_day
    assert forgetting.forget(school=school_class) is None


def test_the_teacher_s_page(client, cast):
    school_class = school(cast)
    path = f"/competitions/{school_class.competition.slug}/class/"
    client.force_login(cast.organiser, backend=BACKEND)
    card = school_class.cards.first()
    old = pins.pin_of(card.nonce)
    assert pins.format_pin(old) in page(client, path) and school_class.code in page(client, path)
    client.post(path, {"do": "pin", "card": str(card.pk)})
    assert pins.format_pin(old) not in page(client, path)
    client.post(path, {"do": "add", "names": "Nora\nOtto"})
    assert school_class.cards.count() == 6 and Competition.objects.get().places >= 6
    assert "Line 1" in unescape(client.post(path, {"do": "add", "names": "x"}).content.decode())
    day = timezone.localdate() + timedelta(days=7)
    client.post(path, {"do": "day", "delete_on": day.isoformat()})
    school_class.refresh_from_db()
    assert school_class.delete_on == day
    late = (timezone.localdate() + timedelta(days=500)).isoformat()
    assert "a day from" in unescape(client.post(path, {"do": "day", "delete_on": late}).content.decode())
    assert page(client, f"{path}cards/?card={card.pk}").count('class="pupilcard"') == 1


def test_a_class_is_kept_for_a_while_only(cast):
    with pytest.raises(BadSetting) as refused:
        verbs.make(
            by=cast.organiser, name="Classe", game="super_goal", preset="cup", names=PUPILS[:4],
            delete_on=timezone.localdate() + timedelta(days=402),
        )  # fmt: skip
    assert refused.value.field == "delete_on"


@pytest.mark.parametrize("game", built())
def test_a_class_plays_by_the_options_that_its_teacher_chose(client, cast, game):
    client.force_login(cast.organiser, backend=BACKEND)
    day = timezone.localdate() + timedelta(days=30)
    said = {"name": "Classe 3B", "game": game, "preset": "league", "delete_on": day, "names": "\n".join(PUPILS[:3])}
    shown = page(client, f"/class/new/?game={game}")
    for option in options_of(game):
        field = f"{game}-options.{option.name}"
        assert f'name="{field}"' in shown
        usual = usual_of_games.usual_options(game).get(option.name, option.default)
        value = another(option, usual)
        answer = client.post("/class/new/", {**said, f"{game}-winner": "none", field: "on" if value is True else value})
        assert answer.status_code == 302, answer.content.decode()
        competition = SchoolClass.objects.latest("pk").competition
        expected = {**{o.name: o.default for o in engines.get(game).options}, **usual_of_games.usual_options(game)}
        assert competition.options == {**expected, option.name: value}
        refused = client.post("/class/new/", {**said, field: wrong(option)}) if option.kind != "bool" else None
        assert refused is None or possible_values(option) in unescape(refused.content.decode())


def test_a_cup_of_a_class_goes_to_penalties_at_once_if_its_teacher_says_so(cast):
    for winner, extra_time in (("none", True), ("extra_time", True), ("shootout", False)):
        stage = school(cast, game="fuba", winner=winner).competition.stages.get()
        assert stage.settings["extra_time"] is extra_time
    with pytest.raises(BadRules) as refused:
        school(cast, winner="extra_time")
    assert refused.value.field == "winner"


@pytest.mark.parametrize("preset", ["league", "swiss", "evening"])
def test_a_table_of_a_class_sends_draws_where_its_teacher_says(cast, preset):
    for winner, draws in (("none", "stand"), ("shootout", "shootout"), ("extra_time", "extra_time"), (None, "stand")):
        stage = school(cast, game="fuba", preset=preset, winner=winner).competition.stages.get()
        assert stage.settings["draws"] == draws
