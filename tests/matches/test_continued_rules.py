"""Matches of rules that today's continue: they keep replay, review and sheet, and play on beside the release before.

The control of each is a version that changes more than options: it continues none, and leaves these matches alone.
"""

from __future__ import annotations

import json
import random
import uuid
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

import engines
from engines import values
from engines.core import sheet as sheets
from engines.core import tree as trees
from engines.core.sheet import BadSheet
from matches.ids import uuid7
from matches.live.moves import submit
from matches.live.running import hall
from matches.models import Match, MatchEvent, MatchSecret, Review, Seat
from matches.replay import playback
from matches.replay.story import story_of, was_played
from matches.terms.undoing import CannotUndo
from matches.upkeep import upgrades
from matches.verbs import casual, resuming, reviews
from matches.verbs.undoing import undoing
from tests.engines import stored
from tests.matches.table import bot, check_log, duel, run, start
from tests.matches.test_rulings import sweep
from tests.matches.test_undo import agree

pytestmark = pytest.mark.django_db(transaction=True)

CONTINUED = [(slug, version) for slug in engines.games() for version in engines.get(slug).continues]
each_game = pytest.mark.parametrize(("slug", "version"), CONTINUED)


@pytest.fixture
def changed(monkeypatch):
    """Today's rules of a game change more than options."""

    def change(slug):
        monkeypatch.setattr(type(engines.get(slug)), "continues", ())

    return change


def told(slug, version, name="timeouts"):
    return json.loads((stored.FOLDER / f"{slug}_{version}_{name}.json").read_text(encoding="utf-8"))


def finished(slug, version, users):
    """A finished match of a rules version, from a file that its own engine wrote."""
    file = told(slug, version)
    sheet, game, now = sheets.from_json(file["sheet"]), engines.get(slug), timezone.now()
    final = game.stored_under(version, sheets.replay(sheet).states[-1])
    match = Match.objects.create(
        id=uuid7(), game=slug, rules_version=version, options=sheet.options, terms=sheet.terms, started_at=now,
        opening={"rolls": list(sheet.opening), "events": file["events"][0]}, snapshot=final, status="finished",
        result={**(sheet.result or {}), "score": sheet.score, "source": "play", "reason": ""}, commitment="0" * 64,
        version=len(sheet.entries), finished_at=now, rolls=sum(len(entry.rolled) for entry in sheet.entries),
    )  # fmt: skip
    MatchSecret.objects.create(match=match, value="00" * 32)
    for side, user in zip(("home", "away"), users, strict=True):
        Seat.objects.create(match=match, side=side, user=user, name=user.nickname, dice_seed="ab")
    MatchEvent.objects.bulk_create(
        MatchEvent(
            match=match, seq=number, client_id=uuid.uuid4(), seat=entry.seat or "", move=dict(entry.move), kind="move",
            rolls=list(entry.rolled), events=file["events"][number], at=now + timedelta(seconds=number),
        )
        for number, entry in enumerate(sheet.entries, 1)
    )  # fmt: skip
    return match


def made_before(match):
    """The review that the release of this version made: its mark as it wrote it, with the same values."""
    card = values.card(match.game)
    rules = f"rules {match.rules_version} values {match.rules_version}"
    mark = f"{match.game} {reviews.VERSION} {rules} {card.kind} {card.made}"
    steps = [[number, "", 0.5] for number in range(match.version + 1)]
    return Review.objects.create(match=match, mark=mark, status="done", steps=steps, made_at=timezone.now())


@each_game
def test_a_finished_match_keeps_its_review(cast, client, changed, slug, version):
    match = finished(slug, version, (cast.anna, cast.bruno))
    review = made_before(match)
    assert reviews.refusal(match) == "" and reviews.current(match) == review == reviews.ask(match)
    assert reviews.ask_again(5) == [], "the same values judged it"
    answer = client.get(f"/api/v1/matches/{match.pk}/review/")
    assert answer.status_code == 200 and answer.json()["status"] == "done"
    Review.objects.update(mark=review.mark[:-1] + "x")
    assert reviews.ask_again(5) == [match.pk], "other values judge it anew"
    changed(slug)
    assert reviews.refusal(match) == "older_rules" and reviews.current(match) is None


@each_game
def test_a_finished_match_is_reviewed(cast, monkeypatch, slug, version):
    monkeypatch.setattr(reviews, "MOST_SECONDS", 0.5)
    monkeypatch.setattr(reviews, "SEARCHED", 0)  # the deeper search takes half a minute
    match = finished(slug, version, (cast.anna, cast.bruno))
    reviews.ask(match)
    while reviews.work(match.pk):
        pass
    review = Review.objects.get(pk=match.pk)
    assert review.status == "done" and len(review.steps) > 1 and f"rules {version} " in review.mark


@each_game
def test_a_finished_match_keeps_replay_and_sheet(cast, client, changed, slug, version):
    match = finished(slug, version, (cast.anna, cast.bruno))
    file = told(slug, version)
    steps = list(playback.steps(match))
    assert [step.events for step in steps] == file["events"]
    game = engines.get(slug)
    assert all(step.before is not None for step in steps[1:]), "each choice has its words"
    assert steps[-1].view == game.view(game.from_wire(match.snapshot), None)
    story = story_of(match, match.version)
    assert len(story.versions) == match.version
    for form in ("txt", "json"):
        sheet = sheets.read(client.get(f"/matches/{match.pk}/sheet.{form}").content.decode())
        assert sheet.rules_version == version and "Secret" in sheet.tags
        played = sheets.replay(sheet)
        assert [stored.digest(game, state, version) for state in played.states] == file["states"]
    analysis = trees.read(sheets.write(sheet)).tree
    assert was_played(match, analysis.start, []), "an analysis saved then is still of this match"
    changed(slug)
    assert [step.events for step in playback.steps(match)] == file["events"], "from what is stored"
    with pytest.raises(BadSheet, match=f"the sheet is of rules version {version}"):
        sheets.replay(sheet)


@each_game
def test_a_finished_match_is_resumed_under_its_rules(cast, changed, slug, version):
    match = finished(slug, version, (cast.anna, cast.bruno))
    by = {"user": "x", "name": "Olga", "role": "organiser"}
    resumed = resuming.resume(old=match, v=6, reason="the connection broke", by=by)
    assert (resumed.rules_version, resumed.options) == (version, match.options)
    game = engines.get(slug)
    assert stored.digest(game, game.from_wire(resumed.snapshot), version) == told(slug, version)["states"][6]
    run(lambda: go_on(resumed, 5))
    kept_form(resumed)
    changed(slug)
    with pytest.raises(resuming.CannotResume):
        resuming.resume(old=match, v=6, reason="again", by=by)


def begun(slug, version, users, **settings):
    """A match that the release of this version opened."""
    match = duel(*users, game=slug, **settings)
    since = {option.name: option.since for option in engines.get(slug).options}
    match.rules_version = version
    match.options = {name: value for name, value in match.options.items() if since[name] <= version}
    match.save()
    return match


async def go_on(match, decisions):
    """Kick off if need be, and make ``decisions`` random ones; return the outcome of the last."""
    runtime = hall().runtime(match.id)
    await runtime.ensure()
    if runtime.row.status == "waiting":
        await start(match)
    rng, outcome = random.Random(decisions), None
    for _ in range(decisions):
        await runtime.ensure()
        seat = runtime.game.to_act(runtime.state)[0]
        move = rng.choice(runtime.game.legal(runtime.state, seat))
        outcome = await submit(
            match_id=match.id, seat=seat, moves=[dict(move)], client_id=uuid.uuid4(), v=runtime.row.version
        )
    return outcome


LATER = {"dom_jim": {"leg_minutes", "offside_return", "offside_count"}, "soccer_tactics": {"blocked"}}
"""Options and keys that version 2 added: a release of version 1 refuses a position that names one."""


def kept_form(match):
    """Return the fresh row, which is stored as the release before reads it."""
    match = check_log(match.pk)
    wires = [match.snapshot, *(row.move["wire"] for row in match.log.all() if "wire" in row.move)]
    for wire in wires:
        assert not LATER[match.game] & {*wire, *wire["options"]}
    return match


@each_game
def test_a_match_in_play_goes_on(cast, changed, slug, version):
    match = begun(slug, version, (cast.anna, cast.bruno))
    assert run(lambda: go_on(match, 12)).kind == "applied"
    assert kept_form(match).rules_version == version
    assert upgrades.in_play_under_other_rules() == []
    call_command("older_rules")
    changed(slug)
    with pytest.raises(CommandError, match=str(match.pk)):
        call_command("older_rules")
    outcome = run(lambda: go_on(match, 1))
    assert (outcome.kind, outcome.code) == ("refused", "other_rules")


SHORT = {"dom_jim": {"no_goal_limit": 20}, "soccer_tactics": {"half_turns": 5}}


@each_game
def test_a_match_in_play_ends_with_a_sheet_that_is_proved(slug, version):
    match = begun(slug, version, (bot(), bot()), options=SHORT[slug], bot_seconds=0)

    async def scenario():
        for second in range(1, 240):
            await sweep(later=second)
            if (await Match.objects.aget(pk=match.pk)).status == "finished":
                return

    run(scenario, 200)
    match = kept_form(match)
    assert match.status == "finished"
    sheet = sheets.read(playback.sheet_of(match, "txt"))
    assert sheet.rules_version == version
    assert any("all" in proof and "rolls follow" in proof for proof in sheets.verify(sheet))


@each_game
def test_a_decision_of_a_friendly_is_undone(cast, changed, slug, version):
    match = begun(slug, version, (cast.anna, cast.bruno), origin="casual")
    run(lambda: go_on(match, 6))
    before = Match.objects.get(pk=match.pk)
    last = before.log.order_by("seq").last()
    agree(match, last.seat)
    match = Match.objects.get(pk=match.pk)
    assert match.version == before.version + 1 and match.log.filter(kind="ruling").count() == 1
    assert not LATER[slug] & {*match.snapshot, *match.snapshot["options"]}
    assert run(lambda: go_on(match, 1)).kind == "applied", "and play goes on from there"
    changed(slug)
    with pytest.raises(CannotUndo):
        undoing(match, last.seat)


def test_a_rematch_is_played_as_the_match_was(cast):
    """Version 1 had no choice about a figure alone offside, and the usual one of today is the other."""
    match = finished("dom_jim", 1, (cast.anna, cast.bruno))
    Match.objects.filter(pk=match.pk).update(origin="casual")
    rematch = casual.rematch(match_id=match.pk, user=cast.anna)
    assert (rematch.rules_version, rematch.options["offside_return"]) == (2, "must")
