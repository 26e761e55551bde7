"""All rolls of the site against fair dice, counted as matches end: the page reads the counts alone."""

from collections import defaultdict
from collections.abc import Sequence

from django.db.models import Count, Sum
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.views.decorators.http import require_GET

from matches.models import CheckedMatch, FaceCount
from matches.pages.visitors import tagged
from matches.replay.fair_dice import die_of, within_chance

SHOWN = 20
"""Matches with wrong rolls that are named."""


def mark(request: HttpRequest) -> Sequence[object]:
    """Return how many rolls are counted. One query."""
    return (FaceCount.objects.aggregate(Sum("rolls"))["rolls__sum"],)


@require_GET
@tagged(mark)
def fairness(request: HttpRequest) -> HttpResponse:
    """Show each kind of die with its faces and its test. Three queries."""
    kinds: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for sides, face, rolls in FaceCount.objects.values_list("sides", "face", "rolls"):
        kinds[sides][face] = rolls
    dice = [die_of(sides, fell) for sides, fell in sorted(kinds.items()) if sides > 1]
    checked = CheckedMatch.objects.aggregate(
        matches=Count("pk"), every=Sum("rolls", default=0), wrong_ones=Sum("wrong", default=0)
    )
    bad = list(CheckedMatch.objects.filter(wrong__gt=0)[:SHOWN]) if checked["wrong_ones"] else []
    context = {"dice": dice, "checked": checked, "bad": bad, "usual": within_chance(dice)}
    return TemplateResponse(request, "matches/fairness.html", context)
