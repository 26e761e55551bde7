"""Tables as somebody sits at them: each game in its middle and in its placement, a practice board, one screen for two.

For the screenshots; bots made the moves, by the write path of every match.
"""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID, uuid4

import engines
from engines import bots
from engines.core.drawing import Choice
from league.players.models import User
from matches.live.moves import submit
from matches.live.running import hall
from matches.models import Match
from matches.verbs import casual, guided
from matches.verbs.opening import Opening, Sitter, open_match
from tests.browser.sitemap import Shown, elsewhere
from tests.matches.table import run, start

MIDDLE = {"super_goal": 25, "soccer_tactics": 40, "fuba": 90, "dom_jim": 30, "six_a_side": 40}
"""After so many decisions a match has something to show."""
PLACED = ("fuba", "six_a_side")
"""Games that begin with a placement."""


def tables(people: tuple[User, User]) -> list[Shown]:
    """Each of them, seen by the first of ``people``, who sits at home and is to act."""
    pages = {f"match-{game}": elsewhere(played, people, game, count) for game, count in MIDDLE.items()}
    pages |= {f"match-placing-{game}": elsewhere(played, people, game, 0) for game in PLACED}
    pages |= {
        "match-waiting": elsewhere(casual.play_friend, user=people[0], game="super_goal").pk,
        "match-hot-seat": elsewhere(casual.hot_seat, user=people[0], second="Bice", game="six_a_side").pk,
        "match-practice": elsewhere(casual.practice, user=people[0], game="soccer_tactics").pk,
    }
    pages |= {f"match-guided-{game}": elsewhere(coached, people[0], game) for game in guided.coached()}
    return [Shown(name, f"/matches/{match_id}/", people[0]) for name, match_id in pages.items()]


def coached(user: User, game: str) -> UUID:
    """A guided match that has just begun."""
    match = guided.start(user=user, game=game)
    run(lambda: start(match))
    return match.pk


def anything(_choices: list[Choice]) -> bool:
    """Whatever home may choose from will do."""
    return True


def played(
    people: tuple[User, User], game: str, decisions: int, ready: Callable[[list[Choice]], bool] = anything
) -> UUID:
    """A match of ``people`` after so many decisions at least, home to act and its choices ``ready``."""
    home, away = (Sitter(user=user) for user in people)
    match = open_match(
        Opening(game=game, options=engines.get(game).house_options, home=home, away=away, title="Giovedì al bar")
    )

    async def play(match: Match = match) -> None:
        await start(match)
        runtime = hall().runtime(match.pk)
        while runtime.row.status == "live":
            to_act, v = runtime.game.to_act(runtime.state), runtime.row.version
            view, moves = runtime.game.view(runtime.state, to_act[0]), runtime.game.legal(runtime.state, to_act[0])
            if v >= decisions and to_act[0] == "home" and ready(runtime.game.choices(view, "home", moves)):
                return
            move = bots.choose(game, "greedy", view, to_act[0], moves, v)
            await submit(match_id=match.pk, seat=to_act[0], moves=[move], client_id=uuid4(), v=v)

    run(play)
    return match.pk
