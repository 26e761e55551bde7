"""Template filters and tags: chips, states and scores, and the words of fixtures and stages."""

from typing import Any

from django import template
from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.competitions.actions.every import BY_NAME
from league.competitions.models import Competition, Fixture
from league.competitions.pages import fixture_lines
from league.competitions.pages.fixture_rows import fixture_row
from league.competitions.pages.reading import Matchday, is_live
from league.competitions.setup.formats import Buzzer
from league.competitions.setup.own_points import own
from league.competitions.setup.stages import BRACKETS, TABLES
from league.competitions.words import audit, fixtures
from league.competitions.words import stages as stage_words
from league.competitions.words.evenings import ODDS
from league.competitions.words.stages import stages_cached
from league.players.words.games import game_name
from matches.words.durations import duration

register = template.Library()
for filter_ in (
    audit.audit_words,
    audit.actor_name,
    audit.text_words,
    game_name,
    fixtures.side_words,
    fixtures.waits_for,
    fixtures.who,
    fixtures.board_words,
    fixtures.how_words,
    fixtures.round_ahead,
    fixtures.fixture_note,
    fixtures.aggregate,
    fixtures.fixture_reason,
    fixtures.tie_reason,
    fixtures.tie_sentence,
    fixtures.tie_url,
    fixtures.halves,
    fixtures.unbroken,
    fixtures.entry_words,
    fixtures.fixture_url,
    fixtures.fixture_page,
    fixtures.fixture_sentence,
    fixtures.bye_words,
    stage_words.format_words,
    stage_words.stage_words,
    stage_words.stage_name,
    stage_words.carried_words,
    stage_words.draws_words,
    stage_words.legs_words,
    stage_words.has_table,
    stage_words.has_groups,
    stage_words.has_divisions,
    stage_words.has_bracket,
    stage_words.has_swiss,
    stage_words.is_swiss,
    stage_words.is_evening,
):
    register.filter(filter_.__name__, filter_)
register.simple_tag(fixture_row)
register.filter(fixture_lines.fixture_state)
register.filter(fixture_lines.is_mine)

STATUS_CHIPS: dict[str, tuple[str, str | Promise]] = {
    "draft": ("warn", gettext_lazy("Draft")),
    "registration": ("open", gettext_lazy("Registration open")),
    "running": ("won", gettext_lazy("Running")),
    "finished": ("done", gettext_lazy("Finished")),
    "cancelled": ("done", gettext_lazy("Cancelled")),
}


@register.simple_tag
def status_chip(competition: Competition, anchor: str = "") -> SafeString:
    kind, label = STATUS_CHIPS[competition.status]
    own_id = format_html(' id="{}"', anchor) if anchor else ""
    return format_html('<span{} class="chip" data-k="{}">{}</span>', own_id, kind, label)


@register.simple_tag(takes_context=True)
def fixture_line(
    context: dict[str, Any],  # a template context
    fixture: Fixture,
    *,
    show_competition: bool = False,
    on_day: bool = False,
    brief: bool = False,
) -> SafeString:
    """Render a fixture as an item of a list: ``{% fixture_line fixture on_day=True %}``."""
    listing = fixture_lines.Listing(context.get("user"), show_competition, on_day, brief)
    return fixture_lines.fixture_line(fixture, listing)


@register.filter
def side_class(fixture: Fixture, side: str) -> str:
    """Return ``won`` or ``lost``; empty if it is drawn or unplayed."""
    winner = fixtures.winning_side(fixture)
    if winner is None or fixture.status == Fixture.Status.LIVE:
        return ""
    return "won" if winner == side else "lost"


@register.filter
def embed_frames(competition: Competition) -> list[tuple[str, str, str]]:
    """List ``(part, its name, the ready frame)`` of what a club's site can embed of ``competition``."""
    formats = {stage.format for stage in stages_cached(competition)}
    parts = [("fixtures", _("Fixtures"), 480)]
    if formats & set(TABLES):
        parts.insert(0, ("table", _("Table"), 520))
    if formats & set(BRACKETS):
        parts.insert(0, ("bracket", _("Bracket"), 620))
    root = settings.PUBLIC_URL.rstrip("/")
    frame = '<iframe src="{}" title="{}" width="100%" height="{}" loading="lazy"></iframe>'
    return [
        (
            part,
            name,
            format_html(
                frame,
                root + reverse("competitions:embed", args=[competition.slug, part]),
                f"{competition.name}: {name}",
                height,
            ),
        )
        for part, name, height in parts
    ]


@register.filter
def buzzer_words(choice: str) -> Any:  # a lazy string
    """Describe the buzzer's effect on unfinished matches of an evening."""
    return Buzzer(choice).label


@register.filter
def odd_words(choice: str) -> Any:  # a lazy string
    """Say who of an odd number meets nobody or the house, without a full stop."""
    return ODDS[choice].said


@register.filter
def odd_effects(choice: str) -> Any:  # lazy strings
    """Describe its effects on the table, ratings and statistics."""
    words = ODDS[choice]
    return words.table, words.ratings, words.statistics


@register.filter
def short_name(day: Matchday) -> str:
    """Return a round's name for the row of rounds: its number alone if the name has no more."""
    return str(day.round.step) if day.round.stage.format in TABLES else day.name


@register.filter
def hours(number: int) -> str:
    """Format hours: "36 hours", "7 days"."""
    return duration(number * 3600)


@register.filter
def minutes(number: int) -> str:
    """Format minutes: "45 minutes", "3½ hours", "2 days"."""
    if number < 90:
        return duration(number * 60)
    if number < 36 * 60:
        return _("%(number)s hours") % {"number": fixtures.halves(round(number / 30) / 2)}
    return _("%(number)s days") % {"number": fixtures.halves(round(number / 720) / 2)}


@register.filter
def own_points(competition: Competition) -> list[float]:
    """Return the points for a win, a draw and a defeat, if they are the organiser's own."""
    return own(competition)


@register.simple_block_tag(takes_context=True)
def tab(context: dict[str, Any], content: str, name: str) -> str:  # a template context
    """Render a tab of the competition: ``{% tab "bracket" %}Bracket{% endtab %}``."""
    current = mark_safe(' aria-current="page"') if context.get("page") == name else ""
    address = reverse(f"competitions:{name}", args=[context["competition"].slug])
    return format_html('<a href="{}"{}>{}</a>', address, current, content)


@register.simple_tag(takes_context=True)
def action_button(
    context: dict[str, Any],  # a template context
    name: str,
    *,
    label: str = "",
    about: str = "",
    style: str = "btn compact",
    css: str = "",
    fields: str = "",
    to: str = "",
    **values: object,
) -> str:
    """Render the form of an action with its one button, for a reader who may do it: ``{% action_button "thaw" %}``.

    ``label``: in place of the action's own; ``about``: what a screen reader says after it. ``style`` is of the button,
    ``css`` of the form. ``to``: the address of the page that takes it itself. Further keywords are hidden values of the
    form.
    """
    action, competition = BY_NAME[name], context["competition"]
    if action.parties is None and action.right not in competition.rights:
        return ""
    form: dict[str, Any] = {"action": action, "label": label or action.label, "about": about, "style": style}
    form |= {"css": css, "fields": fields, "values": values, "to": to}
    form |= {"competition": competition, "csrf_token": context.get("csrf_token")}
    return render_to_string("competitions/action.html", form)


@register.simple_block_tag(takes_context=True)
def action_form(context: dict[str, Any], content: str, name: str, **more: Any) -> str:  # as of ``action_button``
    """Render the form of an action with ``content``, its fields, above its button."""
    return action_button(context, name, fields=content, **more)


@register.filter
def fixture_live(fixture: Fixture) -> bool:
    return is_live(fixture)


@register.filter
def goal(fixture: Fixture, side: str) -> int | str:
    """Return the goals of ``home`` or ``away``: final, or of the running match; empty before it."""
    goals = fixture.score[side != "home"]
    return "" if goals is None else goals


register.filter(duration)
