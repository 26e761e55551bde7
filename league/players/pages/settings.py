"""The settings page of a player: name, language, theme, time zone, mail."""

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from league.players.errors import PlayerError
from league.players.models import User
from league.players.pages.forms import SettingsForm
from league.players.pages.preferences import remember
from league.players.verbs import settings
from league.players.words.zones import DEFAULT_ZONE
from matches.refusals import refusals_in


@login_required
def settings_page(request: HttpRequest) -> HttpResponse:
    player = cast(User, request.user)
    now = {
        "nickname": player.nickname,
        "language": get_language() or "en",
        "theme": request.COOKIES.get("theme", player.theme),
        "mail": player.mail,
        "time_zone": player.time_zone or request.COOKIES.get("zone") or DEFAULT_ZONE,
    }
    form = SettingsForm(request.POST or None, initial=now)
    if request.method == "POST" and form.is_valid():
        changed: dict[str, Any] = form.changes()
        with refusals_in(form, PlayerError):
            if "nickname" in changed:
                settings.rename(player=player, nickname=changed["nickname"])
            # As shown, also where it was the browser's so far: mail and push know the account's alone.
            shown = ("language", "theme", "time_zone")
            settings.prefer(player=player, **{name: form.cleaned_data[name] for name in shown})
            if "mail" in changed:
                settings.want_mail(user=player, wanted=changed["mail"])
            response = redirect("players:settings")
            remember(response, language=form.cleaned_data["language"], theme=form.cleaned_data["theme"])
            messages.success(request, _("Saved."))
            return response
    return render(request, "players/settings.html", {"form": form})
