"""Two competitions with halls of their own and one person in both: nobody is called to two tables at once.

The race is first shown to be there without the locks of people.
"""

from __future__ import annotations

import threading

import pytest
from django.db import IntegrityError

from league.competitions.derivation import queue
from league.competitions.log.locks import locked
from league.competitions.models import Call, CalledPlayer, Competition
from league.competitions.verbs import calling, entries, halls, rounds, rulings
from league.competitions.verbs.rulings import Score
from tests.league.builders import competition
from tests.league.competitions.test_races import met, together

pytestmark = pytest.mark.django_db(transaction=True)


def two_cups(cast):
    """Two running duels of Anna and Bruno, each with a hall whose only table is out of service."""
    cups = []
    for _number in range(2):
        cup = competition(cast.organiser, places=2)
        for player in (cast.anna, cast.bruno):
            entries.enter(competition=cup, player=player)
        rounds.start(competition=cup, by=cast.organiser)
        cups.append(cup)
    for cup in cups:
        with locked(cup.id) as row:
            row.hall = halls.Hall.objects.create()
            row.save(update_fields=["hall"])
            halls.HallTable.objects.create(hall=row.hall, number=1)
    return cups


def settle(cup):
    with locked(cup.id) as row:
        return calling.settle(row.hall_id, [row])


def open_calls():
    return Call.objects.filter(ended_at=None).count()


def test_without_the_locks_of_people_both_would_call(cast, monkeypatch):
    """The control: both read that the two are free; only the database's own rule stops the second."""
    cups = two_cups(cast)
    monkeypatch.setattr(calling, "_free_and_locked", met(lambda people: set(people)))
    answers = together(*(lambda cup=cup: settle(cup) for cup in cups))
    assert sorted(isinstance(answer, IntegrityError) for answer in answers) == [False, True]
    assert open_calls() == 1


def test_one_of_two_calls_and_the_other_waits(cast, monkeypatch):
    cups = two_cups(cast)
    monkeypatch.setattr(queue, "next_calls", met(queue.next_calls))
    answers = together(*(lambda cup=cup: settle(cup) for cup in cups))
    assert sorted(answers) == [False, True]
    assert open_calls() == 1
    assert CalledPlayer.objects.filter(ended_at=None).count() == 2


def test_the_other_is_called_when_the_first_is_over(cast, monkeypatch):
    """The result of one competition frees people whom another one waits for: a task is woken at its commit."""
    cups = two_cups(cast)
    woken = []
    monkeypatch.setattr(calling, "_wake", lambda: woken.append(calling.call_due()))
    settle(cups[0])
    assert not settle(cups[1])
    (call,) = Call.objects.filter(ended_at=None).select_related("fixture")
    rulings.enter_result(fixture=call.fixture, score=Score(1, 0), by=cast.organiser)
    assert woken == [1]
    (now,) = Call.objects.filter(ended_at=None).select_related("fixture")
    assert now.fixture.competition_id == cups[1].id


def test_many_at_once_make_one_call(cast):
    """Four workers look at both halls at once, again and again."""
    cups = two_cups(cast)
    errors = []

    def work():
        for _turn in range(5):
            calling.call_due()

    for answer in together(*[work] * 4):
        errors += [answer] if answer is not None else []
    assert not errors
    assert open_calls() == 1
    assert Competition.objects.filter(pk__in=[cup.pk for cup in cups]).count() == 2


def test_a_killed_process_leaves_a_whole_call_or_none(cast, monkeypatch):
    """What ends in the middle of a call has released and called nothing; the next look does both."""
    cups = two_cups(cast)
    settle(cups[0])
    (call,) = Call.objects.filter(ended_at=None).select_related("fixture")

    def killed(*args, **values):
        raise SystemExit

    monkeypatch.setattr(calling, "notify", killed)
    monkeypatch.setattr(calling, "_wake", lambda: None)
    with pytest.raises(SystemExit):
        _release_and_call(cups[0], call)
    assert open_calls() == 1
    call.refresh_from_db()
    assert call.ended_at is None


def _release_and_call(cup, call):
    """End the call as missed, so that the same transaction calls the next."""
    Call.objects.filter(pk=call.pk).update(due_at=call.called_at)
    settle(cup)


def test_threads_meet(cast):
    """The helper itself: two threads really run at once."""
    seen = set()
    together(*[lambda: seen.add(threading.get_ident())] * 2)
    assert len(seen) == 2
