"""The parts that pages are put together from, each with its HTML in ``templates/components``.

A part knows its frame (heading, label, table head, form), never what stands in it.
"""

from typing import Any, NamedTuple
from uuid import UUID

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html, strip_tags
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify

from league.players.templatetags.tabellone import crest, player_url

register = template.Library()


@register.simple_block_tag
def capture(content: SafeString) -> SafeString:
    """Keep markup under a name, for a part's argument: ``{% capture as link %}<a …>All</a>{% endcapture %}``."""
    return mark_safe(content.strip())


@register.simple_block_tag(takes_context=True)
def panel(
    context: template.Context,
    content: SafeString,
    title: str,
    *,
    body: str | None = None,
    look: str = "",
    anchor: str = "",
    attributes: str = "",
    **beside: Any,  # what templates show
) -> SafeString:
    """Frame content under a heading: ``{% panel _("Members") count=size body="stack gap-3" %} … {% endpanel %}``.

    ``body`` are the classes of the padding around the content, which a table or a list does without; ``look`` those of
    the panel. ``anchor`` is its id for links and htmx, ``attributes`` is markup for its tag. Beside the heading stand
    ``count``, ``note`` (a few muted words), ``chip`` with its ``kind``, or ``more``: any markup.
    """
    frame = {"title": title, "body": body, "look": look, "anchor": anchor, "attributes": attributes}
    name = heading_id(context, title)
    return render_to_string("components/panel.html", {"content": content, "id": name, **frame, **beside})


def heading_id(context: template.Context, title: str) -> str:
    """Return an id for a heading that no other on the page has, the same each time that the page is rendered."""
    return unique_id(context, "h-" + slugify(strip_tags(str(title)), allow_unicode=True))


def unique_id(context: template.Context, name: str) -> str:
    """Return ``name``, numbered from its second use on the page."""
    # The lowest is the whole page's: an included template has one more upon it. Contexts hold anything.
    page: Any = context.render_context.dicts[0]
    number = page[name] = page.get(name, 0) + 1
    return name if number == 1 else f"{name}-{number}"


@register.inclusion_tag("components/post_button.html")
def post_button(
    label: str, *, to: str = "", do: str = "", look: str = "", about: str = "", **hidden: Any
) -> dict[str, Any]:
    """Render a form of one button: ``{% post_button _("Revoke") do="revoke" look="compact" id=row.pk %}``.

    It posts ``do`` and the ``hidden`` values to the address ``to``, else to the page's own. ``look`` are the classes of
    the button; ``about`` tells a screen reader what the same button of another row is about.
    """
    return {"label": label, "to": to, "do": do, "look": look, "about": about, "hidden": hidden}


@register.inclusion_tag("components/empty.html")
def nothing_here(
    head: str, text: str = "", *, symbol: str = "board", to: str = "", action: str = "", primary: bool = False
) -> dict[str, Any]:
    """Say that a list is empty, and what to do about it: ``{% nothing_here _("No club yet") symbol="cup" %}``.

    ``action`` are the words of a link to the address ``to``.
    """
    return {"head": head, "text": text, "symbol": symbol, "to": to, "action": action, "primary": primary}


@register.simple_tag
def team(name: str, player: UUID | None = None, *, to: str = "") -> SafeString:
    """Render a name behind its crest; with ``player`` it leads to that player's page, else to the address ``to``."""
    inside = format_html("{}<span>{}</span>", crest(name, True), name)
    address = to if player is None else player_url(player)
    if not address:
        return format_html('<span class="team">{}</span>', inside)
    return format_html('<a class="team" href="{}">{}</a>', address, inside)


@register.simple_tag(takes_context=True)
def typed_field(
    context: template.Context,
    label: str,
    name: str,
    *,
    hint: str = "",
    rows: int | None = None,
    bad: object = None,
    **attributes: Any,
) -> SafeString:
    """Render a field that no form of Django stands behind: ``{% typed_field _("Reason") "reason" maxlength=300 %}``.

    ``rows`` make it one of several lines; ``bad`` marks it as refused. An attribute that is ``True`` has no value.
    """
    value = attributes.pop("value", "")
    field_id = unique_id(context, f"f-{name}")
    marks = {"id": field_id, "label": label, "hint": hint, "rows": rows, "bad": bad, "value": value}
    plain = {
        key.replace("_", "-"): mark
        for key, mark in attributes.items()
        if mark is not False and mark is not None and mark != ""
    }
    return render_to_string("components/typed_field.html", {"name": name, "attributes": plain, **marks})


@register.simple_block_tag(takes_context=True)
def choice_field(
    context: template.Context, content: SafeString, label: str, name: str, *, hint: str = "", required: bool = False
) -> SafeString:
    """Render a choice among the options inside: ``{% choice_field _("Game") "game" %} … {% endchoice_field %}``."""
    frame = {"label": label, "name": name, "hint": hint, "required": required}
    field_id = unique_id(context, f"f-{name}")
    return render_to_string("components/choice_field.html", {"content": content, "id": field_id, **frame})


@register.simple_block_tag(takes_context=True)
def post_form(
    context: template.Context,
    content: SafeString,
    *,
    to: str = "",
    look: str = "",
    unchecked: bool = False,
    attributes: str = "",
) -> SafeString:
    """Frame fields and buttons that are posted: ``{% post_form look="row" %} … {% endpost_form %}``.

    They go to the address ``to``, else to the page's own. ``unchecked`` leaves it to the server to say what is wrong;
    ``attributes`` is markup for the form's tag.
    """
    frame = {"to": to, "look": look, "unchecked": unchecked, "attributes": attributes}
    token = context.get("csrf_token")
    return render_to_string("components/post_form.html", {"content": content, "csrf_token": token, **frame})


class Short(NamedTuple):
    """The head of a column in a letter or two, and what it stands for."""

    letters: str
    full: str


@register.filter
def short(letters: str, full: str) -> Short:
    """Head a column by a letter or two: ``"#"|short:_("Position")``."""
    return Short(letters, full)


@register.simple_block_tag
def data_table(
    content: SafeString,
    *labels: str | Short,
    looks: str = "",
    caption: str = "",
    kind: str = "plain",
    look: str = "",
    unseen_head: bool = False,
) -> SafeString:
    """Put rows into a table: ``{% data_table _("Player") _("Goals") looks="- num" %} <tr>… {% enddata_table %}``.

    ``labels`` head the columns, one for each, and ``looks`` are the classes of these heads in order, a dash for none;
    ``unseen_head`` keeps them for screen readers, as the ``caption`` always is. ``kind`` is ``plain`` or ``league``,
    ``look`` are further classes of the table.
    """
    classes = ["" if name == "-" else name for name in looks.split()] or [""] * len(labels)
    heads = [
        {"label": label.letters, "full": label.full, "look": name}
        if isinstance(label, Short)
        else {"label": label, "look": name}
        for label, name in zip(labels, classes, strict=True)
    ]
    frame = {"caption": caption, "kind": kind, "look": look, "unseen_head": unseen_head}
    return render_to_string("components/data_table.html", {"content": content, "heads": heads, **frame})


@register.simple_block_tag
def alert(
    content: SafeString,
    title: str = "",
    *,
    kind: str = "",
    symbol: str = "warn",
    role: str = "",
    level: int = 2,
    focused: bool = False,
) -> SafeString:
    """Set a notice off from the page: ``{% alert _("The draw is done") kind="warn" %} … {% endalert %}``.

    ``kind`` is ``warn`` or ``bad``; ``level`` is that of the title. ``focused``: a page that comes back begins here.
    """
    frame = {"title": title, "kind": kind, "symbol": symbol, "role": role, "level": level, "focused": focused}
    return render_to_string("components/alert.html", {"content": content, **frame})
