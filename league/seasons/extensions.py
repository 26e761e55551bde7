"""Seasons in the competitions they run through: leaves, substitutions, and the question "in or out"."""

from __future__ import annotations

from league.competitions.derivation import deadlines, holders
from league.competitions.verbs import importing, rounds
from league.seasons import history, leaves, renewals
from league.seasons.importing import import_absences

deadlines.time_off_sources.add(leaves.of)
holders.takeover_sources.add(history.takeovers)
importing.importers.add(import_absences)
rounds.preparations.add(renewals.prepare_start)
