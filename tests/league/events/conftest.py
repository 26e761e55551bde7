"""The clock of the tests of events."""

from types import SimpleNamespace

import pytest
from django.utils import timezone

from league.events import timetable


@pytest.fixture(autouse=True)
def one_moment(monkeypatch):
    """Plan as of one moment for a whole test: what is planned in the next five minutes may begin later."""
    began = timezone.now()
    monkeypatch.setattr(timetable, "timezone", SimpleNamespace(now=lambda: began))
