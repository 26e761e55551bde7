"""The cards of the lobby on a phone: what state a match is in can be read whole, in both languages."""

from __future__ import annotations

import pytest

from matches.models import Match
from matches.verbs import casual


@pytest.mark.parametrize(("language", "word"), [("en", "Paused"), ("it", "In pausa")])
def test_the_chip_of_a_card_is_not_cut(site, cast, language, word):
    for user in (cast.anna, cast.bruno):
        match = casual.play_bot(user=user, game="super_goal", bot="greedy")
        match.status = Match.Status.PAUSED
        match.title = "A long title of a friendly match"
        match.save()
    visitor = site.visitor(phone=True, language=language)
    visitor.goto("/live/")
    chip = visitor.page.locator(".livecard .chip").first
    assert chip.inner_text() == word
    assert chip.evaluate("chip => chip.scrollWidth <= chip.clientWidth"), "the word is cut"
    assert visitor.page.evaluate("document.documentElement.scrollWidth") == visitor.page.evaluate("innerWidth")
