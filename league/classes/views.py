"""The pages of a class: the teacher's form, the class with its PINs, the cards on paper, the pupil's sign-in."""

from typing import cast
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

import engines
from league.classes import forgetting, pins, verbs
from league.classes.errors import CardRefused
from league.classes.forms import CardForm, ClassForm, ClassRulesForm, DayForm, PupilsForm
from league.classes.models import Card, SchoolClass
from league.competitions.errors import BadSetting, CompetitionError
from league.competitions.models import Competition
from league.competitions.models.roles import Right
from league.competitions.pages.public import page_context
from league.players.backends import open_session
from league.players.errors import PlayerError
from league.players.models import User
from league.players.policy.access import account_of
from league.presses import made_once
from matches import limits
from matches.pages.addresses import outside
from matches.terms.rules import BadRules

CARDS_A_PAGE = 8
"""Cards on a sheet of paper."""
PUPILS_A_PAGE = 50


@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Show and save the form of a new class with its cards to print."""
    account = account_of(request.user)
    form = ClassForm(request.POST or None, initial={"game": request.GET.get("game")})
    game = form["game"].value() if form["game"].value() in engines.games() else engines.games()[0]
    rules = ClassRulesForm(game, request)
    if request.method == "POST" and account and form.is_valid():
        limits.check(request, "competition")
        try:
            chosen = rules.taken()
            values = {**form.cleaned_data, "options": chosen.options, "winner": chosen.winner}
            school = made_once(request, SchoolClass, lambda: verbs.make(by=account, **values))
        except BadRules as refused:
            form.add_error(None, str(refused))
        except BadSetting as refused:
            form.add_error(refused.field if refused.field in form.fields else None, str(refused))
        except (CompetitionError, PlayerError) as refused:
            form.add_error("names", str(refused))
        else:
            messages.success(request, _("Class created. Print the cards."))
            return redirect("classes:one", school.competition.slug)
    return render(request, "classes/new.html", {"form": form, "rules_form": rules, "account": account})


def _school(competition: Competition) -> SchoolClass:
    """Return the class of ``competition``. Raises Http404."""
    return get_object_or_404(SchoolClass, competition=competition)


@login_required
def class_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the teacher's page: pupils, a new PIN, more names, the day of deletion, deletion now."""
    competition, context = page_context(request, slug, "console", Right.RUN)
    school = _school(competition)
    by, do = cast(User, request.user), request.POST.get("do", "")
    pupils = PupilsForm(request.POST if do == "add" else None)
    day = DayForm(request.POST if do == "day" else None, initial={"delete_on": school.delete_on})
    if request.method == "POST":
        try:
            if do == "forget" and Right.OWN in competition.rights:
                forgetting.forget(school=school, by=by)
                messages.success(request, _("The class and all its data are deleted."))
                return redirect("competitions:list")
            if _changed(request, school, pupils, day):
                return redirect(request.get_full_path())  # the page of the list with the pressed button
        except BadSetting as refused:
            day.add_error("delete_on" if refused.field == "delete_on" else None, str(refused))
        except (CompetitionError, PlayerError) as refused:
            pupils.add_error("names", str(refused)) if pupils.is_bound else messages.error(request, str(refused))
    rows = school.cards.select_related("entrant").order_by("entrant__name", "pk")
    page_of = Paginator(rows, PUPILS_A_PAGE).get_page(request.GET.get("page"))
    context |= {
        "school": school,
        "page_of": page_of,
        "all_cards": rows if Right.OWN in competition.rights else (),
        "cards": [(card, pins.format_pin(pins.pin_of(card.nonce))) for card in page_of],
        "pupils": pupils,
        "day": day,
        "address": outside(request, reverse("classes:sign_in")),
    }
    return render(request, "classes/one.html", context)


def _changed(request: HttpRequest, school: SchoolClass, pupils: PupilsForm, day: DayForm) -> bool:
    """Handle a button of the teacher's page; return whether to redirect."""
    by = cast(User, request.user)
    match request.POST.get("do", ""):
        case "add":
            if pupils.is_valid():
                verbs.add(school=school, by=by, names=pupils.cleaned_data["names"])
                messages.success(request, _("Pupils added. Print their cards."))
            return pupils.is_valid()
        case "day":
            if day.is_valid():
                verbs.move_day(school=school, by=by, delete_on=day.cleaned_data["delete_on"])
                messages.success(request, _("Saved."))
            return day.is_valid()
        case "pin":
            try:
                card = school.cards.filter(pk=UUID(request.POST.get("card", ""))).first()
            except ValueError:
                card = None
            if card is None:
                raise Http404
            verbs.new_pin(card=card, by=by)
            messages.success(request, _("New PIN created. Print the card again."))
            return True
    raise Http404


@never_cache
@login_required
def cards(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the cards on paper, eight to a page; ``?card=``: only one of them."""
    competition, context = page_context(request, slug, "console", Right.RUN)
    school = _school(competition)
    rows = list(school.cards.select_related("entrant").order_by("entrant__name"))
    alone = request.GET.get("card", "")
    laid = [
        {
            "name": card.entrant.name,
            "pin": pins.format_pin(pins.pin_of(card.nonce)),
            "address": outside(request, reverse("classes:card", args=[card.key])),
        }
        for card in rows
        if alone in ("", str(card.pk))
    ]
    context |= {
        "school": school,
        "pages": [laid[at : at + CARDS_A_PAGE] for at in range(0, len(laid), CARDS_A_PAGE)],
        "address": outside(request, reverse("classes:sign_in")),
    }
    return render(request, "classes/cards.html", context)


@never_cache
def sign_in(request: HttpRequest, key: str = "") -> HttpResponse:
    """Sign a pupil in by code, name and PIN, or by the QR code of a card and the PIN."""
    card = get_object_or_404(Card.objects.select_related("entrant", "school__competition"), key=key) if key else None
    form = CardForm(request.POST or None, by_key=card is not None)
    seconds = 0
    if request.method == "POST" and form.is_valid():
        code = pins.read_code(form.cleaned_data.get("code", ""))
        # A QR code proves possession of the card: what others type must not lock it.
        seconds = 0 if key else limits.take(request, "class", code)
        if seconds:
            minutes = limits.minutes(seconds)
            message = ngettext(
                "Too many wrong names or PINs. Try again in %(minutes)d minute, or use the QR code of your card.",
                "Too many wrong names or PINs. Try again in %(minutes)d minutes, or use the QR code of your card.",
                minutes,
            )
            form.add_error(None, message % {"minutes": minutes})
        else:
            try:
                pupil = verbs.sign_in(key=key, **form.cleaned_data)
            except CardRefused as refused:
                form.add_error("pin", str(refused))
            else:
                if not key:
                    limits.give_back(request, "class", code)
                open_session(request, pupil, shared=True)
                return redirect("competitions:overview", pupil.card.school.competition.slug)
    answer = render(request, "classes/sign_in.html", {"form": form, "card": card}, status=429 if seconds else 200)
    if seconds:
        answer["Retry-After"] = str(seconds)
    return answer
