"""House player: plays the entrant who would have the bye of an evening, and scores for nobody.

It holds no place, and has no seed and no row in the table. Its opponent gets the points of the result in the ledger, as
from a bye; goals, sums over opponents, ratings and the figures of the competition leave the match out.
"""

from string import ascii_uppercase

from django.utils.translation import gettext as _

from league.competitions.models import Competition, Entrant
from league.players.verbs.bots import ensure_bots
from league.players.verbs.guests import guest

CODES = ("HSE", *(f"HS{sign}" for sign in ascii_uppercase), *(f"H{number}" for number in range(10, 100)))
"""Short codes of the house: the first that no entrant has."""


def enter_house(row: Competition, odd: str, name: str) -> Entrant:
    """Enter the house in ``row``: a person called ``name`` or a bot of middle strength. Needs the lock."""
    used = set(row.entrants.values_list("code", flat=True))
    code = next(code for code in CODES if code not in used)
    if odd == "house_bot":
        player_ids = set(row.entrants.values_list("player_id", flat=True))
        bots = ensure_bots()
        middle = bots[len(bots) // 2 :] + bots[: len(bots) // 2]
        player = next((bot for bot in middle if bot.id not in player_ids), middle[0])
        return Entrant.objects.create(
            competition=row, player=player, name=player.nickname, code=code, status=Entrant.Status.HOUSE
        )
    player = guest(nickname=name or _("House player"))
    return Entrant.objects.create(
        competition=row, player=player, name=player.nickname, code=code, status=Entrant.Status.HOUSE
    )
