"""An archived log: everything that reads a match says the same as before, to the byte; slices are safe to kill."""

from __future__ import annotations

import json
import random
import re
import uuid
from dataclasses import astuple
from datetime import timedelta

import pytest
from django.utils import timezone

from league.competitions import demo
from league.competitions.verbs import results
from league.privacy import erasing
from league.statistics.derivation import figures, match_log
from league.statistics.derivation.story import story_of
from matches import archiving, log, queries
from matches.live.rulings import obey
from matches.live.running import hall
from matches.models import Match, MatchArchive, MatchCommand, MatchEvent, Offer, Outbox
from matches.replay import playback
from matches.replay.report import report_of
from matches.store import database
from matches.store.packing import pack, unpack
from matches.tasks import archive as task
from matches.verbs import line_ups
from matches.verbs.resuming import CannotResume, point
from tests.matches.table import bot, duel, run, start
from tests.matches.test_resuming import play_bots

pytestmark = pytest.mark.django_db(transaction=True)

MOST_BYTES = 8_000
FRESH = re.compile(rb'name="(?:id|client_id|csrfmiddlewaretoken)" value="[^"]+"|\bk[0-9a-f]{6,}\b')
"""What a page has anew each time: the ids and tokens of its forms."""


def played(home="greedy", **settings):
    """A match that two bots have played to its end, old enough to be archived."""
    match = duel(bot(home), bot("random"), **settings)
    demo.play([match.pk])
    results.collect()
    return aged(match)


def aged(match, days=61):
    Match.objects.filter(pk=match.pk).update(finished_at=timezone.now() - timedelta(days=days))
    return Match.objects.get(pk=match.pk)


def plain(value):
    return json.dumps(value, default=str)


def resumed(match, v):
    try:
        found = point(match, v)
    except CannotResume as refused:
        return str(refused)
    rows = [(row.seq, row.client_id, row.part, row.seat, row.move, row.rolls, row.events, row.at) for row in found.rows]
    return plain([found.v, found.snapshot, found.rolls, rows, str(found.clocks)])


async def told(match_id, client_id):
    """What a process tells of the match over a socket, and whether it knows a move again."""
    runtime = hall().runtime(match_id)
    await runtime.ensure()
    async with hall().connection() as link:
        rows = await database.log_between(link, match_id, 3, runtime.row.version)
        known = await database.seq_of_client(link, match_id, client_id)
        unknown = await database.seq_of_client(link, match_id, uuid.uuid4())
    return plain([list(runtime.lines), [astuple(row) for row in rows], known, unknown])


def everything(match, client):
    """What each reader of the log says of ``match``."""
    match = Match.objects.get(pk=match.pk)
    names = {"home": "Anna", "away": "Bruno"}
    site = f"/matches/{match.pk}/"
    pages = ("", "replay.json", "report/", "verify/", "sheet.txt", "sheet.json")
    answers = {path: client.get(site + path) for path in pages}
    api = f"/api/v1/matches/{match.pk}/moves/"
    asked = ("", "?after=5&limit=7", f"?after={match.version}", "?limit=1")
    answers |= {f"api{more}": client.get(api + more) for more in asked}
    assert {answer.status_code for answer in answers.values()} == {200}, answers
    first = log.rows_of(match, most=1)[0]
    return {
        **{path: FRESH.sub(b"", answer.content) for path, answer in answers.items()},
        "film": plain(playback.film(match)),
        "dice": plain(playback.dice_record(match)),
        "report": plain(report_of(match, "en", names)),
        "figures": plain(figures.count(match.game, match_log.rows_of(match))),
        "story": plain(story_of(match)),
        "events": plain([str(each) for each in queries.events_of(match.pk)]),
        "resumed": [resumed(match, v) for v in (0, 3, match.version - 5)],
        "line-ups": plain(list(line_ups._placed(match, "home"))) if match.game == "six_a_side" else "",
        "socket": run(lambda: told(match.pk, first.client_id)),
    }


@pytest.mark.parametrize("slug", ["super_goal", "six_a_side"])
def test_it_reads_as_before(client, slug):
    match = played(game=slug)
    rows = list(MatchEvent.objects.filter(match=match).order_by("seq"))
    before = everything(match, client)
    assert task() == 1
    assert not MatchEvent.objects.filter(match=match).exists()
    after = everything(match, client)
    for name, said in before.items():
        assert said == after[name], name
    assert [archiving._entry(row) for row in log.rows_of(Match.objects.get(pk=match.pk))] == [
        archiving._entry(row) for row in rows
    ]
    if slug == "super_goal":
        assert len(MatchArchive.objects.get(match=match).packed) < MOST_BYTES
    assert task() == 0


def test_a_match_loaded_before_is_read_from_the_archive_too():
    match = played(options={"kicks": 6})
    before = [row.seq for row in log.rows_of(match)]
    stale = Match.objects.get(pk=match.pk)
    task()
    assert [row.seq for row in log.rows_of(stale)] == before and before
    assert [row.seq for row in log.last_rows(stale, 2)] == before[-2:]
    assert [row.seq for row in log.moves_of(stale)]


def test_only_what_is_over_for_long_and_taken(cast, settings):
    old, young, untaken = played(), aged(played(), days=59), played()
    running = duel(cast.anna, cast.bruno)
    Outbox.objects.filter(match=untaken).update(taken_at=None)

    async def some():
        await start(running)
        await play_bots(running, 3)

    run(some)
    settings.LOG_DAYS = 0
    assert task() == 0
    settings.LOG_DAYS = 60
    assert task() == 1
    assert list(MatchArchive.objects.values_list("match", flat=True)) == [old.pk]
    assert all(MatchEvent.objects.filter(match=each).exists() for each in (young, untaken, running))


def test_a_void_match_is_archived_with_its_ruling_and_names_go_with_their_person(cast):
    match = duel(cast.anna, cast.bruno)

    async def voided():
        await start(match)
        await play_bots(match, 2)
        await MatchCommand.objects.acreate(match=match, kind="void", payload={"reason": "anna left the table"})
        await obey(hall(), match.pk)

    run(voided)
    results.collect()
    aged(match)
    assert Match.objects.get(pk=match.pk).status == "void"
    assert task() == 1
    row = log.rows_of(Match.objects.get(pk=match.pk))[-1]
    assert (row.kind, row.move["reason"]) == ("ruling", "anna left the table")
    assert erasing.erase(person_id=cast.anna.pk)
    row = log.rows_of(Match.objects.get(pk=match.pk))[-1]
    assert row.move["reason"] == "deleted player left the table"


def test_a_run_that_dies_leaves_whole_logs(monkeypatch):
    matches = [played(options={"kicks": 4}) for _ in range(3)]
    rows = MatchEvent.objects.count()
    calls = []

    def dies(packed):
        calls.append(packed)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return unpack(packed)

    monkeypatch.setattr(archiving, "unpack", dies)
    with pytest.raises(KeyboardInterrupt):
        task()
    archived = set(MatchArchive.objects.values_list("match", flat=True))
    assert len(archived) == 1
    assert MatchEvent.objects.count() == rows - sum(match.version for match in matches if match.pk in archived)
    monkeypatch.undo()
    assert task() == 2 and not MatchEvent.objects.exists()


def test_slices_are_bounded(monkeypatch):
    for _ in range(3):
        played(options={"kicks": 2})
    monkeypatch.setattr(archiving, "SLICE", 2)
    assert [task(), task(), task()] == [2, 1, 0]
    monkeypatch.setattr(archiving, "SECONDS", -1)
    played(options={"kicks": 2})
    assert task() == 0


def test_a_log_with_a_gap_or_one_that_does_not_come_back_stays(monkeypatch, caplog):
    gap, odd = played(options={"kicks": 4}), played(options={"kicks": 4})
    MatchEvent.objects.filter(match=gap, seq=2).delete()
    monkeypatch.setattr(archiving, "unpack", lambda packed: list(unpack(packed))[:-1])
    rows = MatchEvent.objects.count()
    assert task() == 0
    assert MatchEvent.objects.count() == rows and not MatchArchive.objects.exists()
    assert "could not be archived" in caplog.text
    assert task() == 0 and odd.pk, "neither is tried every ten minutes"


def test_an_answered_draw_lapses_with_the_rows():
    match = played(options={"kicks": 6})
    made = {"match": match, "kind": "draw", "status": "open"}
    answered = Offer.objects.create(seat="home", client_id=uuid.uuid4(), version=0, **made)
    unanswered = Offer.objects.create(seat="away", client_id=uuid.uuid4(), version=match.version, **made)
    task()
    assert Offer.objects.get(pk=answered.pk).status == "lapsed"
    assert Offer.objects.get(pk=unanswered.pk).status == "open"


def test_packing_keeps_every_value():
    chance = random.Random(3)
    rows = []
    for seq in range(1, 40):
        move = {"type": "à 🎲\\u0000", "n": chance.choice([1, 1.0, 10**18, -0.5, None, True]), "deep": [{}, [], ""]}
        at = timezone.now() + timedelta(microseconds=chance.randrange(-(10**12), 10**12))
        row = MatchEvent(seq=seq, client_id=uuid.uuid4(), part=seq % 3, seat="", move=move, rolls=[6], kind="x", at=at)
        rows.append(row)
    assert [repr(entry) for entry in unpack(pack(rows))] == [repr(archiving._entry(row)) for row in rows]
    with pytest.raises(ValueError, match="gap"):
        pack(rows[1:])
    with pytest.raises(ValueError, match="does not read"):
        list(unpack(b"2" + pack(rows)[1:]))
