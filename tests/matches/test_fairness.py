"""All rolls of the site: each match is recomputed and counted once, and a wrong roll is named."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches import archiving, tasks
from matches.log import rows_of, rows_of_all
from matches.models import CheckedMatch, FaceCount, Match, MatchEvent
from matches.verbs import fairness
from tests.matches.table import duel, run, start
from tests.matches.test_resuming import play_bots


def finished(cast, **settings):
    """A match played with its own committed dice, and over."""
    match = duel(cast.anna, cast.bruno, game="super_goal", options={"half_turns": 5}, **settings)

    async def whole():
        await start(match)
        await play_bots(match, 400)

    run(whole)
    return Match.objects.get(pk=match.pk)


@pytest.mark.django_db(transaction=True)
def test_every_roll_is_counted_once(cast):
    match = finished(cast)
    assert match.status == "finished"
    assert fairness.count_finished(10) == 1 and fairness.count_finished(10) == 0
    assert not fairness.count([match]), "a task that runs twice"
    row = CheckedMatch.objects.get()
    assert sum(face.rolls for face in FaceCount.objects.all()) == row.rolls == match.rolls and not row.wrong
    second = finished(cast)
    assert tasks.count_rolls() == 1
    assert sum(face.rolls for face in FaceCount.objects.all()) == row.rolls + second.rolls
    second.delete()
    assert CheckedMatch.objects.count() == 2, "rolls stay counted when a match goes"


@pytest.mark.django_db(transaction=True)
def test_a_running_match_and_a_practice_board_are_not_counted(cast):
    match = finished(cast)
    Match.objects.filter(pk=match.pk).update(status="live", result=None)
    assert fairness.count_finished(10) == 0
    Match.objects.filter(pk=match.pk).update(status="void", mode="practice")
    assert fairness.count_finished(10) == 0


@pytest.mark.django_db(transaction=True)
def test_a_wrong_roll_and_a_wrong_secret_are_named(cast):
    match, forged = finished(cast), finished(cast)
    rows = MatchEvent.objects.filter(match=match, kind="move")
    row = next(row for row in rows if row.events and row.events[0]["type"] == "roll")
    row.events[0]["value"] = row.events[0]["value"] % 6 + 1
    row.save()
    forged.secret.value = "00" * 32
    forged.secret.save()
    fairness.count_finished(10)
    wrong = dict(CheckedMatch.objects.values_list("match_id", "wrong"))
    assert wrong[match.pk] == 1 and wrong[forged.pk] == CheckedMatch.objects.get(match_id=forged.pk).rolls > 1
    page = Client().get("/fairness/").content.decode()
    assert str(match.pk) in page and "do not follow from their commitments" in page


@pytest.mark.django_db(transaction=True)
def test_a_slice_is_counted_by_as_many_questions_as_one_match(cast):
    """One more where a log is archived."""
    matches = [finished(cast)]
    with CaptureQueriesContext(connection) as one:
        assert fairness.count_finished(10) == 1
    matches += [finished(cast) for _number in range(3)]
    archiving.archive(matches[-1].pk)
    logs = rows_of_all(matches)
    assert all([row.events for row in logs[match.pk]] == [row.events for row in rows_of(match)] for match in matches)
    with CaptureQueriesContext(connection) as many:
        assert fairness.count_finished(10) == 3
    assert len(many) == len(one) + 1 < 14
    rolls = sum(CheckedMatch.objects.values_list("rolls", flat=True))
    assert rolls == sum(FaceCount.objects.values_list("rolls", flat=True)) == sum(match.rolls for match in matches)


@pytest.mark.django_db(transaction=True)
def test_a_match_that_cannot_be_read_holds_up_no_other(cast, monkeypatch, caplog):
    first, second, third = (finished(cast) for _number in range(3))
    CheckedMatch.objects.create(match_id=third.pk, commitment=third.commitment, rolls=9, wrong=0)
    monkeypatch.setattr(fairness, "SLICE", 1)
    read = fairness._rolls

    def rolls(match, rows):
        if match.pk == first.pk:
            raise ValueError("torn")
        return read(match, rows)

    monkeypatch.setattr(fairness, "_rolls", rolls)
    assert fairness.count_finished(10) == 1 and str(first.pk) in caplog.text
    assert list(Match.objects.uncounted()) == [first], "one that an older release counted is noted, not counted again"
    monkeypatch.setattr(fairness, "_rolls", read)
    assert fairness.count_finished(10) == 1
    assert CheckedMatch.objects.filter(match_id__in=[first.pk, second.pk]).count() == 2


@pytest.mark.django_db
def test_the_page_reads_counts_alone(django_assert_max_num_queries):
    assert "No match with dice is over yet" in Client().get("/fairness/").content.decode()
    FaceCount.objects.bulk_create(FaceCount(sides=6, face=face, rolls=1000 + face) for face in range(1, 7))
    FaceCount.objects.create(sides=44, face=3, rolls=2)
    CheckedMatch.objects.create(match_id="01890a5d-ac96-774b-bcce-b302099a8057", commitment="0" * 64, rolls=9, wrong=0)
    with django_assert_max_num_queries(4):
        page = Client().get("/fairness/").content.decode()
    assert "1 match, 9 rolls: each follows" in page and "χ²" in page and "Too few rolls to test." in page
