"""Rows of an order of merit.

Python instead of a template: fifty people with ten results each are most of what that page says and costs.
"""

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any
from uuid import UUID

from django import template
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from league.players.drawing.crests import crest as crest_svg
from league.series.reading import Event, Merit, Person, Shown
from league.standings.merit import Why

register = template.Library()


_ANY = UUID(int=0)
"""Placeholder for the player, so the address of a page is resolved once and not for each line."""


@register.simple_tag
def merit_rows(lines: Iterable[Person], standings: Merit, reader: UUID | None) -> SafeString:
    """Render two rows a person: the line (the reader's own is marked), and below it why the total is what it is."""
    address = reverse("players:profile", args=[_ANY])
    reasons: dict[str, str] = {
        Why.DROPPED: pgettext("result", "dropped"),
        Why.BEFORE: _("before the window"),
        Why.AFTER: _("after the window"),
    }
    return mark_safe("".join(_line(line, standings, reader, address) + _reason(line, reasons) for line in lines))


def _line(line: Person, standings: Merit, reader: UUID | None, address: str) -> str:
    marked = " data-mine" if reader is not None and standings.users.get(line.key) == reader else ""
    points = "".join(
        f"<span>{result.words}</span> " if result.counts else f"<s>{result.words}</s> " for result in line.inside
    )
    person = (
        f'<a class="team" href="{address.replace(str(_ANY), str(line.key))}">{crest_svg(line.name, True)}'
        f"<span>{escape(line.name)}</span></a>"
    )
    return (
        f'<tr{marked}><td class="pos">{line.rank_words}</td><th scope="row" class="t">{person}</th>'
        f'<td>{len(line.inside)}</td><td data-p="2" class="res">{points}</td>'
        f'<td class="pts last">{line.total_words}</td></tr>'
    )


def _reason(line: Person, reasons: Mapping[str, str]) -> str:
    counting, lost = line.counting, len(line.dropped)
    lines = [f"{line.total_words} = {line.sum_words}" if len(counting) > 1 else _place(counting[0])]
    outside = len(line.results) - len(line.inside)
    if lost:
        lines.append(ngettext("%(number)s dropped", "%(number)s dropped", lost) % {"number": lost})
    if outside:
        words = ngettext("%(number)s outside the window", "%(number)s outside the window", outside)
        lines.append(words % {"number": outside})
    if not line.rank:
        lines.append(_("too few results for a rank"))
    if line.parted:
        lines.append(_("level: why this order"))
    results = "".join(_row(result, reasons) for result in line.results)
    note = f'<p class="note">{escape(line.parted)}</p>' if line.parted else ""
    if len(line.names) > 1:
        names = _("Played as %(names)s.") % {"names": ", ".join(line.names)}
        note += f'<p class="small muted">{escape(names)}</p>'
    return (
        f'<tr class="why"><td colspan="5"><details id="m-{line.key}"><summary>{escape(" · ".join(lines))}</summary>'
        f'<ul class="results">{results}</ul>{note}</details></td></tr>'
    )


@register.filter
def person_options(merit: Merit) -> SafeString:
    """Render everybody with a place in the series as options of a select."""
    return mark_safe("".join(f'<option value="{person.key}">{escape(person.name)}</option>' for person in merit.known))


@register.filter
def competition_options(rows: Iterable[Any]) -> SafeString:  # competitions, or rows with slug and name
    """Render each of ``rows`` as an option of a select, by its slug."""
    return mark_safe("".join(f'<option value="{row.slug}">{escape(row.name)}</option>' for row in rows))


def _place(result: Shown) -> str:
    return _("place %(place)s") % {"place": result.place}


def _row(result: Shown, reasons: Mapping[str, str]) -> str:
    """Render one result: the event with its level, the place, the points, and why they count less or not at all."""
    level = f"<i>{escape(result.event.level)}</i> " if result.event.level else ""
    left = f" <i>{result.left} %</i>" if result.left != 100 else ""
    more = " data-more" if level or left else ""
    cell = f"{_link(result.event)} {level}<span>{escape(_place(result))}</span> <b>{result.words}</b>{left}"
    if result.counts:
        return f"<li{more}>{cell}</li>"
    return f"<li{more} data-dropped>{cell} <i>{escape(reasons[result.why])}</i></li>"


def _link(event: Event) -> str:
    """Render the event with its number, once however many took part in it."""
    if not event.link:
        address = reverse("competitions:overview", args=[event.competition.slug])
        event.link = f'<a href="{escape(address)}">{event.number}. {escape(event.competition.name)}</a>'
    return event.link
