"""Export of a competition as a file, and the import page for signed-in organisers."""

from collections.abc import AsyncIterator, Iterator

from asgiref.sync import sync_to_async
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from league.competitions.exchange.checking import MOST_BYTES, parsed
from league.competitions.exchange.faults import BadFile
from league.competitions.exchange.writing import exported
from league.competitions.pages.public import page_context
from league.competitions.policy import access
from league.competitions.proof import signing
from league.competitions.proof.writing import lines
from league.competitions.verbs.importing import take_in
from league.players.policy.access import account_of
from matches.limits import limited
from matches.pages import offline


@limited("export", ("GET", "HEAD"))
def export(request: HttpRequest, slug: str) -> HttpResponse:
    """Export the whole competition as JSON, for everybody who may see it."""
    competition = access.door(request.user, slug)
    answer = JsonResponse(exported(competition), json_dumps_params={"ensure_ascii": False, "indent": 1})
    answer["Content-Disposition"] = f'attachment; filename="{slug}.json"'
    return answer


@limited("export", ("GET", "HEAD"))
def proof(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """Send the proof of the competition, line by line, to everybody who may see it."""
    competition = access.door(request.user, slug)
    answer = StreamingHttpResponse(_sent(lines(competition)), content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{slug}.proof"'
    return answer


def proof_check(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the page that checks a proof in the reader's browser."""
    _competition, context = page_context(request, slug, "audit")
    build = offline.Build.current()
    if build is not None:
        context |= {"worker": build.address(offline.PROOF), "megabytes": build.sent / 1e6}
    return render(request, "competitions/proof_check.html", context | {"key": signing.public_key()})


async def _sent(written: Iterator[str]) -> AsyncIterator[str]:
    """Read the lines in a thread, one after the other, while they are sent."""
    read = sync_to_async(lambda: next(written, ""))
    while line := await read():
        yield line


@login_required
@limited("competition")
def import_page(request: HttpRequest) -> HttpResponse:
    """Import the competition of an uploaded file, or show what is wrong with it and where."""
    account = account_of(request.user)
    refused = ""
    if request.method == "POST" and account is not None:
        upload = request.FILES.get("file")
        try:
            if upload is None or isinstance(upload, list):
                raise BadFile("", _("Choose a file."))
            competition, new = take_in(by=account, document=parsed(upload.read(MOST_BYTES + 1)))
        except BadFile as wrong:
            refused = str(wrong)
        else:
            messages.success(request, _("Competition imported.") if new else _("This competition was already here."))
            return redirect("competitions:overview", competition.slug)
    context = {"refused": refused, "account": account}
    return render(request, "competitions/import.html", context, status=400 if refused else 200)
