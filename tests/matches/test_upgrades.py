"""A release that plays other rules: it names the matches in play and does not start; the others begin or are shown."""

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

import engines
from deploy import health
from matches.live.running import hall
from matches.models import Match
from matches.upkeep import upgrades
from tests.matches.table import check_log, duel, kick, run, start

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def newer(monkeypatch):
    """The next release of the duel's rules."""
    game = engines.get("duel")
    engines.register("duel", "tests.matches.duel")

    def release():
        monkeypatch.setattr(type(game), "rules_version", game.rules_version + 1)

    yield release


@pytest.fixture(autouse=True)
def known_games(monkeypatch):
    monkeypatch.setattr(engines, "games", lambda: ("duel",))


def test_it_works(cast, newer):
    match = duel(cast.anna, cast.bruno, title="Saturday cup, final")
    run(lambda: start(match))
    call_command("older_rules")
    assert health.readiness()["rules"] == "ok"
    newer()
    with pytest.raises(CommandError) as refused:
        call_command("older_rules")
    assert str(match.pk) in str(refused.value) and "Saturday cup, final" in str(refused.value)
    assert "\n" not in str(refused.value), "the supervisor shows one line"
    assert health.readiness()["rules"].startswith("1 matches in play under other rules")
    Match.objects.filter(pk=match.pk).update(status="void")
    call_command("older_rules")


def test_the_release_touches_no_match_that_it_cannot_play(cast, newer):
    match = duel(cast.anna, cast.bruno)

    async def scenario():
        await start(match)
        newer()
        await hall().runtime(match.id).catch_up()  # as a process of the newer release reads it
        return await kick(match, 0)

    outcome = run(scenario)
    assert (outcome.kind, outcome.code) == ("refused", "other_rules")
    assert check_log(match.pk).version == 0


def test_what_has_not_begun_begins_under_todays_rules(cast, newer):
    match = duel(cast.anna, cast.bruno)
    newer()
    call_command("older_rules")
    assert Match.objects.get(pk=match.pk).rules_version == match.rules_version, "asking changes nothing"
    call_command("older_rules", carry=True)
    match.refresh_from_db()
    assert match.rules_version == engines.get("duel").rules_version
    run(lambda: start(match))
    assert run(lambda: _one(match)).kind == "applied"


async def _one(match):
    await hall().runtime(match.id).ensure()
    return await kick(match, 0)


def test_a_game_that_the_release_has_not_is_named_too(cast, monkeypatch):
    match = duel(cast.anna, cast.bruno)
    run(lambda: start(match))
    monkeypatch.setattr(engines, "games", lambda: ())
    assert "not in this release" in upgrades.sentence(upgrades.in_play_under_other_rules())


def test_the_page_that_watches_over_the_site_says_so(cast, newer):
    match = duel(cast.anna, cast.bruno)
    run(lambda: start(match))
    newer()
    answer = Client().get("/readyz")
    assert answer.status_code == 503 and str(match.pk) not in answer.content.decode()
