"""Memory of a web process: rings that an answer left behind are gone as soon as it is sent."""

from __future__ import annotations

import gc
import weakref

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
