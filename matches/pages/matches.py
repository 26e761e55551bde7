"""Pages of live matches. ``matches.pages.table`` reads what they show; verbs do the rest."""

from uuid import UUID, uuid4

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

import engines
from matches.json_input import read_json
from matches.limits import limited
from matches.live.calling import call
from matches.live.moves import submit
from matches.live.outcomes import Outcome
from matches.models import Match, Seat
from matches.pages import chat, officials, sides, table, visitor_marks
from matches.pages.visitors import tagged
from matches.policy import access
from matches.replay.playback import dice_record, film, sheet_of
from matches.replay.report import report_of
from matches.verbs import casual, offers
from matches.verbs.guests import seat_user, suggested_name
from matches.verbs.opening import take_seat
from matches.verbs.resuming import beside_it, secrets_are_out
from matches.words import catalogue
from matches.words.decided import clock_of

WEEK = 7 * 24 * 3600


def _match(request: HttpRequest, match_id: UUID) -> Match:
    match = access.match_or_404(match_id, request.user)
    if match.game not in engines.games():
        raise Http404
    return match


@require_GET
@tagged(visitor_marks.finished)
def live(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Show the live table; a finished match shows its result here."""
    match = _match(request, match_id)
    role = access.official_role(match, request.user)
    around_it = {
        "talk": chat.panel(match, request, role),
        "strip": officials.strip(match, role, request.user),
    }
    return TemplateResponse(
        request, "matches/live.html", {**table.page_of(match, request), **around_it, **_what_follows(match)}
    )


def _what_follows(match: Match) -> dict[str, object]:
    """Return what follows a match: its rematch or the offer of one, and the match that continues it."""
    again = beside_it(match)
    if not match.result:
        return again
    return {**again, "next": casual.next_match(match), "asked": offers.seat_asking_again(match)}


@require_GET
@tagged(visitor_marks.finished)
def around(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Show the invitation, or the result and what follows: the part that depends on the status.

    With ``part`` in the query it leaves out what is elsewhere on the page: the asking element is itself replaced by the
    answer to another such request, and htmx finds no other place from an element that is no longer in the page.
    """
    match = _match(request, match_id)
    context = table.page_of(match, request)
    context |= {**_what_follows(match), "fragment": "part" not in request.GET}
    return TemplateResponse(request, "matches/_around.html", context)


@require_POST
def move(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Make one move from the plain form, through the same verb as every other move."""
    match = _match(request, match_id)
    seats = access.seats_of(match, request.user)
    asked_seat = request.POST.get("seat")
    if not seats:
        raise Http404
    try:
        outcome = call(
            submit(
                match_id=match.id,
                seat=next((seat for seat in seats if seat == asked_seat), seats[0]),
                by=str(request.user.pk),
                moves=[read_json(request.POST["move"])],
                client_id=UUID(request.POST["client_id"]),
                v=int(request.POST["v"]),
            )
        )
    except (KeyError, ValueError) as error:
        messages.error(request, str(error))
    else:
        if not outcome.done:
            messages.error(request, _refused(match, outcome))
    return redirect("matches:live", match.id)


def _refused(match: Match, outcome: Outcome) -> str:
    """Return why a move was refused, with a link to the rule if the rules page has it."""
    reason = outcome.reason or _("The match has moved on: check the board.")
    if not outcome.rule:
        return reason
    link = '{} <a href="/games/{}/#{}" target="_blank" rel="noopener" aria-label="{}">{}</a>'
    return format_html(link, reason, match.game, outcome.rule, _("Rule, in a new tab"), _("Rule"))


@require_POST
@limited("play")
def rematch(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Offer a rematch; if the other side already did, or is a bot, open it."""
    match = _match(request, match_id)
    seat = access.seat_of(match, request.user)
    if seat is None:
        messages.error(request, _("Only the two who played can play again."))
        return redirect("matches:live", match.id)
    try:
        answer = offers.act(match_id=match.id, seat=seat, kind="rematch", do="make", client_id=uuid4())
    except ValueError as error:
        messages.error(request, str(error))
        return redirect("matches:live", match.id)
    return redirect("matches:live", answer.next_match or match.id)


@require_GET
def replay(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Send the reader of an older link on to the report, at the same move."""
    match = _match(request, match_id)
    return redirect(
        f"{reverse('matches:report', args=[match.pk])}?{request.GET.urlencode()}".rstrip("?"), permanent=True
    )


@require_GET
@tagged(visitor_marks.finished)
@limited("board", methods=("GET",))
def report(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Show the match step by step beside its timeline, and what it came to, complete without a script.

    ``?v=`` is the move after which the board stands, ``?goal=`` one that a script plays from a little before.
    """
    match = _match(request, match_id)
    frame = table.frame_of(match)
    asked = request.GET.get("v") or request.GET.get("goal") or ""
    v = int(asked) if asked.isdecimal() and len(asked) < 9 else None
    told = report_of(match, table.language(), table.names_of(frame), v)
    context = {
        **frame,
        **beside_it(match),
        "report": told,
        "board": told.shown.board if told.shown else frame["board"],
        "rows": import_string(settings.MATCH_FIGURES)(match),
        "pieces": import_string(settings.MATCH_PIECES)(match),
        "ruling_url": officials.ruling_url(match, request.user),
    }
    return TemplateResponse(request, "matches/report.html", context)


@require_GET
@limited("board", methods=("GET",))
def steps(request: HttpRequest, match_id: UUID) -> JsonResponse:
    match = _match(request, match_id)
    answer = JsonResponse(film(match))
    if match.status == Match.Status.FINISHED:
        # Only the reader's own browser keeps a closed match, and asks for it each time.
        answer["Cache-Control"] = "private, no-cache" if match.closed else f"public, max-age={WEEK}"
    return answer


@require_GET
def sheet(request: HttpRequest, match_id: UUID, form: str) -> HttpResponse:
    """Return the match sheet, to keep and to replay anywhere: text for people, JSON for programs."""
    match = _match(request, match_id)
    if match.snapshot is None or match.status not in (Match.Status.FINISHED, Match.Status.VOID):
        raise Http404  # the moves of a running match may be sealed
    if not match.has_sheet:
        raise Http404  # it begins in the middle of play: its moves alone lead nowhere
    kind = "application/json" if form == "json" else "text/plain; charset=utf-8"
    answer = HttpResponse(sheet_of(match, form), content_type=kind)
    answer["Content-Disposition"] = f'attachment; filename="{match.game}-{match.id}.{form}"'
    return answer


@require_GET
@tagged(visitor_marks.finished)
def verify(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Show the check of the dice; the secret is in the page once the match is over."""
    match = _match(request, match_id)
    record = dice_record(match) if secrets_are_out(match) else None
    return TemplateResponse(
        request, "matches/verify.html", {**table.frame_of(match), **beside_it(match), "record": record}
    )


@require_http_methods(["GET", "POST"])
@limited("play")
def join(request: HttpRequest, invite: str) -> HttpResponseBase:
    """Let a friend take a place of an invite link, with a nickname."""
    seat = Seat.objects.filter(invite=invite).exclude(invite="").select_related("match").first()
    if seat is None:
        table_of = _own_table(request)
        if table_of is not None:
            return redirect("matches:live", table_of)
        return TemplateResponse(request, "matches/taken.html", status=410)
    refused, nickname = "", request.POST.get("nickname", "").strip()
    if request.method == "POST":
        try:
            take_seat(invite=invite, user=seat_user(request, nickname))
            return redirect("matches:live", seat.match_id)
        except ValueError as error:
            if _own_table(request) is not None:
                return redirect("matches:live", seat.match_id)
            refused = str(error)
    match = access.match_or_404(seat.match_id, request.user)
    frame = table.frame_of(match)
    gathering = sides.gathered(match, table.seats_of(match), "", request)
    host = gathering[0].people[0] if gathering else frame["home" if seat.side == "away" else "away"].name
    context = {"seat": seat, "host_name": host, "refused": refused, "nickname": nickname or suggested_name()}
    context.update(frame, pace=clock_of(match), gathering=gathering)
    return TemplateResponse(request, "matches/join.html", context, status=422 if refused else 200)


def _own_table(request: HttpRequest) -> UUID | None:
    """Return the match of a form for a place there, if its sender has one: the form was sent twice."""
    try:
        match = access.match_or_404(UUID(request.POST.get("match", "")), request.user)
    except (ValueError, Http404):
        return None
    return match.id if access.seats_of(match, request.user) else None


@require_GET
def word_list(request: HttpRequest, lang: str, mark: str) -> HttpResponse:
    """Return the words of the table in one language; the mark in the address changes with them."""
    if lang not in dict(settings.LANGUAGES):
        raise Http404
    answer = HttpResponse(catalogue.words(lang), content_type="application/json")
    fresh = mark == catalogue.mark(lang)
    answer["Cache-Control"] = "public, max-age=31536000, immutable" if fresh else "no-cache"
    return answer
