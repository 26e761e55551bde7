"""Time controls: one table of data, limits from each game's own sheet, play by correspondence only where it fits."""

import pytest

import engines
from matches.models import Match
from matches.terms import clock, time_controls
from matches.terms.time_controls import DAY, BadControl, check_fits, limits
from matches.verbs import casual
from tests.cases import built


@pytest.mark.parametrize("game", built())
@pytest.mark.parametrize("name", time_controls.CONTROLS)
def test_a_control_follows_the_games_sheet(game, name):
    sheet, found = engines.get(game).move_seconds, limits(game, name)
    expected = {
        "blitz": max(time_controls.LEAST_MOVE, round(sheet / 2)),
        "normal": sheet,
        "relaxed": 4 * sheet,
        "correspondence": DAY,
        "unhurried": 600,
        "none": None,
    }
    assert found["move_seconds"] == expected[name]
    assert clock.is_correspondence(found["move_seconds"]) == (name == "correspondence")
    assert (found["absence_seconds"] is None) == (name in ("correspondence", "none"))
    assert found["budget_seconds"] or name in ("unhurried", "none"), "who asks for a clock has a whole-match budget"
    for lang in ("en", "it"):
        from django.utils.translation import override

        with override(lang):
            assert time_controls.words(game, name)


def test_days_are_counted_and_bounded():
    assert limits("super_goal", "correspondence", days=3)["move_seconds"] == 3 * DAY
    assert limits("super_goal", "correspondence", days=3)["budget_seconds"] == 21 * DAY
    for days in (0, 15):
        with pytest.raises(BadControl, match="1 to 14"):
            limits("super_goal", "correspondence", days=days)
    with pytest.raises(BadControl, match="blitz"):
        limits("super_goal", "bullet")


def test_correspondence_is_refused_where_it_cannot_fit():
    budget = limits("super_goal", "correspondence")["budget_seconds"]
    check_fits(DAY, budget, 14 * DAY)
    with pytest.raises(BadControl, match="336 hours"):
        check_fits(DAY, budget, 14 * DAY - 1)
    check_fits(60, 2700, 60)  # a live match is measured by its own clocks


@pytest.mark.django_db
def test_against_a_house_bot_nobody_sits_for_ever(cast):
    match = casual.play_bot(user=cast.anna, game="super_goal", bot="greedy")
    assert (match.control, match.move_seconds, match.absence_claimed) == ("unhurried", 600, False)
    assert match.absence_seconds == 1800


@pytest.mark.django_db
def test_the_clock_of_a_casual_match_is_chosen_on_its_page(client, cast):
    client.force_login(cast.anna, backend="django.contrib.auth.backends.ModelBackend")
    for chosen, opponent, stands in (
        ("blitz", "friend", "blitz"),
        ("", "friend", "none"),
        ("correspondence", "friend", "correspondence"),
        ("blitz", "greedy", "blitz"),
        ("", "greedy", "unhurried"),
        ("correspondence", "greedy", "unhurried"),
    ):
        client.post("/play/super_goal/", {"opponent": opponent, "control": chosen})
        match = Match.objects.latest("created_at")
        assert match.control == stands, (chosen, opponent)
    before = Match.objects.count()
    answer = client.post("/play/super_goal/", {"opponent": "friend", "control": "bullet"})
    assert (answer.status_code, Match.objects.count()) == (422, before)


CLOCKS = [("", "No clock: take your time."), ("blitz", "{n} seconds per decision")]


@pytest.mark.django_db
@pytest.mark.parametrize(("chosen", "words"), CLOCKS)
def test_a_friend_by_link_has_a_clock_only_if_asked_for_and_reads_which(client, cast, chosen, words):
    """Both read it before they sit down: who invites beside the link, who is invited above the button."""
    client.force_login(cast.anna, backend="django.contrib.auth.backends.ModelBackend")
    answer = client.post("/play/super_goal/", {"opponent": "friend", "control": chosen})
    match = Match.objects.get()
    assert match.move_seconds == (limits("super_goal", chosen)["move_seconds"] if chosen else None)
    words = words.format(n=match.move_seconds)
    inviting = client.get(answer["Location"]).content.decode()
    client.logout()
    invited = client.get(f"/matches/join/{match.seats.get(side='away').invite}/").content.decode()
    assert words in inviting.partition('class="panel invite"')[2].partition("</section>")[0]
    assert words in invited.partition('<form method="post" class="panel"')[2].partition("</form>")[0]
