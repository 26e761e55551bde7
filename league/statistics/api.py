"""Statistics in the REST API: books, records, leaders, players' records, duels."""

from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

import engines
from league.api.fields import choice
from league.competitions.api.base import PAGE, Api, page_of
from league.competitions.models import Competition
from league.competitions.policy.access import door, visible
from league.players.policy.access import player_or_404
from league.statistics.derivation.charts import Bar, Share
from league.statistics.models import Line
from league.statistics.queries import almanac, matches, people
from league.statistics.queries.boards import Board, Leader
from league.statistics.queries.seasons import seasons_of
from league.statistics.queries.several import Several
from matches.api.questions import asked
from matches.api.shapes import shape_of
from matches.policy.access import match_or_404

TallyOut = shape_of(people.Tally, ["played", "won", "drawn", "lost", "goals_for", "goals_against", "goal_difference"])
RivalOut = shape_of(people.Rival, parts=[TallyOut])
NumberOut = shape_of(almanac.Total, called="NumberOut")
RecordOut = shape_of(
    people.PlayerNumbers,
    ["tally", "form", "by_game", "rivals", "figures", "longest_unbeaten"],
    called="RecordOut",
    parts=[TallyOut, RivalOut, NumberOut],
)


class LineOut(serializers.ModelSerializer[Line]):
    """One finished match from the player's side."""

    match = serializers.UUIDField(source="match_id")
    opponent = serializers.UUIDField(source="opponent_id", allow_null=True)
    competition = serializers.UUIDField(source="competition_id", allow_null=True)

    class Meta:
        model = Line
        fields = [
            "match", "side", "opponent", "competition", "game", "goals_for", "goals_against", "outcome", "how",
            "played_at", "board",
        ]  # fmt: skip


LeaderOut = shape_of(Leader)
BoardOut = shape_of(Board, ["name", "title", "rows"], parts=[LeaderOut])
RecordMatchOut = shape_of(almanac.RecordMatch, ["title", "match_id", "home", "away", "home_goals", "away_goals"])
RecordRunOut = shape_of(almanac.RecordRun, ["title", "player_id", "name", "length", "begin", "end"])
RecordListOut = shape_of(almanac.RecordList, parts=[RecordMatchOut, RecordRunOut])


BarOut = shape_of(
    Bar,
    ["minutes", "goals"],
    about="Goals in a span of minutes of the game's own clock.",
    minutes=serializers.CharField(source="label"),
    goals=serializers.IntegerField(source="value"),
)
ShareOut = shape_of(
    Share,
    ["piece", "goals"],
    about="Goals scored by a piece.",
    piece=serializers.CharField(source="label"),
    goals=serializers.IntegerField(source="value"),
)
FortuneOut = shape_of(almanac.Fortune)
FirstKickOffsOut = shape_of(
    almanac.FirstKickOffs,
    ["matches", "won", "drawn", "lost", "goals_for", "goals_against", "points", "points_against"],
)
BOOK = [
    "matches", "goals", "home_wins", "draws", "away_wins", "home_goals", "away_goals", "clean_sheets", "comebacks",
    "first_kick_offs", "minutes", "pieces", "fortune", "totals", "made_at",
]  # fmt: skip
BookOut = shape_of(
    almanac.Almanac,
    BOOK,
    called="BookOut",
    about="The numbers of all matches of a competition or a game. A part that the game does not have is empty.",
    parts=[FirstKickOffsOut, ShareOut, FortuneOut, NumberOut],
    minutes=BarOut(many=True, source="minute_bars", read_only=True),
)
AlmanacOut = shape_of(
    almanac.Almanac,
    [*BOOK, "boards", "records"],
    about="Statistics of a competition's played matches: the top of each leader board, every record's holder.",
    parts=[FirstKickOffsOut, ShareOut, FortuneOut, NumberOut, BoardOut, RecordMatchOut],
    minutes=BarOut(many=True, source="minute_bars", read_only=True),
)
SeveralOut = shape_of(Several, parts=[AlmanacOut])
VersusOut = shape_of(
    people.Versus,
    ["tally", "by_game", "form", "longest_unbeaten", "longest_winning"],
    parts=[TallyOut],
    longest_unbeaten=serializers.IntegerField(source="unbeaten.longest.length"),
    longest_winning=serializers.IntegerField(source="winning.longest.length"),
)
FigureOut = shape_of(matches.FigureRow, ["name", "label", "home", "away", "percent"], called="FigureOut")

SEASONS = OpenApiParameter("seasons", str, enum=["all"], description="All seasons of the competition together.")
GAME = OpenApiParameter("game", str, description="Slug of a game; without it all games together.")
ONE_GAME = OpenApiParameter("game", str, description="Slug of a game; without it the most played.")


def game_asked(request: Request) -> str:
    """Return the game that ``request`` asks for, or nothing. Raises ValidationError."""
    return str(asked(request, "game", choice(engines.games()), ""))


def _almanac(request: Request, competition: Competition) -> almanac.Almanac:
    """Return the almanac of ``competition``, or of all its seasons visible to the reader."""
    if not asked(request, "seasons", choice(["all"])):
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
        record = people.versus(row, rival, game_asked(request), request.user)
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
        numbers = people.player_numbers(player, game_asked(request), reader=request.user)
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
