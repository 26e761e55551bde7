"""Measurements of live play. ``deploy.metrics`` switches them on and serves them to Prometheus."""

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Histogram, disable_created_metrics

disable_created_metrics()  # type: ignore[no-untyped-call]  # half of all lines, for times that nobody asks

REGISTRY: Final = CollectorRegistry()
"""All measurements of this process, of every room."""
on = False
"""Measure. Off, a move costs what it would without this module."""

COMMIT = Histogram(
    "tabellone_commit_seconds",
    "Time in which the database commits a move or ruling, with the wait for a connection.",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3, 15),
    registry=REGISTRY,
)
MOVES = Counter(
    "tabellone_moves",
    "Moves by their outcome: applied, repeat, stale, refused or busy.",
    ["outcome"],
    registry=REGISTRY,
)
SWEEP = Histogram(
    "tabellone_sweep_seconds",
    "Time of one sweep: the search for what is due, and the doing.",
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
    registry=REGISTRY,
)
OUTAGES = Counter(
    "tabellone_outages", "Times that no process had swept and clocks got the time back.", registry=REGISTRY
)
GIVEN_BACK = Counter("tabellone_given_back_matches", "Live matches whose clocks got the time back.", registry=REGISTRY)
