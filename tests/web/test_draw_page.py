"""The page of a draw shows the names; what proves the draw waits behind one line."""

import re

import pytest

from league.competitions.models import Round
from league.competitions.verbs import drawing, entries, rounds
from tests.league.builders import competition
from tests.web.test_competitions import as_, clean

HASH = re.compile(r"\b[0-9a-f]{64}\b")


def parts(page):
    """The page without what is folded, and the folded parts."""
    main = page.split("<main")[1].split("</main>")[0]
    folded = re.findall(r"<details.*?</details>", main, re.S)
    return re.sub(r"<details.*?</details>", "", main, flags=re.S), folded


def drawn(cast, **values):
    cup = competition(cast.organiser, places=4, **values)
    entries.enter_names(competition=cup, by=cast.organiser, names=["Ada", "Bice", "Carlo", "Dora"])
    drawing.draw(competition=cup, by=cast.organiser)
    return cup


def test_the_ceremony_stands_alone(client, cast):
    cup = drawn(cast)
    shown, folded = parts(clean(as_(client, cast.organiser).get(f"/competitions/{cup.slug}/draw/")))
    assert "Ada" in shown and not HASH.search(shown), "no hash beside the names"
    assert "?run" not in shown and len(folded) == 1
    assert len(set(HASH.findall(folded[0]))) >= 3 and "?run" in folded[0]
    assert not folded[0].split(">")[0].endswith("open")


@pytest.mark.parametrize("advance", ["auto", "click"])
def test_the_start_promises_an_open_round_only_if_it_opens_one(client, cast, advance):
    cup = drawn(cast, advance=advance)
    organiser = as_(client, cast.organiser)
    told = [clean(organiser.get(f"/competitions/{cup.slug}/{page}/")) for page in ("draw", "console")]
    rounds.start(competition=cup, by=cast.organiser)
    opened = Round.objects.filter(stage__competition=cup, status=Round.Status.OPEN).exists()
    assert ["opens the first round" in page for page in told] == [opened, opened]


def test_the_check_opens_the_line(client, cast):
    cup = drawn(cast)
    _shown, folded = parts(clean(client.get(f"/competitions/{cup.slug}/draw/?run")))
    assert folded[0].split(">")[0].endswith("open") and 'data-k="won"' in folded[0] and 'role="status"' in folded[0]
    assert "?run" not in folded[0]
