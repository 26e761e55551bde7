"""A person's results in a series as rows of its page. Written here and not as a template: fifty people with ten results
each are most of what that page says."""

from __future__ import annotations

from django import template
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from league.series.reading import Event, Merit, Person, Shown

register = template.Library()


@register.filter
def points_row(line: Person) -> SafeString:
    """The points of each result of ``line``, what is dropped struck out."""
    return mark_safe(
        "".join(f"<span>{one.points}</span> " if one.counts else f"<s>{one.points}</s> " for one in line.results)
    )


@register.filter
def person_options(found: Merit) -> SafeString:
    """Everybody in the order of merit as an option of a choice."""
    return mark_safe("".join(f'<option value="{person.key}">{escape(person.name)}</option>' for person in found.lines))


@register.filter
def result_rows(line: Person) -> SafeString:
    """Each result of ``line`` as an item of a list: the event, the place, the points."""
    dropped = f" <i>{escape(pgettext('result', 'dropped'))}</i>"
    return mark_safe("".join(_row(one, dropped) for one in line.results))


def _row(one: Shown, dropped: str) -> str:
    place = escape(_("place %(place)s") % {"place": one.place})
    said = f"{_link(one.event)} <span>{place}</span> <b>{one.points}</b>"
    return f"<li>{said}</li>" if one.counts else f"<li data-dropped>{said}{dropped}</li>"


def _link(event: Event) -> str:
    """The event with its number; made once, however many were in it."""
    if not event.link:
        address = reverse("competitions:overview", args=[event.competition.slug])
        event.link = f'<a href="{escape(address)}">{event.number}. {escape(event.competition.name)}</a>'
    return event.link
