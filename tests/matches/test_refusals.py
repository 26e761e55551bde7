"""Refusals on pages: at the field that they name, else above all; what is no refusal goes on."""

from __future__ import annotations

import pytest
from django import forms

from league.competitions.errors import BadSetting, CompetitionError, EntryRefused
from matches.refusals import refusals_in


class Settings(forms.Form):
    places = forms.IntegerField()


@pytest.mark.parametrize(
    ("refused", "errors"),
    [
        (BadSetting("places", "Choose 2 to 64."), {"places": ["Choose 2 to 64."]}),
        (BadSetting("rounds", "Too many."), {"__all__": ["Too many."]}),
        (EntryRefused("The entry is closed."), {"__all__": ["The entry is closed."]}),
    ],
)
def test_a_refusal_stands_at_the_field_that_it_names(refused, errors):
    form = Settings({"places": 3})
    assert form.is_valid()
    with refusals_in(form, CompetitionError):
        raise refused
    assert form.errors == errors


def test_other_errors_are_not_hidden():
    form = Settings({"places": 3})
    assert form.is_valid()
    with pytest.raises(ValueError, match="ours"), refusals_in(form, CompetitionError):
        raise ValueError("ours")
