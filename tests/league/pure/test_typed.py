"""Values that come as text: what cannot be one does not exist."""

from __future__ import annotations

from uuid import UUID

import pytest
from django.http import Http404

from league.typed import id_or_404, whole_number


@pytest.mark.parametrize("text", ["", "7", "cup", "0192f0a4-7c1e-7b52-8a10-3d5a5b1f0c0", "０" * 4])
def test_what_is_no_id_is_not_found(text):
    with pytest.raises(Http404):
        id_or_404(text)


def test_an_id_is_read():
    assert id_or_404(str(UUID(int=7))) == UUID(int=7)


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), ("9999", 9999), ("10000", -1), ("", -1), ("-1", -1), ("1.5", -1), (" 1", -1), ("٣", -1), ("²", -1)],
)
def test_a_number_is_its_figures_alone(text, number):
    assert whole_number(text, -1) == number


def test_the_number_of_figures_is_bounded():
    assert whole_number("123", None, digits=3) == 123 and whole_number("1234", None, digits=3) is None
