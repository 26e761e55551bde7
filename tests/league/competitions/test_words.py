"""Stored sentences are read in the language of their reader, their days too."""

import pytest
from django.utils import translation

from engines.core.text import text
from league.competitions.words import translated


@pytest.mark.parametrize(("lang", "told"), [("en", "24 Nov 2026"), ("it", "24 nov 2026")])
def test_a_day_is_told_as_its_reader_writes_it(lang, told):
    with translation.override(lang):
        assert translated(text("{day}", day="2026-11-24")) == told
        assert translated(text("{day}", day="2026-13-24")) == "2026-13-24", "a name that has the look of a day"
