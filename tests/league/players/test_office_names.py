"""Nobody is called like those who hold an office, or so that it looks like them: of the site, or of a competition."""

from __future__ import annotations

import pytest

from league.competitions.errors import EntryRefused
from league.competitions.verbs import create, entries, joining, staff
from league.players.errors import NicknameRefused
from league.players.models import User
from league.players.verbs import robots, settings
from league.players.verbs.guests import guest, guests
from tests.league.builders import competition

ALIKE = ["SEGRETERIA", "segreterıa", "SEGRETERlA", "Segre teria"]


@pytest.fixture
def office(cast):
    """The organiser, called "segreteria"."""
    cast.organiser.nickname = "segreteria"
    cast.organiser.save(update_fields=["nickname"])
    return cast.organiser


@pytest.mark.django_db
@pytest.mark.parametrize("right", ["is_staff", "is_moderator"])
@pytest.mark.parametrize("name", ALIKE)
def test_the_names_of_those_who_run_the_site_are_theirs(client, cast, office, right, name):
    User.objects.filter(pk=office.pk).update(**{right: True})
    for imitate in (
        lambda: guest(nickname=name),
        lambda: settings.rename(player=cast.anna, nickname=name),
        lambda: robots.make_bot(owner=cast.anna, nickname=name),
    ):
        with pytest.raises(NicknameRefused, match="runs this site"):
            imitate()
    assert "runs this site" in client.post("/guest/", {"nickname": name}).text
    assert settings.rename(player=User.objects.get(pk=office.pk), nickname=name).nickname == name


@pytest.mark.django_db
@pytest.mark.parametrize("name", ALIKE)
def test_the_names_of_officials_are_theirs_in_their_competition(cast, office, name):
    cup = competition(office)
    imitator = guest(nickname=name)
    with pytest.raises(EntryRefused, match="official of the competition"):
        entries.enter(competition=cup, player=imitator)
    with pytest.raises(EntryRefused, match="official of the competition"):
        joining.enter_as_guest(competition=cup, nickname=name)
    assert entries.enter(competition=competition(cast.anna), player=imitator), "it is nobody's name elsewhere"
    invitation = staff.invite(competition=cup, by=office, role="referee", name=cast.referee.username)
    staff.accept(key=invitation.key, by=cast.referee)
    (double,) = guests(nicknames=[cast.referee.nickname.upper()])
    with pytest.raises(EntryRefused, match="official of the competition"):
        entries.enter(competition=cup, player=double)
    assert entries.enter_names(competition=cup, by=office, names=name), "the organiser knows whom they enter"
    assert entries.enter(competition=cup, player=office).name == "segreteria", "officials play under their own"


@pytest.mark.django_db
def test_a_side_is_not_called_like_an_official(cast, office):
    pairs = create.create(by=office, name="Pairs", game="six_a_side", preset="cup", places=4, side_size=2)
    create.publish(competition=pairs, by=office)
    with pytest.raises(EntryRefused, match="official of the competition"):
        entries.enter(competition=pairs, player=cast.anna, name="SEGRETERlA")
