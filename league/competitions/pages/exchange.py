"""Export of a competition as a file, and the import page for signed-in organisers."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from league.competitions.exchange.checking import MOST_BYTES, parsed
from league.competitions.exchange.faults import BadFile
from league.competitions.exchange.writing import exported
from league.competitions.policy import access
from league.competitions.verbs.importing import take_in
from league.players.policy.access import account_of
from matches.limits import limited


@limited("export", ("GET", "HEAD"))
def export(request: HttpRequest, slug: str) -> HttpResponse:
    """Export the whole competition as JSON, for everybody who may see it."""
    competition = access.door(request.user, slug)
    answer = JsonResponse(exported(competition), json_dumps_params={"ensure_ascii": False, "indent": 1})
    answer["Content-Disposition"] = f'attachment; filename="{slug}.json"'
    return answer


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
