"""The proof of a competition is checked in the reader's browser: the site's own, and a file with one byte changed."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from deploy import offline
from league.competitions import demo
from league.competitions.proof.writing import lines
from league.competitions.verbs import create, entries, rounds
from tests.browser.sitemap import elsewhere
from tests.cast import Cast


@pytest.fixture
def cast(transactional_db):
    return Cast.make()


def test_a_good_proof_holds_and_a_changed_byte_is_named(site, cast, tmp_path):
    offline.build()
    cup = create.create(
        by=cast.organiser,
        name="A league of bots",
        game="super_goal",
        preset="league",
        places=3,
        options={"half_turns": 5},
        settings={"times": 1},
        advance="auto",
    )
    create.publish(competition=cup, by=cast.organiser)
    entries.add_bots(competition=cup, by=cast.organiser, level="random")
    rounds.start(competition=cup, by=cast.organiser)
    assert elsewhere(demo.play_rounds, cup, until=20)
    page = site.visitor("reader").page
    page.goto(f"{site.url}/competitions/{cup.slug}/proof/check/")
    checked, state = page.locator("[data-proof]"), "data-state"
    page.get_by_role("button", name="Check this competition").click()
    expect(checked).to_have_attribute(state, "good", timeout=120_000)
    assert page.get_by_role("listitem").filter(has_text="3 matches replay").is_visible()
    assert page.locator("[data-note=own]").is_visible(), "it is signed with the key of this site"

    raw = "".join(lines(cup)).encode()
    at = raw.index(b'"kind":"sheet"') + 40
    place = raw[:at].count(b"\n") + 1
    false = tmp_path / "false.proof"
    false.write_bytes(raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :])
    page.locator("input[type=file]").set_input_files(false)
    expect(checked).to_have_attribute(state, "wrong", timeout=120_000)
    assert page.locator("[data-told=wrong] [data-more]").inner_text().startswith(f"line {place} (from byte ")
