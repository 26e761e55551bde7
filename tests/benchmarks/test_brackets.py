"""Time a double elimination of 1,024: to build, and each of its results, with nothing but the shape."""

from __future__ import annotations

import time

import pytest

from league.formats.double_elimination import double_bracket
from tests.league.pure.test_double_elimination import play

pytestmark = pytest.mark.bench


def test_a_double_elimination_of_1024():
    begin = time.process_time()
    shape = double_bracket(1024)
    built = time.process_time() - begin
    begin = time.process_time()
    _progress, met = play(shape)
    each = (time.process_time() - begin) / len(met)
    assert len(met) >= 2 * 1023
    print(f"a double elimination of 1,024: {built * 1000:.0f} ms of CPU to build   (at most 200)")
    print(f"each of its {len(met)} results: {each * 1000:.2f} ms of CPU   (at most 0.3)")
