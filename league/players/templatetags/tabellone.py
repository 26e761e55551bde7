"""The small tags of every page: crests, icons, QR codes, an engine's words, the reader's theme."""

from collections.abc import Iterable, Iterator
from datetime import date, datetime
from functools import cache, lru_cache
from itertools import groupby
from typing import Any, Final
from uuid import UUID

import segno
from babel.dates import format_date, format_datetime
from django import template
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, pgettext, to_locale
from django.utils.translation import gettext as _

import engines
from engines.core.text import Text, say
from league.addresses import canonical
from league.days import LATELY
from league.players.drawing.boards import lined_up, lying, position
from league.players.drawing.crests import crest as crest_svg
from league.players.models import User
from league.players.policy.providers import providers
from league.players.verbs import notify, resets
from league.players.words.games import game_colour, spoken
from league.sentences import figure, worded
from matches import maintenance
from matches.models import LineUp
from matches.words.titles import name_of, pace, part_of, title_of

register = template.Library()
register.filter("part_of", part_of)
register.filter("worded", worded)
register.filter("figure", figure)
register.filter("name_of", name_of)
register.filter("title_of", title_of)
register.filter("pace", pace)
register.filter("spoken", spoken)
register.filter("game_colour", game_colour)

ICONS = {
    "home": "M3 11 12 4l9 7M5.5 9.5V20h13V9.5M10 20v-5h4v5",
    "cup": "M7 4h10v6a5 5 0 0 1-10 0ZM7 6H4c0 4 1.5 5 3.2 5M17 6h3c0 4-1.5 5-3.2 5M12 15v4M8 20h8",
    "live": (
        "M12 12h.01M8.5 15.5a5 5 0 0 1 0-7M15.5 8.5a5 5 0 0 1 0 7M5.6 18.4a9 9 0 0 1 0-12.8M18.4 5.6a9 9 0 0 1 0 12.8"
    ),
    "back": "M15 5l-7 7 7 7",
    "on": "M9 5l7 7-7 7",
    "play": "M7 5l12 7-12 7Z",
    "pause": "M8 5v14M16 5v14",
    "board": "M4 4h16v16H4zM4 12h16M12 4v16",
    "you": "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20c.6-4 3.6-6 7.5-6s6.9 2 7.5 6",
    "search": "M11 5a6 6 0 1 0 0 12 6 6 0 0 0 0-12ZM15.5 15.5 20 20",
    "theme": "M12 4a8 8 0 1 0 0 16ZM12 4a8 8 0 0 1 0 16",
    "warn": "M12 4 2.5 20h19ZM12 10v5M12 17.5h.01",
    "info": "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 11v6M12 7.5h.01",
    "done": "M4 12.5 10 18 20 6",
    "die": "M5 5h14v14H5zM9 9h.01M15 15h.01M12 12h.01",
    "flame": "M12 3c1 4 5 5.5 5 10a5 5 0 0 1-10 0c0-2 1-3.2 2-4 .3 1.6 1 2.2 1.8 2.5C10.5 8.5 10.8 5.5 12 3Z",
    "lock": "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
    "print": "M7 9V4h10v5M7 17H4v-7h16v7h-3M7 14h10v6H7z",
    "picture": "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M9 9h.01",
    "link": "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
    "share": "M12 15V4M8 7.5 12 3.5l4 4M7 11H5v9h14v-9h-2",
    "screen": "M4 5h16v11H4zM9 20h6M12 16v4",
    "list": "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
    "bell": "M6 16V11a6 6 0 0 1 12 0v5l2 2H4l2-2ZM10 21h4",
    "clock": "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 7v5l3.5 2",
}


@register.simple_tag
def crest(name: str, person: bool = False) -> SafeString:
    """Return the crest of ``name``; ``person=True`` for a player's circle."""
    return mark_safe(crest_svg(str(name), person))


@register.filter
def fit(name: object) -> str:
    """Choose how narrow a phone writes ``name``, by its longest word, which must not break (scoreboards, tables).

    Nothing up to nine letters, then ``long``, from twelve on ``longer`` (``static/js/table/score.js`` does the same).
    """
    longest = max(map(len, str(name).split()), default=0)
    return "longer" if longest > 11 else "long" if longest > 9 else ""


@register.simple_tag
def guide(letters: Iterable[str]) -> SafeString:
    """Return the form: outcomes ``W``, ``D``, ``L``, given newest first and shown newest on the right."""
    return _guide("".join(letters)[::-1], get_language() or "en")


@lru_cache(maxsize=4096)
def _guide(letters: str, language: str) -> SafeString:
    """Return ``guide`` in ``language``, cached: a table of twenty shows twenty, and most are the same."""
    letter_words = {"W": pgettext("form", "W"), "D": pgettext("form", "D"), "L": pgettext("form", "L")}
    marks = format_html_join(
        "", '<li data-r="{}">{}</li>', ((letter, letter_words.get(letter, letter)) for letter in letters)
    )
    return format_html('<ol class="form newest" aria-label="{}">{}</ol>', _("Form, newest last"), marks)


@register.filter
@lru_cache(maxsize=4096)
def player_url(player: UUID) -> str:
    """Return the address of a player's page: kept, since a list asks for fifty of them."""
    return reverse("players:profile", args=[player])


@register.simple_tag
def unread_count(user: User) -> int:
    """Count the unread notifications of ``user``. One query."""
    return notify.unread_count(user)


@register.simple_tag
def planned_work() -> dict[str, Any] | None:
    """Return the work that pages announce, and whether it is on. No query: the sweep has asked."""
    now = timezone.now()
    work = maintenance.planned(now)
    if work is None:
        return None
    return {"sentence": work.sentence, "begins_at": work.begins_at, "is_on": work.is_on(now)}


@register.simple_tag(takes_context=True)
def page_link(context: dict[str, Any], number: int, parameter: str = "") -> str:  # template contexts hold anything
    """Return the address of page ``number`` of a list, the filters and the other lists of the page left as they are;
    ``parameter`` is the list's own where a page has two ("page" where it is empty)."""
    query = context["request"].GET.copy()
    query[parameter or "page"] = number
    return f"?{query.urlencode()}"


@register.simple_tag
@cache
def icon(name: str) -> SafeString:
    """Return a line icon, decoration only: words stand beside it or in the control's label."""
    return format_html(
        '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round"'
        ' stroke-linejoin="round" aria-hidden="true"><path d="{}"/></svg>',
        ICONS[name],
    )


@register.simple_tag
def qr(content: str, label: str = "") -> SafeString:
    """Return a QR code of ``content`` as SVG, dark on white in either theme so that every camera reads it."""
    size, path = _modules(content)
    return format_html(
        '<svg class="qr" viewBox="-3 -3 {0} {0}" role="img" aria-label="{1}">'
        '<path fill="#fff" d="M-3-3h{0}v{0}h-{0}z"/><path fill="#000" d="{2}"/></svg>',
        size + 6,
        label or content,
        path,
    )


SCANNED: Final = 300
"""Letters of an address that a camera still reads from a code of this size on paper."""


@register.simple_tag
def page_address(request: HttpRequest) -> str:
    return canonical(request)


@register.simple_tag
def page_qr(request: HttpRequest) -> SafeString:
    """Return the code of the page's own address for its print; without what stands after the question mark where that
    is too long, as anybody may write there."""
    whole = canonical(request)
    return qr(whole if len(whole) <= SCANNED else request.build_absolute_uri(request.path))


@lru_cache(maxsize=512)
def _modules(content: str) -> tuple[int, str]:
    """Return the width of the QR code of ``content`` in modules, and a path of its dark ones, run by run.

    Kept: making one takes 5 ms, and a page that prints its own address makes the same for every reader."""
    rows = segno.make(content, error="m", micro=False).matrix
    runs = ((x, y, wide) for y, row in enumerate(rows) for x, wide in _dark(row))
    return len(rows), "".join(f"M{x} {y}h{wide}v1h-{wide}z" for x, y, wide in runs)


def _dark(row: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Return the runs of dark modules in a ``row``: where each begins and how many they are."""
    at = 0
    for dark, run in groupby(row):
        wide = len(list(run))
        if dark:
            yield at, wide
        at += wide


@register.simple_tag
def words(message: Text | None, home: str = "", away: str = "") -> str:
    """Return an engine's ``Text`` in the reader's language."""
    if not message:
        return ""
    return say(message, get_language() or "en", {"home": home, "away": away})


@register.simple_tag(takes_context=True)
def theme(context: dict[str, Any]) -> str:  # template contexts hold anything
    """Return the theme that the cookie chose: ``light``, ``dark``, or nothing (as the system)."""
    request: HttpRequest | None = context.get("request")
    name = request.COOKIES.get("theme", "") if request else ""
    return name if name in ("light", "dark") else ""


@register.simple_tag
def other_languages() -> list[tuple[str, str]]:
    """List the languages that the reader can choose, by code and own name, without the one that is on."""
    return [(code, name) for code, name in settings.LANGUAGES if code != get_language()]


@register.simple_tag
def is_unreviewed() -> bool:
    """Return whether no native speaker has read the active language's translation yet."""
    return get_language() in settings.UNREVIEWED_LANGUAGES


@register.simple_tag
def source_address() -> str:
    """Return where corrections of a translation are taken, if this site says so."""
    return str(settings.SOURCE_URL)


@register.simple_tag
def reading_zone() -> str:
    """Return the reader's zone by its name, in which all times of a page are: "Europe/Rome"."""
    return timezone.get_current_timezone_name()


@register.simple_tag
def real_mail() -> bool:
    """Tell whether this server can send e-mail."""
    return bool(settings.EMAIL_IS_REAL)


@register.simple_tag
def organiser_resets() -> bool:
    """Return whether organisers may confirm new passwords on this site."""
    return resets.are_on()


@register.simple_tag
def sign_in_providers() -> list[dict[str, Any]]:
    """List the other sites that sign people in here, with ``provider_id`` and ``name``."""
    return providers()


_OF: Final = frozenset({"es", "pt_BR"})
"""Languages that put a word before and after a month in full: "24 de noviembre de 2026"."""


@register.filter
def local(moment: datetime | date | None, pattern: str) -> str:
    """Return a moment in the reader's zone and language by a CLDR pattern: ``EEE d MMM`` is "Tue 24 Nov", "mar 24 nov".
    A day is the same in every zone."""
    if moment is None:
        return ""
    language = to_locale(get_language() or "en")
    if language in _OF:
        pattern = pattern.replace("d MMMM", "d 'de' MMMM").replace("MMMM y", "MMMM 'de' y")
    if not isinstance(moment, datetime):
        return str(format_date(moment, pattern, locale=language))
    return str(format_datetime(timezone.localtime(moment), pattern, locale=language))


@register.filter
def days_to(first: datetime | date | None, last: datetime | date | None) -> str:
    """Return the days from ``first`` to ``last``, each month named once: "5–11 Oct", "28 Nov–2 Dec", "5 Oct"."""
    begins, ends = local(first, "d MMM"), local(last, "d MMM")
    if not begins or not ends or begins == ends:
        return begins
    if local(first, "y") != local(last, "y"):
        begins = local(first, "d MMM y")
    elif local(first, "MMM") == local(last, "MMM"):
        begins = local(first, "d")
    return f"{begins}–{ends}"


@register.filter
def iso(moment: datetime | date | None) -> str:
    """Return a moment, to the second, or a day as HTML's ``datetime`` takes it: it allows no more than milliseconds."""
    if moment is None:
        return ""
    return (
        timezone.localtime(moment).isoformat(timespec="seconds") if isinstance(moment, datetime) else moment.isoformat()
    )


@register.simple_tag
def happened(moment: datetime) -> SafeString:
    """Return the day of a past moment, with all of it for who asks.

    A script says "4 min ago" instead for as long as it is a matter of hours (``static/js/ago.js``): a page may lie open
    or be kept, and the day stays true.
    """
    lately = mark_safe(" data-ago") if timezone.now() - moment < LATELY else ""
    words = (iso(moment), exact(moment), lately, local(moment, "d MMM"))
    return format_html('<time datetime="{}" title="{}"{}>{}</time>', *words)


@register.filter
def exact(moment: datetime | None) -> str:
    """Return a moment with its day, year and minute: "Tue 24 Nov 2026, 20:30"."""
    return local(moment, "EEE d MMM y, HH:mm")


@register.filter
def seconds(value: int | float | None) -> str:
    """Return a number of seconds as ``m:ss``, or an en dash for none."""
    if value is None:
        return "–"
    return f"{int(value) // 60}:{int(value) % 60:02d}"


@register.filter
def signed(value: int) -> str:
    """Return a difference with its sign: +3, 0, −2 (a real minus)."""
    return f"+{value}" if value > 0 else f"−{-value}" if value < 0 else "0"


@register.filter
def signed_tenths(value: float) -> str:
    """Return a difference to the tenth with its sign, in the reader's language: +3.5, −0.2, 0.0."""
    tenths = round(value, 1)
    return f"{'+' if tenths > 0 else '−' if tenths < 0 else ''}{number_format(abs(tenths), 1)}"


@register.filter
def hundredths(value: str) -> str:
    """Return a whole number of hundredths as a decimal in the reader's language: 127 is 1.27, in Italian 1,27."""
    return number_format(int(value) / 100, 2)


@register.filter
def get(mapping: Any, key: Any) -> Any:  # templates look up anything
    """``mapping[key]``, or nothing."""
    try:
        return mapping[key]
    except (KeyError, IndexError, TypeError):
        return None


@register.simple_tag
def game_board(slug: str) -> SafeString:
    """Return the board of a game as it stands at the kick-off."""
    return position(slug, dict(engines.get(slug).showcase))


@register.simple_tag
def line_up_board(line_up: LineUp) -> SafeString:
    """Return a kept line-up on its empty board; nothing where its game is not built here."""
    return lined_up(line_up.game, line_up.cells) if line_up.game in engines.games() else mark_safe("")


@register.simple_tag
def lying_board(slug: str) -> SafeString:
    """Return the board of a game as it stands at the kick-off, as wide as a card."""
    return lying(slug, dict(engines.get(slug).showcase))


@register.simple_tag
def first_game() -> str:
    """Return the slug of the game that newcomers are led to: the first of the registry."""
    return engines.games()[0]


@register.simple_tag
def wdl(won: int, drawn: int, lost: int) -> SafeString:
    """Wins, draws and losses as one bar: solid, grey, hatched. Decoration beside the numbers."""
    whole = won + drawn + lost
    if not whole:
        return mark_safe("")
    wide, level = 100 * won / whole, 100 * drawn / whole
    return format_html(
        '<svg class="wdl" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">'
        '<path class="w" d="M0 0h{0}v8h-{0}z"/>'
        '<path class="d" d="M{0} 0h{1}v8h-{1}z"/><path class="l" d="M{2} 4H100"/></svg>',
        f"{wide:.1f}",
        f"{level:.1f}",
        f"{wide + level:.1f}",
    )
