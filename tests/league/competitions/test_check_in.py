"""The check-in: who is there keeps the place, who is not gives it to who waits."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from league.competitions.errors import BadSetting, EntryRefused, WrongStep
from league.competitions.models import Competition, Entrant, Member
from league.competitions.tasks import check_in as due
from league.competitions.verbs import check_in, drawing, entries, rounds
from league.players.models import Notification, User
from tests.league.builders import competition

HOUR = timedelta(hours=1)


@pytest.fixture
def cup(cast):
    """Two places: anna and bruno hold them, the stranger waits; the check-in opens in an hour, for an hour."""
    tournament = competition(cast.organiser, places=2)
    for player in (cast.anna, cast.bruno, cast.stranger):
        entries.enter(competition=tournament, player=player)
    now = timezone.now()
    return check_in.set_check_in(
        competition=tournament, by=cast.organiser, opens_at=now + HOUR, closes_at=now + 2 * HOUR
    )


def pass_time(hours):
    row = Competition.objects.get()
    row.check_in_opens_at -= hours * HOUR
    row.check_in_closes_at -= hours * HOUR
    row.save()


def standing(cup):
    rows = cup.entrants.order_by("entered_at")
    return {row.name: row.status for row in rows}


def of(cup, player):
    return cup.entrants.get(player=player)


def test_it_works(cast, cup):
    with pytest.raises(WrongStep, match="opens at"):
        check_in.check_in(entrant=of(cup, cast.anna), by=cast.anna)
    pass_time(1.5)
    assert due() == 3 and due() == 0
    check_in.check_in(entrant=of(cup, cast.anna), by=cast.anna)
    check_in.check_in(entrant=of(cup, cast.stranger), by=cast.stranger)
    with pytest.raises(WrongStep, match="still open"):
        rounds.start(competition=cup, by=cast.organiser)
    pass_time(1)
    assert due() == 1 and due() == 0
    assert standing(cup) == {"anna": "entered", "stranger": "entered", "bruno": "waiting"}
    messages = [row.message[0] for row in Notification.objects.filter(user=cast.bruno, kind="check_in").order_by("at")]
    assert [words.split(" ")[0] for words in messages] == ["Check", "You"], "called, then told of the lost place"
    assert Notification.objects.filter(user=cast.bruno).count() == 2
    assert Notification.objects.filter(user=cast.stranger, kind="place").count() == 1
    rounds.start(competition=cup, by=cast.organiser)
    assert of(cup, cast.bruno).turned_away


def test_who_waits_is_called_in_words_of_their_own(cast, cup):
    pass_time(1.5)
    due()
    called = {row.user: row.message[0] for row in Notification.objects.filter(kind="check_in").select_related("user")}
    assert all("goes to the waiting list" in called[player] for player in (cast.anna, cast.bruno))
    assert "to get a place that becomes free" in called[cast.stranger]
    entries.leave(entrant=of(cup, cast.bruno), by=cast.bruno)  # the stranger moves up, and has a place to lose
    assert due() == 1 and due() == 0
    last = Notification.objects.filter(user=cast.stranger, kind="check_in").latest("pk")
    assert "goes to the waiting list" in last.message[0]


def test_only_its_own_people_check_in_and_the_organiser_whom_he_likes(cast, cup):
    pass_time(1.5)
    with pytest.raises(EntryRefused, match="Only the player"):
        check_in.check_in(entrant=of(cup, cast.anna), by=cast.bruno)
    check_in.check_in(entrant=of(cup, cast.anna), by=cast.organiser)
    check_in.check_out(entrant=of(cup, cast.anna), by=cast.organiser)
    assert of(cup, cast.anna).checked_in_at is None


def test_who_is_late_comes_in_as_soon_as_a_place_is_free(cast, cup):
    pass_time(1.5)
    check_in.check_in(entrant=of(cup, cast.anna), by=cast.anna)
    drawing.draw(competition=cup, by=cast.organiser)
    assert check_in.close_check_in(competition=cup, by=cast.organiser) == 1
    assert check_in.close_check_in(competition=cup, by=cast.organiser) == 0
    # The stranger waits first, but is not there: the place stays free until somebody comes.
    assert standing(cup) == {"anna": "entered", "stranger": "waiting", "bruno": "waiting"}
    assert cup.draws.count() == 2, "another list needs another draw"
    with pytest.raises(WrongStep, match="Ask the organiser"):
        check_in.check_in(entrant=of(cup, cast.bruno), by=cast.bruno)
    check_in.check_in(entrant=of(cup, cast.bruno), by=cast.organiser)
    assert standing(cup)["bruno"] == "entered"
    check_in.check_in(entrant=of(cup, cast.stranger), by=cast.organiser)
    assert standing(cup)["stranger"] == "waiting"
    entries.leave(entrant=of(cup, cast.anna), by=cast.anna)
    assert standing(cup)["stranger"] == "entered"


def test_who_was_banned_while_they_waited_comes_in_by_checking_in_again(cast, cup):
    pass_time(1.5)
    for player in (cast.anna, cast.bruno, cast.stranger):
        check_in.check_in(entrant=of(cup, player), by=player)
    check_in.close_check_in(competition=cup, by=cast.organiser)
    User.objects.filter(pk=cast.stranger.pk).update(banned=True)
    entries.leave(entrant=of(cup, cast.anna), by=cast.anna)
    User.objects.filter(pk=cast.stranger.pk).update(banned=False)
    cup.refresh_from_db()
    before = cup.log_position
    assert check_in.check_in(entrant=of(cup, cast.stranger), by=cast.organiser).status == Entrant.Status.ENTERED
    cup.refresh_from_db()
    assert cup.log_position > before, "pages hear of it"


def test_the_absent_wait_in_the_order_in_which_they_came(cast, cup):
    pass_time(1.5)
    check_in.close_check_in(competition=cup, by=cast.organiser)
    stranger, anna, bruno = (of(cup, player).entered_at for player in (cast.stranger, cast.anna, cast.bruno))
    assert stranger < anna < bruno


def test_who_enters_while_it_is_open_is_there_and_so_are_bots(cast):
    cup = competition(cast.organiser, places=4)
    entries.add_bots(competition=cup, by=cast.organiser, count=2)
    now = timezone.now()
    check_in.set_check_in(competition=cup, by=cast.organiser, opens_at=now - HOUR, closes_at=now + HOUR)
    entries.enter(competition=cup, player=cast.anna)
    entries.enter_names(competition=cup, by=cast.organiser, names="Aldo")
    assert check_in.close_check_in(competition=cup, by=cast.organiser) == 0


def test_another_check_in_gives_the_free_places_to_who_waits_first(cast, cup):
    entries.leave(entrant=of(cup, cast.stranger), by=cast.stranger)
    pass_time(1.5)
    check_in.check_in(entrant=of(cup, cast.anna), by=cast.anna)
    check_in.close_check_in(competition=cup, by=cast.organiser)
    assert standing(cup)["bruno"] == "waiting"
    now = timezone.now()
    check_in.set_check_in(competition=cup, by=cast.organiser, opens_at=now - HOUR, closes_at=now + HOUR)
    assert standing(cup)["bruno"] == "entered"
    assert entries.enter(competition=cup, player=cast.referee).status == "waiting", "bruno was before"


def test_it_opens_and_closes_to_the_second(cast, cup):
    with time_machine.travel(cup.check_in_opens_at, tick=False):
        check_in.check_in(entrant=of(cup, cast.anna), by=cast.anna)
    with time_machine.travel(cup.check_in_closes_at, tick=False):
        with pytest.raises(WrongStep, match="is closed"):
            check_in.check_in(entrant=of(cup, cast.bruno), by=cast.bruno)
        assert due() == 1
    assert standing(cup)["bruno"] == "waiting"


def test_everybody_is_called_from_the_second_that_opens_it(cast, cup):
    with time_machine.travel(cup.check_in_opens_at, tick=False):
        assert due() == 3


def test_it_does_not_close_in_the_second_that_sets_it(cast, cup):
    now = timezone.now().replace(microsecond=0)
    with time_machine.travel(now, tick=False), pytest.raises(BadSetting, match="in the future"):
        check_in.set_check_in(competition=cup, by=cast.organiser, opens_at=now - HOUR, closes_at=now)


def test_without_a_check_in_any_more_a_free_place_goes_to_who_came_first(cast, cup):
    pass_time(1.5)
    check_in.close_check_in(competition=cup, by=cast.organiser)
    assert set(standing(cup).values()) == {"waiting"}, "nobody was there"
    check_in.set_check_in(competition=cup, by=cast.organiser, opens_at=None, closes_at=None)
    assert standing(cup) == {"stranger": "entered", "anna": "entered", "bruno": "waiting"}


def test_an_organiser_may_close_it_from_the_second_that_opens_it(cast, cup):
    with time_machine.travel(cup.check_in_opens_at, tick=False):
        assert check_in.close_check_in(competition=cup, by=None) == 0
        check_in.close_check_in(competition=cup, by=cast.organiser)
    cup.refresh_from_db()
    assert cup.check_in_done_at is not None


def test_its_times_stand_in_the_audit(cast, cup):
    opens, closes = check_in.stored_moment(cup.check_in_opens_at), check_in.stored_moment(cup.check_in_closes_at)
    check_in.set_check_in(competition=cup, by=cast.organiser, opens_at=None, closes_at=None)
    lines = cup.audit.filter(verb="check_in").order_by("id")
    assert [line.message[0] for line in lines] == ["set the check-in from {opens} to {closes}", "removed the check-in"]
    assert lines[0].message[1] == {"opens": opens, "closes": closes}


def test_the_audit_tells_who_is_here_and_who_was_absent(cast, cup):
    check_in.check_in(entrant=of(cup, cast.anna), by=cast.organiser)
    check_in.check_out(entrant=of(cup, cast.anna), by=cast.organiser)
    check_in.check_in(entrant=of(cup, cast.anna), by=cast.organiser)
    pass_time(1.5)
    check_in.close_check_in(competition=cup, by=cast.organiser)
    lines = cup.audit.filter(verb__in=("check_in", "close_check_in"), actor=cast.organiser).order_by("id")
    assert [line.message for line in lines][1:] == [
        ["checked {name} in", {"name": "anna"}],
        ["undid the check-in of {name}", {"name": "anna"}],
        ["checked {name} in", {"name": "anna"}],
        ["closed the check-in; absent: {names}", {"names": "bruno"}],
    ]


def test_who_left_does_not_check_in(cast, cup):
    entries.leave(entrant=of(cup, cast.anna), by=cast.anna)
    for by, who in ((cast.anna, "You"), (cast.organiser, "anna")):
        with pytest.raises(EntryRefused, match=f"^{who} left"):
            check_in.check_in(entrant=of(cup, cast.anna), by=by)


def test_times_that_cannot_be_are_refused(cast, cup):
    now = timezone.now()
    for opens, closes, field in (
        (now, None, "closes_at"),
        (now + HOUR, now, "closes_at"),
        (now - 2 * HOUR, now - HOUR, "closes_at"),
        (now, datetime.max.replace(tzinfo=UTC), "closes_at"),
        (datetime.min.replace(tzinfo=UTC), now + HOUR, "opens_at"),
    ):
        with pytest.raises(BadSetting) as refused:
            check_in.set_check_in(competition=cup, by=cast.organiser, opens_at=opens, closes_at=closes)
        assert refused.value.field == field
    with pytest.raises(WrongStep, match="not opened yet"):
        check_in.close_check_in(competition=cup, by=cast.organiser)
    check_in.set_check_in(competition=cup, by=cast.organiser, opens_at=None, closes_at=None)
    rounds.start(competition=cup, by=cast.organiser)
    with pytest.raises(WrongStep, match="has started"):
        check_in.set_check_in(competition=cup, by=cast.organiser, opens_at=None, closes_at=None)


def test_who_left_is_put_back_at_the_end_of_the_line(cast, cup):
    entries.leave(entrant=of(cup, cast.anna), by=cast.anna)
    assert standing(cup)["stranger"] == "entered"
    entries.put_back(entrant=of(cup, cast.anna), by=cast.organiser)
    entries.put_back(entrant=of(cup, cast.anna), by=cast.organiser)
    assert of(cup, cast.anna).status == Entrant.Status.WAITING


def test_the_organiser_reads_whether_who_is_put_back_has_a_place(client, cast, cup):
    client.force_login(cast.organiser)
    press, anna = f"/competitions/{cup.slug}/console/press/", of(cup, cast.anna)
    entries.leave(entrant=of(cup, cast.stranger), by=cast.stranger)
    entries.leave(entrant=anna, by=cast.anna)
    assert "Readmitted, with a place." in client.post(press, {"do": "put_back", "entrant": anna.pk}, follow=True).text
    entries.leave(entrant=anna, by=cast.anna)
    entries.enter(competition=cup, player=cast.referee)
    answer = client.post(press, {"do": "put_back", "entrant": anna.pk}, follow=True)
    assert "Readmitted at the end of the waiting list." in answer.text


def test_who_is_banned_is_not_put_back(cast, cup):
    entries.leave(entrant=of(cup, cast.anna), by=cast.anna)
    User.objects.filter(pk=cast.anna.pk).update(banned=True, banned_because="insults")
    with pytest.raises(EntryRefused, match="anna cannot play on this site now"):
        entries.put_back(entrant=of(cup, cast.anna), by=cast.organiser)
    assert of(cup, cast.anna).status == Entrant.Status.WITHDRAWN
    User.objects.filter(pk=cast.anna.pk).update(banned_until=timezone.now() - HOUR)
    entries.put_back(entrant=of(cup, cast.anna), by=cast.organiser)
    assert of(cup, cast.anna).status == Entrant.Status.WAITING


def test_the_return_of_who_cannot_come_back_is_not_offered(client, cast, cup):
    entries.leave(entrant=of(cup, cast.anna), by=cast.anna)
    entries.leave(entrant=of(cup, cast.stranger), by=cast.stranger)
    client.force_login(cast.organiser)
    assert client.get(f"/competitions/{cup.slug}/entrants/").text.count('value="put_back"') == 2
    User.objects.filter(pk=cast.anna.pk).update(banned=True, banned_because="insults")
    mate = of(cup, cast.bruno)
    Member.objects.create(competition=cup, entrant=mate, user=cast.stranger, number=1, joined_at=timezone.now())
    page = client.get(f"/competitions/{cup.slug}/entrants/").text
    assert 'value="put_back"' not in page
    assert "anna cannot play on this site now." in page and "stranger plays for another side now." in page


def test_no_place_goes_to_who_is_banned_meanwhile(cast, cup):
    entries.enter(competition=cup, player=cast.referee)
    User.objects.filter(pk=cast.stranger.pk).update(banned=True)
    entries.leave(entrant=of(cup, cast.anna), by=cast.anna)
    assert (standing(cup)["stranger"], standing(cup)["referee"]) == ("waiting", "entered")


def test_more_places_let_in_who_waits(cast, cup):
    from league.competitions.verbs import create

    create.change(competition=cup, by=cast.organiser, places=4)
    assert set(standing(cup).values()) == {"entered"}


@pytest.mark.parametrize("moved", [True, False])
def test_the_task_leaves_a_time_that_the_organiser_has_just_moved(cast, cup, monkeypatch, moved):
    pass_time(3)

    close_one = check_in._close_due

    def moved_then_closed(competition_id):
        now = timezone.now()
        times = {"opens_at": now - HOUR, "closes_at": now + HOUR} if moved else {"opens_at": None, "closes_at": None}
        check_in.set_check_in(competition=cup, by=cast.organiser, **times)
        return close_one(competition_id)

    monkeypatch.setattr(check_in, "_close_due", moved_then_closed)
    assert due() == 1
    assert standing(cup) == {"anna": "entered", "bruno": "entered", "stranger": "waiting"}
