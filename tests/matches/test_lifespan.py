"""Memory of a web process: rings that an answer left behind are gone as soon as it is sent."""

from __future__ import annotations

import gc
import weakref
from itertools import count

import pytest
from django.core.signals import request_finished

from matches.upkeep import lifespan


class Ring:
    """An object that holds itself, so that only the collector finds it."""

    def __init__(self):
        self.itself = self


def left_behind():
    """Tell whether a ring is still there after an answer was sent."""
    gc.collect()
    gc.disable()
    try:
        ring = weakref.ref(Ring())
        request_finished.send(sender=Ring)
        return ring() is not None
    finally:
        gc.enable()


@pytest.fixture
def settled():
    usual = gc.get_threshold()
    lifespan.settle_memory()
    yield
    lifespan.unsettle_memory()
    assert gc.get_threshold() == usual


def test_a_process_that_serves_tidies_up_after_each_answer(db, settled, monkeypatch):
    assert not left_behind()
    monkeypatch.setattr(lifespan, "ALL", 1)  # everything is looked at after each
    assert not left_behind()


def test_a_process_that_is_not_settled_does_not(db):
    assert left_behind()


def test_what_an_answer_holds_while_it_is_collected_goes_soon(db, settled):
    """Each answer's request is one: kept until everything is looked at, those of many answers took 100 MB."""
    gc.collect()
    gc.disable()
    try:
        lifespan._answers = count(lifespan.ALL + 1)
        rings = []
        for _answer in range(lifespan.ALL - 1):
            held = Ring()
            request_finished.send(sender=Ring)
            rings.append(weakref.ref(held))
            del held
        assert sum(ring() is not None for ring in rings) <= lifespan.OLDER + lifespan.ALL // lifespan.OLDER
    finally:
        gc.enable()
