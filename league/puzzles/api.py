"""Puzzles in the REST API: find one, read its position, answer it. The first answer of a person counts."""

from random import Random
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

import engines
from engines.puzzles import themes
from league.api.fields import choice
from league.competitions.api.base import PAGE, Api, page_of, text_filter
from league.puzzles import queries, verbs
from league.puzzles.models import Attempt, Puzzle
from league.puzzles.showing import Position, reason
from matches.api.questions import asked

FIRST_LEVEL = 1500.0
FILTERS = [text_filter("game", "Of this game alone."), text_filter("theme", "Of this theme alone.")]


class PuzzleOut(serializers.ModelSerializer[Puzzle]):
    """A puzzle without its answer. ``position`` is one line, ``seat`` decides in it."""

    position = serializers.CharField(source="line")

    class Meta:
        model = Puzzle
        fields = ["code", "game", "kind", "theme", "seat", "position", "rating", "tried", "solved", "offered"]


class PuzzleMoveOut(serializers.Serializer[Any]):
    """A legal move: its notation is the answer to send."""

    notation = serializers.CharField()
    words = serializers.CharField()


class AttemptOut(serializers.ModelSerializer[Attempt]):
    """Your first answer, with your level after it."""

    class Meta:
        model = Attempt
        fields = ["answer", "right", "rating", "change", "at"]


class FullPuzzleOut(PuzzleOut):
    """A puzzle with its moves; ``solution`` and ``attempt`` are null until you have answered.

    On the day of a puzzle that you have met before, ``solution`` is null until you answer again.
    """

    moves = PuzzleMoveOut(many=True)
    solution = serializers.CharField(allow_null=True)
    attempt = AttemptOut(allow_null=True)

    class Meta(PuzzleOut.Meta):
        fields = [*PuzzleOut.Meta.fields, "moves", "solution", "attempt"]


class PuzzleAnswerIn(serializers.Serializer[Any]):
    """An answer."""

    answer = serializers.CharField(max_length=80, help_text="The notation of one of the puzzle's moves.")


class PuzzleAnswerOut(serializers.Serializer[Any]):
    """A judged answer. ``counted`` is false for all but your first; ``line`` tells what follows, move by move."""

    right = serializers.BooleanField()
    counted = serializers.BooleanField()
    solution = serializers.CharField()
    why = serializers.CharField()
    line = serializers.ListField(child=serializers.CharField())
    attempt = AttemptOut()


class _PuzzleApi(Api):
    def full(self, puzzle: Puzzle) -> Response:
        """Answer with a puzzle; its solution is told to those who have answered it, on its day on that day."""
        position = Position(puzzle.line, puzzle.seat)  # type: ignore[arg-type]  # a seat, as the loader wrote it
        user = self.request.user
        attempts = Attempt.objects.filter(user=user, puzzle=puzzle) if user.is_authenticated else Attempt.objects.none()
        attempt = attempts.select_related("puzzle").first()
        is_answered = attempt is not None and not queries.met_before(attempt, timezone.localdate())
        body = {
            **PuzzleOut(puzzle).data,
            "moves": [{"notation": notation, "words": words} for notation, words in position.labels.items()],
            "solution": puzzle.solution if is_answered else None,
            "attempt": AttemptOut(attempt).data if attempt is not None else None,
        }
        answer = Response(body)
        answer["Cache-Control"] = "private, no-store"
        return answer

    def filters(self) -> tuple[str, str]:
        """Return game and theme that the address asks for. Raises ValidationError."""
        game = asked(self.request, "game", choice(engines.games()), "")
        return game, asked(self.request, "theme", choice(themes.NAMES), "")


class Puzzles(_PuzzleApi):
    @extend_schema(operation_id="puzzles_list", parameters=[*FILTERS, *PAGE], responses=page_of(PuzzleOut))
    def get(self, request: Request) -> Response:
        """List the offered puzzles, the easiest first."""
        return Response(self.paged(queries.puzzles_offered(*self.filters()).order_by("rating", "code"), PuzzleOut))


class DailyPuzzle(_PuzzleApi):
    @extend_schema(operation_id="puzzles_daily", responses=FullPuzzleOut)
    def get(self, request: Request) -> Response:
        """Get the puzzle of today."""
        puzzle = queries.daily(timezone.localdate())
        if puzzle is None:
            raise Http404
        return self.full(puzzle)


class NextPuzzle(_PuzzleApi):
    @extend_schema(operation_id="puzzles_next", parameters=FILTERS, responses=FullPuzzleOut)
    def get(self, request: Request) -> Response:
        """Get a puzzle near your level that you have not answered."""
        game, theme = self.filters()
        attempted: list[str] = []
        level = FIRST_LEVEL
        if request.user.is_authenticated:
            user = self.signed_in()
            attempted = list(queries.known_to(user))
            level = queries.solver_of(user, game).rating if game else FIRST_LEVEL
        puzzle = queries.next_puzzle(game, theme, level, attempted, Random())
        if puzzle is None:
            raise Http404
        return self.full(puzzle)


class OnePuzzle(_PuzzleApi):
    limits = {"POST": "puzzle"}

    @extend_schema(operation_id="puzzles_read", responses=FullPuzzleOut)
    def get(self, request: Request, code: str) -> Response:
        """Get a puzzle with its legal moves."""
        return self.full(get_object_or_404(Puzzle, pk=code))

    @extend_schema(operation_id="puzzles_answer", request=PuzzleAnswerIn, responses=PuzzleAnswerOut)
    def post(self, request: Request, code: str) -> Response:
        """Answer a puzzle; only your first answer changes your level.

        The first on the day of a puzzle counts for your days in a row, even if you have met it before.
        """
        user, puzzle = self.signed_in(), get_object_or_404(Puzzle, pk=code)
        position = Position(puzzle.line, puzzle.seat)  # type: ignore[arg-type]  # a seat, as the loader wrote it
        move = position.find(self.checked_body(PuzzleAnswerIn)["answer"])
        if move is None:
            raise ValidationError({"answer": ["This is no move of the position: send the notation of one of moves."]})
        notation, day = position.game.notation(move), queries.day_of(puzzle, timezone.localdate())
        earlier = Attempt.objects.filter(user=user, puzzle=puzzle).exists()
        attempt = verbs.answer(user=user, puzzle=puzzle, move=notation, day=day)
        explanation = reason(puzzle, position, move)
        body = {
            "right": explanation.right,
            "counted": not earlier,
            "solution": puzzle.solution,
            "why": explanation.why,
            "line": [step.words for step in explanation.steps[1:]],
            "attempt": AttemptOut(attempt).data,
        }
        return Response(body)
