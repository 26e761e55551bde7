"""The stored matches of each game, decision by decision, as they were when their rules version was laid down."""

from __future__ import annotations

import pytest

from tests import cases
from tests.engines.playthrough import FOLDER, transcript


@pytest.mark.parametrize("slug", cases.built())
def test_there_are_stored_matches(slug):
    assert len(list(FOLDER.glob(f"{slug}_*.txt"))) == 4


@pytest.mark.parametrize("stored", sorted(FOLDER.glob("*_[0-9].txt")), ids=lambda stored: stored.stem)
def test_a_stored_match(stored):
    slug, _, number = stored.stem.rpartition("_")
    assert transcript(slug, int(number)) == stored.read_text(encoding="utf-8")
