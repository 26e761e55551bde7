"""Another database goes on from an earlier version: what a process remembers is not believed, nor what it is sent."""

from __future__ import annotations

import uuid

import pytest

from matches.live import moves
from matches.live.outcomes import Outcome
from matches.live.running import Hall, hall
from matches.models import Match, MatchEvent
from tests.matches.table import check_log, duel, run, start

pytestmark = pytest.mark.django_db(transaction=True)


async def corner(here: Hall, match: Match, n: int, v: int, **more) -> Outcome:
    """Home chooses a corner, sealed."""
    asked = {"match_id": match.id, "seat": "home", "moves": [{"type": "corner", "n": n}], "v": v}
    return await moves.submit_in(here, **{"client_id": uuid.uuid4(), **asked, **more})


_AS_IT_WAS = """
UPDATE matches_match SET version = t.version, snapshot = t.snapshot FROM tail_of t
WHERE t.id = matches_match.id AND matches_match.id = %s AND t.version = %s
"""


async def lose_the_end(here: Hall, match: Match, v: int) -> None:
    """The database is as it was at version ``v``."""
    async with here.connection() as link:
        await link.execute("DELETE FROM matches_matchevent WHERE match_id = %s AND seq > %s", (match.id, v))
        await link.execute(_AS_IT_WAS, (match.id, v))


@pytest.fixture
def sealed(cast, db):
    """A match in which the sides choose in secret, and a note of each of its positions."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE tail_of (id uuid, version int, snapshot jsonb)")
        cursor.execute(
            "CREATE FUNCTION note() RETURNS trigger AS $$ BEGIN INSERT INTO tail_of VALUES "
            "(NEW.id, NEW.version, NEW.snapshot); RETURN NEW; END $$ LANGUAGE plpgsql"
        )
        cursor.execute("CREATE TRIGGER note AFTER UPDATE ON matches_match FOR EACH ROW EXECUTE FUNCTION note()")
    yield duel(cast.anna, cast.bruno, options={"sealed": True, "kicks": 10})
    with connection.cursor() as cursor:
        cursor.execute("DROP TRIGGER note ON matches_match; DROP FUNCTION note(); DROP TABLE tail_of")


@pytest.mark.parametrize("told", [True, False])
def test_the_same_version_of_another_history(sealed, told):
    """One process knows the lost end, another has played on to the same version: without a word of the new timeline
    the first would write on the position that it remembers, and the log would not lead to what is stored."""

    async def scenario():
        old, new = hall(), Hall()
        await start(sealed)
        assert (await corner(old, sealed, 1, 0)).done and (await corner(old, sealed, 1, 1)).done
        await lose_the_end(old, sealed, 0)
        for v in (0, 1):
            assert (await corner(new, sealed, 2, v)).done
        if told:
            old.set_timeline(old.timeline + 1)
        done = await corner(old, sealed, 3, 2)
        await new.close()
        return done

    assert run(scenario).kind == "applied"
    if told:
        assert check_log(sealed.id).version == 3
    else:
        with pytest.raises(AssertionError):
            check_log(sealed.id)


@pytest.mark.parametrize("timeline", [1, None])
def test_a_move_of_the_lost_end_is_not_played_as_another(sealed, timeline):
    """Sent again with the timeline that it was made in it is stale, though its version has come again; the control
    does not say the timeline."""
    lost = uuid.uuid4()

    async def scenario():
        here = hall()
        await start(sealed)
        assert (await corner(here, sealed, 1, 0)).done
        assert (await corner(here, sealed, 1, 1, client_id=lost)).done
        before = here.timeline
        await lose_the_end(here, sealed, 0)
        here.set_timeline(before + 1)
        assert (await corner(here, sealed, 2, 0)).done
        return await corner(here, sealed, 1, 1, client_id=lost, timeline=timeline and before)

    outcome = run(scenario)
    assert outcome.kind == ("stale" if timeline else "applied")
    assert MatchEvent.objects.filter(match=sealed, client_id=lost).exists() is not bool(timeline)
    check_log(sealed.id)


def test_who_looks_on_is_shown_what_is_left(sealed):
    """A socket at the table is sent the whole position of the database that goes on, though nobody moves."""
    shown = []

    class Eyes:
        seats, seat, user, device, view, v, both, elsewhere, held = {}, None, None, "", "public", 2, False, False, None

        def put(self, text):
            shown.append(text)

    async def scenario():
        here = hall()
        await start(sealed)
        for v in (0, 1):
            await corner(here, sealed, 1, v)
        here.runtime(sealed.id).sockets.add(Eyes())
        await lose_the_end(here, sealed, 1)
        here.set_timeline(here.timeline + 1)
        await here.drain()
        here.runtime(sealed.id).sockets.clear()
        return here.timeline

    timeline = run(scenario)
    assert len(shown) == 1 and '"t":"full","v":1,' in shown[0] and f'"timeline":{timeline}' in shown[0]
