"""Properties are asked of the same examples each time, and not timed: neither dice nor a loaded machine is a
counterexample."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "fixed", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("fixed")
