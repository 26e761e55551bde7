"""Celery with the tests' own small game, for workers of tests that play it (``celery --app=tests.faults.dueling``)."""

from __future__ import annotations

import engines
from deploy.celery import app as app

engines.register("duel", "tests.matches.duel")
