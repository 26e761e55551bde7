"""Personal links of the people of a squad who have no account: handed on, played by, replaced, claimed."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from league.competitions.errors import EntryRefused
from league.competitions.models import Member
from league.competitions.pages.reading import personal_path
from league.competitions.verbs import joining, rounds, sent_links, squads
from league.players.verbs.claims import claim
from tests.league.teams import boards_of, league, seal, ties_of

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def cup(cast):
    """A league of two teams; Zoe is typed into the first, whose captain is anna, and sits on its board 2."""
    cup = league(cast.organiser, boards=2, squad=1, captain=cast.anna)
    led, other = cup.entrants.order_by("entered_at")
    squads.add_names(entrant=led, by=cast.anna, names="Zoe\nYves")
    squads.add_names(entrant=other, by=cast.organiser, names="Ida")
    return cup


def zoe():
    return Member.objects.get(user__nickname="Zoe")


def as_user(user):
    client = Client()
    client.force_login(user, backend=BACKEND)
    return client


def test_a_typed_person_plays_the_own_board_by_link(cast, cup, client):
    path = personal_path(zoe())
    answer = client.get(path)
    assert (answer.context["name"], answer.context["ahead"]) == ("Zoe", None)
    client.post(path, {"do": "play"})
    assert client.session["_auth_user_id"] == str(zoe().user_id) and zoe().link_opened_at is not None
    rounds.start(competition=cup, by=cast.organiser)
    tie = ties_of(cup)[0]
    assert client.get(path).context["ahead"].match_id is None, "the line-ups are sealed"
    for side in (tie.home, tie.away):
        seal(tie, side, 0, 1)
    own = next(
        fixture for fixture in boards_of(tie) if zoe().user_id in (fixture.home_player_id, fixture.away_player_id)
    )
    answer = client.post(path, {"do": "play"})
    assert str(own.match_id) in answer.url
    assert client.get(answer.url).status_code == 200


def test_whoever_joins_by_the_link_of_a_team_has_a_way_back(cast, cup, client):
    team = cup.entrants.get(player=cast.anna)
    guest = joining.join_as_guest(key=team.side_key, nickname="Uwe")
    member = Member.objects.get(user=guest)
    assert not member.link_unsent, "the own browser has it"
    page = as_user(guest).get(reverse("competitions:entrants", args=[cup.slug]))
    assert page.context["way_back"].endswith(personal_path(member))


def test_captain_and_organiser_alone_see_the_links(cast, cup):
    team = cup.entrants.get(player=cast.anna)
    page = reverse("competitions:side", args=[team.side_key])
    everybody = cast.organiser, cast.anna, cast.bruno, cast.stranger, cast.referee
    seen = {user.nickname: zoe().personal_key in as_user(user).get(page).content.decode() for user in everybody}
    assert seen == {"organiser": True, "anna": True, "bruno": False, "stranger": False, "referee": False}
    assert zoe().personal_key not in as_user(zoe().user).get(page).content.decode(), "not even the squad does"
    told = {
        user.nickname: as_user(user)
        .get(reverse("api:entrants", args=[cup.pk]))
        .content.decode()
        .count(zoe().personal_key)
        for user in (cast.organiser, cast.anna, cast.bruno)
    }
    assert told == {"organiser": 1, "anna": 0, "bruno": 0}, "a list is one for all readers"
    hers = as_user(cast.organiser).get(reverse("competitions:links", args=[cup.slug])).context["rows"]
    assert {row.name for row in hers} == {"Zoe", "Yves", "Ida", "Torre Civetta 0"}


def test_a_link_taken_back_is_nobody_s(cast, cup, client):
    old, team = personal_path(zoe()), cup.entrants.get(player=cast.anna)
    client.post(old, {"do": "play"})
    side = reverse("competitions:side", args=[team.side_key])
    as_user(cast.bruno).post(side, {"do": "new_squad_link", "player": zoe().user_id})
    assert personal_path(zoe()) == old, "who does not lead the team replaces nothing"
    as_user(cast.anna).post(side, {"do": "new_squad_link", "player": zoe().user_id})
    assert personal_path(zoe()) != old and client.get(old).status_code == 404
    assert "_auth_user_id" not in client.session, "nor does the browser play on that had it"
    with pytest.raises(EntryRefused):
        squads.new_link(entrant=team, by=cast.anna, player=cast.anna.pk)
    with pytest.raises(EntryRefused):
        squads.new_link(entrant=team, by=cast.anna, player=Member.objects.get(user__nickname="Ida").user_id)
    gone = personal_path(zoe())
    squads.take_off(entrant=team, by=cast.anna, number=zoe().number)
    assert client.get(gone).status_code == 404


def test_sent_links_are_counted_with_those_of_captains(cast, cup):
    team = cup.entrants.get(player=cast.anna)
    cup.refresh_from_db()
    before = cup.log_position
    positions = []
    for marked in (1, 0):
        assert sent_links.mark_sent(entrant=team, by=cast.organiser, player=zoe().user_id) == marked
        cup.refresh_from_db()
        positions.append(cup.log_position)
    assert positions[0] == positions[1] == before + 1, "open pages hear of it once"
    page = reverse("competitions:links", args=[cup.slug])
    assert as_user(cast.organiser).get(page).context["unsent"] == 2
    assert sent_links.mark_all_sent(competition=cup, by=cast.organiser) == 3, (
        "with that of a guest whose own browser has it"
    )
    assert as_user(cast.organiser).get(page).context["unsent"] == 0


def test_a_captain_s_link_stays_with_the_person(cast, cup):
    team = cup.entrants.get(player=cast.anna)
    hers = zoe().personal_key
    squads.make_captain(entrant=team, by=cast.anna, player=zoe().user_id)
    team.refresh_from_db()
    assert team.personal_key == hers and team.members.get(user=cast.anna).personal_key == ""
    squads.make_captain(entrant=team, by=cast.organiser, player=cast.anna.pk)
    team.refresh_from_db()
    assert (team.personal_key, zoe().personal_key) == ("", hers)


def test_who_was_typed_in_before_squads_had_links_has_one_as_captain(cast, cup):
    Member.objects.update(personal_key="")
    team = cup.entrants.get(player=cast.anna)
    squads.make_captain(entrant=team, by=cast.anna, player=zoe().user_id)
    team.refresh_from_db()
    assert len(team.personal_key) >= 20 and team.members.get(user=cast.anna).personal_key == ""


def test_a_claimed_name_needs_no_link(cast, cup, client):
    old, member = personal_path(zoe()), zoe()
    claim(name=member.user, account=cast.stranger)
    member.refresh_from_db()
    assert (member.user, member.personal_key) == (cast.stranger, "") and client.get(old).status_code == 404
