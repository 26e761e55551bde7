"""Tests of the wiring: how Tabellone is started, set, kept and carried away."""
