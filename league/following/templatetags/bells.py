"""The bell of a player, club or competition, for the head of its page."""

from typing import Any

from django import template
from django.template.context import RequestContext
from django.urls import reverse

from league.clubs.models import Club
from league.competitions.models import Competition
from league.following.models import Follow
from league.following.verbs import can_be_followed, may_follow
from league.players.models import User

register = template.Library()


@register.inclusion_tag("following/bell.html", takes_context=True)
def follow_bell(context: RequestContext, thing: User | Club | Competition) -> dict[str, Any]:
    """Return the bell of one thing. One query for an account; none for others, who are led to sign in."""
    user: Any = context["user"]
    account = user.is_authenticated and may_follow(user)
    offered = (account or not user.is_authenticated or user.is_guest) and (
        not isinstance(thing, User) or can_be_followed(thing)
    )
    kind = _kind(thing)
    return {
        "request": context["request"],
        "csrf_token": context.get("csrf_token"),
        "name": str(thing),
        "press": press_address(thing),
        "account": account,
        "offered": offered,
        "followed": account and offered and Follow.objects.filter(user=user, **{kind: thing}).exists(),
    }


@register.filter
def press_address(thing: User | Club | Competition) -> str:
    """Return the address that follows and unfollows ``thing``."""
    if isinstance(thing, User):
        return reverse("following:player", args=[thing.pk])
    return reverse(f"following:{_kind(thing)}", args=[thing.slug])


def _kind(thing: User | Club | Competition) -> str:
    return "player" if isinstance(thing, User) else "club" if isinstance(thing, Club) else "competition"
