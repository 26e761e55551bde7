"""The clock of the tests of events."""

import pytest
from django.utils import timezone

from league.events import timetable


@pytest.fixture(autouse=True)
def one_step(monkeypatch):
    """Keep to one step of the timetable for a whole test: what is planned in the next may begin five minutes later."""
    began = timetable._floor(timezone.now())
    monkeypatch.setattr(timetable, "_floor", lambda moment: began)
