"""No organiser gets into a player's account by a competition."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from league.competitions.models import AuditEntry, Entrant
from league.competitions.verbs import password_resets
from league.players.errors import ResetRefused
from league.players.models import Notification, User
from tests.cast import PASSWORD, account
from tests.league.builders import competition

BACKEND = "django.contrib.auth.backends.ModelBackend"
NEW = "stolen in one step 7"


def as_(user):
    client = Client()
    client.force_login(user, backend=BACKEND)
    return client


@pytest.fixture
def cup(cast):
    """A cup of ``cast.organiser`` that ``cast.anna`` has entered."""
    tournament = competition(cast.organiser)
    as_(cast.anna).post(f"/competitions/{tournament.slug}/enter/", {"do": "enter"})
    assert Entrant.objects.get(competition=tournament).player == cast.anna
    return tournament


@pytest.fixture
def on(settings):
    settings.ORGANISER_RESETS, settings.EMAIL_IS_REAL = True, False


def console_path(cup, player):
    return f"/competitions/{cup.slug}/entrants/{cup.entrants.get(player=player).pk}/reset/"


def links_in(answer):
    return re.findall(r"/accounts/password/reset/key/[^\"<\s]+", answer.content.decode())


def asked(client, name="anna"):
    """The code that the reset page shows to ``client``."""
    text = client.post("/reset/", {"name": name}).content.decode()
    return re.search(r'class="resetcode"[^>]*>([A-Z0-9]{4} [A-Z0-9]{4})<', text)[1]


def name_as_helper(user, helper):
    """By the page, with the password, as people do it."""
    client = as_(user)
    assert 'href="/settings/helpers/"' in client.get("/settings/").content.decode()
    answer = client.post("/settings/helpers/", {"do": "trust", "helper": str(helper.pk)})
    assert answer.url.startswith("/accounts/reauthenticate/"), "the password is asked for"
    client.post(answer.url, {"password": PASSWORD})
    assert list(user.reset_helpers.values_list("helper", flat=True)) == [helper.pk]


def set_password(client, new=NEW):
    """Go on from the confirmed screen to the new password."""
    answer = client.post("/reset/", {"do": "begin"}, follow=True)
    return client.post(answer.request["PATH_INFO"], {"password1": new, "password2": new})


@pytest.mark.parametrize("on_or_off", [True, False])
@pytest.mark.parametrize("office", ["none", "moderator", "staff of the site"])
def test_an_organiser_gets_no_link_for_who_entered_the_cup(cast, cup, settings, on_or_off, office):
    settings.ORGANISER_RESETS = on_or_off
    User.objects.filter(pk=cast.anna.pk).update(is_moderator=office == "moderator", is_staff=office[:5] == "staff")
    organiser = as_(cast.organiser)
    answers = [organiser.get(console_path(cup, cast.anna)), organiser.post(console_path(cup, cast.anna))]
    links = [link for answer in answers for link in links_in(answer)]
    if links:  # the attack goes on as it did
        form = Client().get(links[0], follow=True)
        Client().post(form.request["PATH_INFO"], {"password1": NEW, "password2": NEW})
    cast.anna.refresh_from_db()
    assert not links and cast.anna.check_password(PASSWORD)


def test_an_organiser_who_plays_both_sides_gets_nothing(cast, cup, on):
    """Anybody can ask for a code for ``anna``: without her word beforehand it opens nothing."""
    attacker = Client()
    code = asked(attacker)
    answer = as_(cast.organiser).post(console_path(cup, cast.anna), {"code": code})
    assert answer.status_code == 200 and "not valid here" in answer.content.decode()
    attacker.post("/reset/", {"do": "begin"}, follow=True)
    assert not links_in(attacker.get("/reset/")) and attacker.get("/settings/").status_code == 302
    cast.anna.refresh_from_db()
    assert cast.anna.check_password(PASSWORD) and not Notification.objects.exists()


def test_the_named_helper_of_another_competition_confirms_nothing_here(cast, cup, on):
    """Behind the page, too: only the owner of the competition confirms, with the right code."""
    other = competition(cast.stranger)
    as_(cast.anna).post(f"/competitions/{other.slug}/enter/", {"do": "enter"})
    name_as_helper(cast.anna, cast.stranger)
    code = asked(Client())
    with pytest.raises(ResetRefused, match="cannot confirm new passwords here"):
        password_resets.confirm(entrant=cup.entrants.get(player=cast.anna), by=cast.stranger, code=code)
    assert not AuditEntry.objects.filter(competition=cup, verb="reset").exists()


def test_a_site_that_confirms_no_more_takes_no_code_of_before(cast, cup, on, settings):
    name_as_helper(cast.anna, cast.organiser)
    code = asked(Client())
    settings.ORGANISER_RESETS = False
    with pytest.raises(ResetRefused, match="cannot confirm new passwords here"):
        password_resets.confirm(entrant=cup.entrants.get(player=cast.anna), by=cast.organiser, code=code)
    assert not AuditEntry.objects.filter(competition=cup, verb="reset").exists()


def test_a_player_who_named_the_organiser_gets_a_new_password(cast, cup, on):
    name_as_helper(cast.anna, cast.organiser)
    screen = Client()
    code = asked(screen)
    assert "Waiting for the organiser" in screen.get("/reset/").content.decode()
    assert screen.get("/reset/", headers={"HX-Request": "true"}).status_code == 204
    answer = as_(cast.organiser).post(console_path(cup, cast.anna), {"code": code.lower().replace(" ", "-")})
    assert answer.status_code == 302 and not links_in(answer), "the organiser never sees the link"
    assert "Choose a new password" in screen.get("/reset/").content.decode()
    set_password(screen)
    cast.anna.refresh_from_db()
    assert cast.anna.check_password(NEW)
    line = AuditEntry.objects.get(competition=cup, verb="reset")
    assert line.actor == cast.organiser and line.message[1] == {"name": "anna"}
    notification = Notification.objects.get(user=cast.anna, kind="reset")
    assert notification.on_page and notification.message[1] == {"name": "organiser"}


def test_the_owner_of_an_account_cannot_turn_the_notice_off(cast, cup, on):
    User.objects.filter(pk=cast.anna.pk).update(channels_off={"news": ["page", "mail", "push"]})
    name_as_helper(cast.anna, cast.organiser)
    as_(cast.organiser).post(console_path(cup, cast.anna), {"code": asked(Client())})
    assert Notification.objects.get(user=cast.anna, kind="reset").on_page


def office_of(kind, user, cast):
    """Give ``user`` an office."""
    from league.clubs.verbs import clubs, members
    from league.competitions.verbs import staff
    from league.players.verbs import robots
    from league.series import verbs as series

    match kind:
        case "is_staff" | "is_superuser" | "is_moderator":
            User.objects.filter(pk=user.pk).update(**{kind: True})
        case "owner":
            competition(user)
        case "co_organiser" | "referee":
            other = competition(cast.referee)
            invited = staff.invite(competition=other, by=cast.referee, role=kind, name=user.username)
            staff.accept(key=invited.key, by=user)
        case "club owner":
            clubs.create(by=user, name="Dopolavoro", joining="open")
        case "club staff":
            club = clubs.create(by=cast.referee, name="Dopolavoro", joining="open")
            membership = members.join(club=club, by=user)
            members.appoint(membership=membership, by=cast.referee, staff=True)
        case "series":
            series.create(by=user, name="Series", points=[3, 1], rest=0, best=2, competitions=[])
        case "bot":
            robots.new_token(bot=robots.make_bot(owner=user, nickname="Robot"))


OFFICES = [
    "is_staff", "is_superuser", "is_moderator", "owner", "co_organiser", "referee", "club owner", "club staff",
    "series", "bot",
]  # fmt: skip


@pytest.mark.parametrize("kind", OFFICES)
def test_nobody_with_an_office_is_reset_by_an_organiser(cast, cup, on, kind):
    name_as_helper(cast.anna, cast.organiser)
    screen = Client()
    code = asked(screen)
    office_of(kind, cast.anna, cast)
    answer = as_(cast.organiser).post(console_path(cup, cast.anna), {"code": code})
    assert "not valid here" in answer.content.decode()
    assert "Waiting" in screen.get("/reset/").content.decode()


def test_an_office_given_after_the_confirmation_stops_it(cast, cup, on):
    name_as_helper(cast.anna, cast.organiser)
    screen = Client()
    as_(cast.organiser).post(console_path(cup, cast.anna), {"code": asked(screen)})
    User.objects.filter(pk=cast.anna.pk).update(is_moderator=True)
    assert not links_in(screen.post("/reset/", {"do": "begin"}, follow=True))
    assert "set-password" not in screen.post("/reset/", {"do": "begin"}, follow=True).request["PATH_INFO"]


def test_a_code_works_once_for_one_player_and_for_minutes(cast, cup, on):
    from league.players.models import ResetRequest

    name_as_helper(cast.anna, cast.organiser)
    organiser, screen = as_(cast.organiser), Client()
    assert console_path(cup, cast.anna) in organiser.get(f"/competitions/{cup.slug}/entrants/").content.decode()
    assert 'href="/reset/"' in screen.get("/accounts/password/reset/").content.decode()
    code = asked(screen)
    assert code.replace(" ", "") not in repr(list(ResetRequest.objects.values())), "hashed at rest"
    assert code not in repr([dict(screen.session)])
    ResetRequest.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert "not valid here" in organiser.post(console_path(cup, cast.anna), {"code": code}).content.decode()
    code = asked(screen)
    as_(cast.bruno).post(f"/competitions/{cup.slug}/enter/", {"do": "enter"})
    name_as_helper(cast.bruno, cast.organiser)
    assert "not valid here" in organiser.post(console_path(cup, cast.bruno), {"code": code}).content.decode()
    assert organiser.post(console_path(cup, cast.anna), {"code": code}).status_code == 302
    assert organiser.post(console_path(cup, cast.anna), {"code": code}).status_code == 200, "confirmed once"
    assert "set-password" in screen.post("/reset/", {"do": "begin"}, follow=True).request["PATH_INFO"]
    other = Client()
    other.cookies = screen.cookies
    assert "set-password" not in other.post("/reset/", {"do": "begin"}, follow=True).request["PATH_INFO"], "used once"


def test_wrong_codes_are_counted(cast, cup, on):
    name_as_helper(cast.anna, cast.organiser)
    organiser = as_(cast.organiser)
    code = asked(Client())
    for _turn in range(5):
        organiser.post(console_path(cup, cast.anna), {"code": "AAAA AAAA"})
    assert organiser.post(console_path(cup, cast.anna), {"code": code}).status_code == 200


def test_the_page_says_the_same_of_a_name_that_nobody_has(cast, on, django_assert_num_queries):
    texts = []
    User.objects.filter(pk=cast.bruno.pk).update(is_moderator=True)
    for name in ("anna", "bruno", "nobody at all"):
        client = Client()
        code = asked(client, name)
        texts.append((code != "", client.get("/reset/").content.decode()))
    plain = [re.sub(r'csrfmiddlewaretoken" value="[^"]+"|nonce-\S+', "", text) for _there, text in texts]
    assert plain[0] == plain[1] == plain[2]


def test_others_cannot_confirm(cast, cup, on):
    name_as_helper(cast.anna, cast.organiser)
    code = asked(Client())
    for other in (cast.stranger, cast.anna, account("late")):
        assert as_(other).post(console_path(cup, cast.anna), {"code": code}).status_code == 404


def test_only_organisers_of_own_competitions_can_be_named(cast, cup, on):
    client = as_(cast.anna)
    answer = client.post("/settings/helpers/", {"do": "trust", "helper": str(cast.stranger.pk)})
    client.post(answer.url, {"password": PASSWORD})
    assert not cast.anna.reset_helpers.exists()


def test_with_real_mail_or_without_the_setting_there_is_no_such_page(cast, cup, settings):
    for resets, real in ((False, False), (True, True)):
        settings.ORGANISER_RESETS, settings.EMAIL_IS_REAL = resets, real
        assert Client().get("/reset/").status_code == 404
        assert as_(cast.anna).get("/settings/helpers/").status_code == 404
        assert as_(cast.organiser).get(console_path(cup, cast.anna)).status_code == 404
        assert "/reset/" not in Client().get("/accounts/password/reset/").content.decode().replace(
            "/accounts/password/reset/", ""
        )
