"""Statistics in the REST API: books, records, leaders, players' records, duels."""

from typing import Any
from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

import engines
from league.competitions.api.base import PAGE, Api, page_of
from league.competitions.models import Competition
from league.competitions.policy.access import door, visible
from league.players.policy.access import player_or_404
from league.statistics.models import Line
from league.statistics.queries import almanac, matches, people
from league.statistics.queries.seasons import seasons_of
from matches.policy.access import match_or_404


class TallyOut(serializers.Serializer[Any]):
    """Matches won, drawn and lost, and goals."""

    played = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    goals_for = serializers.IntegerField()
    goals_against = serializers.IntegerField()
    goal_difference = serializers.IntegerField()


class RivalOut(serializers.Serializer[Any]):
    """A player's record against one opponent."""

    player_id = serializers.UUIDField()
    name = serializers.CharField()
    tally = TallyOut()


class NumberOut(serializers.Serializer[Any]):
    """One number with its label in the reader's language."""

    name = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # a field called like an attribute of fields
    value = serializers.CharField()


class RecordOut(serializers.Serializer[Any]):
    """A player's record. ``form`` has the newest match first."""

    tally = TallyOut()
    form = serializers.ListField(child=serializers.CharField())
    by_game = serializers.DictField(child=TallyOut())
    rivals = RivalOut(many=True)
    figures = NumberOut(many=True)
    longest_unbeaten = serializers.IntegerField()


class LineOut(serializers.ModelSerializer[Line]):
    """One finished match from the player's side."""

    match = serializers.UUIDField(source="match_id")
    opponent = serializers.UUIDField(source="opponent_id", allow_null=True)
    competition = serializers.UUIDField(source="competition_id", allow_null=True)

    class Meta:
        model = Line
        fields = [
            "match", "side", "opponent", "competition", "game", "goals_for", "goals_against", "outcome", "how",
            "played_at",
        ]  # fmt: skip


class LeaderOut(serializers.Serializer[Any]):
    """One line of a leader board."""

    rank = serializers.IntegerField()
    name = serializers.CharField()
    player_id = serializers.UUIDField()
    value = serializers.FloatField()
    matches = serializers.IntegerField()
    percent = serializers.BooleanField()


class BoardOut(serializers.Serializer[Any]):
    """A leader board: its measure and its lines, best first."""

    name = serializers.CharField()
    title = serializers.CharField()
    rows = LeaderOut(many=True)


class RecordMatchOut(serializers.Serializer[Any]):
    """A match that holds a record."""

    title = serializers.CharField()
    match_id = serializers.UUIDField()
    home = serializers.CharField()
    away = serializers.CharField()
    home_goals = serializers.IntegerField()
    away_goals = serializers.IntegerField()


class RecordRunOut(serializers.Serializer[Any]):
    """A run of results that holds a record."""

    title = serializers.CharField()
    player_id = serializers.UUIDField()
    name = serializers.CharField()
    length = serializers.IntegerField()
    begin = serializers.DateTimeField()
    end = serializers.DateTimeField()


class RecordListOut(serializers.Serializer[Any]):
    """The best entries of one record, best first: matches, or runs of results."""

    kind = serializers.CharField()
    title = serializers.CharField()
    how = serializers.CharField()
    matches = RecordMatchOut(many=True)
    runs = RecordRunOut(many=True)


class BarOut(serializers.Serializer[Any]):
    """Goals in a span of minutes of the game's own clock."""

    minutes = serializers.CharField(source="label")
    goals = serializers.IntegerField(source="value")


class ShareOut(serializers.Serializer[Any]):
    """Goals scored by a piece."""

    piece = serializers.CharField(source="label")
    goals = serializers.IntegerField(source="value")


class FortuneOut(serializers.Serializer[Any]):
    """Rolled shots: goals expected from fair dice, and goals scored."""

    shots = serializers.IntegerField()
    expected = serializers.FloatField()
    goals = serializers.IntegerField()


class FirstKickOffsOut(serializers.Serializer[Any]):
    """Matches of which the first kick-off is known, from the side that had it; three points for a win."""

    matches = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    goals_for = serializers.IntegerField()
    goals_against = serializers.IntegerField()
    points = serializers.IntegerField()
    points_against = serializers.IntegerField()


class BookOut(serializers.Serializer[Any]):
    """The numbers of all matches of a competition or a game. A part that the game does not have is empty."""

    matches = serializers.IntegerField()
    goals = serializers.IntegerField()
    home_wins = serializers.IntegerField()
    draws = serializers.IntegerField()
    away_wins = serializers.IntegerField()
    home_goals = serializers.IntegerField()
    away_goals = serializers.IntegerField()
    clean_sheets = serializers.IntegerField()
    comebacks = serializers.IntegerField(allow_null=True)
    first_kick_offs = FirstKickOffsOut(allow_null=True)
    minutes = serializers.SerializerMethodField()
    pieces = ShareOut(many=True)
    fortune = FortuneOut(allow_null=True)
    totals = NumberOut(many=True)
    made_at = serializers.DateTimeField(allow_null=True)

    @extend_schema_field(BarOut(many=True))
    def get_minutes(self, book: almanac.Almanac) -> Any:  # rows of JSON
        """Return goals by minute; empty if the game has no minutes."""
        return BarOut(book.minutes.bars if book.minutes else [], many=True).data


class AlmanacOut(BookOut):
    """Statistics of a competition's played matches: the top of each leader board, every record's holder."""

    boards = BoardOut(many=True)
    records = RecordMatchOut(many=True)


class VersusOut(serializers.Serializer[Any]):
    """The matches between two players, from the first one's side. ``form`` has the newest match first."""

    tally = TallyOut()
    by_game = serializers.DictField(child=TallyOut())
    form = serializers.ListField(child=serializers.CharField())
    longest_unbeaten = serializers.IntegerField(source="unbeaten.longest.length")
    longest_winning = serializers.IntegerField(source="winning.longest.length")


class FigureOut(serializers.Serializer[Any]):
    """One figure of a match, by seat."""

    name = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # a field called like an attribute of fields
    home = serializers.IntegerField()
    away = serializers.IntegerField()
    percent = serializers.BooleanField()


SEASONS = OpenApiParameter("seasons", str, enum=["all"], description="All seasons of the competition together.")
GAME = OpenApiParameter("game", str, description="Slug of a game; without it all games together.")


def _almanac(request: Request, competition: Competition) -> almanac.Almanac:
    """Return the almanac of ``competition``, or of all its seasons visible to the reader."""
    if request.query_params.get("seasons") != "all":
        return almanac.almanac(competition)
    return almanac.almanac(*seasons_of(competition, visible(request.user)))


class CompetitionStatistics(APIView):
    @extend_schema(operation_id="competition_statistics", parameters=[SEASONS], responses=AlmanacOut)
    def get(self, request: Request, competition_id: UUID) -> Response:
        """Get a competition's totals, leaders and records."""
        return Response(AlmanacOut(_almanac(request, door(request.user, competition_id))).data)


class CompetitionRecords(APIView):
    @extend_schema(operation_id="competition_records", parameters=[SEASONS], responses=RecordListOut(many=True))
    def get(self, request: Request, competition_id: UUID) -> Response:
        """Get each record of a competition with its runners-up."""
        book = _almanac(request, door(request.user, competition_id))
        return Response(RecordListOut(book.lists, many=True).data)


class CompetitionLeaders(Api):
    @extend_schema(
        operation_id="competition_leaders",
        parameters=[
            OpenApiParameter("by", str, description="Name of a board; without it goals."),
            SEASONS,
            *PAGE,
        ],
        responses=page_of(LeaderOut),
    )
    def get(self, request: Request, competition_id: UUID) -> Response:
        """Get one leader board of a competition, best first; empty if nobody is on it."""
        book = _almanac(request, door(request.user, competition_id))
        by = request.query_params.get("by", "goals")
        rows = next((board.everybody for board in book.boards if board.name == by), [])
        return Response(self.paged(rows, LeaderOut))


class GameStatistics(APIView):
    @extend_schema(operation_id="game_statistics", responses=BookOut)
    def get(self, request: Request, slug: str) -> Response:
        """Get a game's totals, goals by minute and piece, and luck."""
        return Response(BookOut(_of_game(slug)).data)


class GameRecords(APIView):
    @extend_schema(operation_id="game_records", responses=RecordListOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Get each record of a game with its runners-up."""
        return Response(RecordListOut(_of_game(slug).lists, many=True).data)


def _of_game(slug: str) -> almanac.Almanac:
    if slug not in engines.games():
        raise Http404
    return almanac.of_game(slug)


class Versus(APIView):
    @extend_schema(operation_id="versus", parameters=[GAME], responses=VersusOut)
    def get(self, request: Request, player_id: UUID, rival_id: UUID) -> Response:
        """Get the first player's record, form and runs against the second; all zero if they never met."""
        row, rival = player_or_404(player_id, request.user), player_or_404(rival_id, request.user)
        record = people.versus(row, rival, request.query_params.get("game", ""), request.user)
        return Response(VersusOut(record).data)


class MatchStatistics(APIView):
    @extend_schema(operation_id="match_statistics", responses=FigureOut(many=True))
    def get(self, request: Request, match_id: UUID) -> Response:
        """Get the duel of a finished match; empty during play."""
        rows = matches.match_figures(match_or_404(match_id, request.user))
        return Response(FigureOut(rows, many=True).data)


class PlayerRecord(APIView):
    @extend_schema(
        operation_id="player_record",
        parameters=[GAME],
        responses=RecordOut,
    )
    def get(self, request: Request, player_id: UUID) -> Response:
        """Get a player's wins, draws, losses, goals, form and opponents, and averages in one game."""
        player = player_or_404(player_id, request.user)
        numbers = people.player_numbers(player, request.query_params.get("game", ""), reader=request.user)
        return Response(RecordOut(numbers).data)


class PlayerMatches(Api):
    @extend_schema(
        operation_id="player_matches",
        parameters=PAGE,
        responses=page_of(LineOut),
    )
    def get(self, request: Request, player_id: UUID) -> Response:
        """List a player's finished matches, newest first."""
        rows = people.lines_for(request.user).filter(player=player_or_404(player_id, request.user))
        rows = rows.order_by("-played_at", "-match_id")
        return Response(self.paged(rows, LineOut))
