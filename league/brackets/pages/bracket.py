"""The page of a competition's brackets, and their picture."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from league.brackets import drawing, layout
from league.brackets.pages import sections
from league.competitions.pages import reading, structure, visitor_marks
from league.competitions.pages.public import page_context
from league.competitions.setup.stages import BRACKETS
from matches.pages.visitors import tagged


@tagged(visitor_marks.competition)
def bracket(request: HttpRequest, slug: str) -> HttpResponse:
    """Show every bracket of the competition, or the ``?part=`` of a big one."""
    competition, context = page_context(request, slug, "bracket")
    entry = reading.entry_of(request.user, competition)
    section = sections.section_of(request.GET, entry.pk if entry else None)
    frame = structure.frame_of(competition, structure.rounds_of_brackets, part=section.ties_to_read)
    stages = frame.stages
    trees = [stage for stage in stages if stage.format in BRACKETS]
    if not trees:
        return redirect("competitions:table", slug)
    drawn = sections.shown_parts(trees, section)
    layout.tell_clocks(drawn)
    view = request.GET.get("view", "")
    entrants = reading.named_entrants(competition, section.entrants) if section.keys else layout.entrants_in(drawn)
    of = section.of if any(str(entrant.pk) == section.of for entrant in entrants) else ""
    context |= {
        "trees": [parts for parts in drawn if parts],
        "parts": [part for parts in drawn for part in parts],
        "section": section,
        "stage": trees[0],
        "playing": reading.playing(leg for tie in layout.ties_in(drawn) for leg in tie.legs),
        "progress": reading.progress(reading.matchdays(stages, frame.counts)),
        "view": view if view in ("rounds", "tree", "list") else "",
        "choices": reading.choices(entrants, of),
        "of": of,
    }
    return render(request, "competitions/bracket.html", context)


@require_safe
def bracket_picture(request: HttpRequest, slug: str) -> HttpResponse:
    """Serve ``bracket.svg``: the brackets, or the ``?part=`` of a big one, as one picture to share; ``?theme=dark``."""
    competition, _context = page_context(request, slug, "bracket")
    section = sections.section_of(request.GET)
    stages = structure.frame_of(competition, structure.rounds_of_brackets, part=section.ties_to_read).stages
    drawn = sections.shown_parts([stage for stage in stages if stage.format in BRACKETS], section)
    if not any(drawn):
        raise Http404
    address = request.build_absolute_uri(reverse("competitions:bracket", args=[slug]))
    theme = "dark" if request.GET.get("theme") == "dark" else "light"
    picture = drawing.picture(competition, [parts for parts in drawn if parts], address, theme)
    answer = HttpResponse(picture, content_type="image/svg+xml; charset=utf-8")
    answer["Content-Disposition"] = f'inline; filename="{slug}.svg"'
    return answer
