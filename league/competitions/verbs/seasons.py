"""Season after season: the next competition of several divisions, with those who go up, go down and stay.

Who moves follows from the final tables and the play-offs alone (``league.formats.divisions``); the new season is a
competition of its own that knows the one before.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from engines.core.text import text
from league.competitions import journal
from league.competitions.book import Book, open_book
from league.competitions.derive import derive
from league.competitions.errors import WrongStep
from league.competitions.facts import Derived
from league.competitions.locks import locked
from league.competitions.models import Competition, Entrant, Stage
from league.competitions.tables import table_of
from league.competitions.verbs import create
from league.competitions.verbs.entries import carry_over
from league.formats.divisions import Move, next_season
from league.players.models import User


def following(*, competition: Competition, by: User, newcomers: Sequence[str] = ()) -> Competition:
    """The next season of ``competition``, its registration open, everybody in their new division. Again: the same.

    Raises WrongStep unless it is a finished season of divisions.
    """
    with locked(competition.id) as row:
        made = row.following.order_by("season").first()
        if made is not None:
            return made
        stage = row.stages.filter(format=Stage.Format.DIVISIONS).first()
        if stage is None or row.status != Competition.Status.FINISHED:
            raise WrongStep(_("The next season follows a season of divisions that is over."))
        divisions = placed(row)
        settings = {key: value for one in row.stages.all() for key, value in one.settings.items() if key != "moves"}
        made = create.create(
            by=row.owner,
            name=_next_name(row),
            game=row.game,
            preset=row.preset,
            places=max(row.places, sum(map(len, divisions))),
            options=row.options,
            settings=settings,
            description=row.description,
            round_hours=row.round_hours,
            no_show_minutes=row.no_show_minutes,
            unplayed=row.unplayed,
            withdrawals=row.withdrawals,
            move_seconds=row.move_seconds,
            budget_seconds=row.budget_seconds,
            bot_seconds=row.bot_seconds,
            side_size=row.side_size,
            bots_allowed=row.bots_allowed,
            listed=row.listed,
            chat=row.chat,
            chat_spectators=row.chat_spectators,
            standings=row.standings,
        )
        made.previous, made.season = row, row.season + 1
        made.save(update_fields=["previous", "season"])
        made = create.publish(competition=made, by=by)
        carry_over(row, made, divisions)
        journal.record(row, by, "season", text("made the next season, {name}", name=made.name))
        journal.changed(row)
    return made


def placed(row: Competition) -> list[list[str]]:
    """The divisions of the season after ``row``: entrants of ``row`` (ids), the strongest first."""
    book = open_book(row)
    derived = derive(book)
    part = next(one for one in book.stages if one.stage.format == Stage.Format.DIVISIONS)
    orders = [table_of(book, derived, group).order for group in part.groups]
    moves = [Move(move["direct"], move["playoff"]) for move in part.stage.settings["moves"]]
    gone = {str(one) for one in derived.log.withdrawn}
    return next_season(orders, moves, playoff_winners=_winners(book, derived), leaving=gone)


def _winners(book: Book, derived: Derived) -> list[str]:
    playoffs = [part for part in book.stages if part.stage.format == Stage.Format.PLAYOFFS]
    winners = [derived.ties[tie.id].winner for part in playoffs for round in part.rounds for tie in book.ties[round.id]]
    return [str(winner.id) for winner in winners if isinstance(winner, Entrant)]


def _next_name(row: Competition) -> str:
    """The name with the number of the season at its end."""
    plain = row.name.removesuffix(f" {row.season}") if row.season > 1 else row.name
    return f"{plain[:74]} {row.season + 1}"
