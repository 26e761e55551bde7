"""Drawing of the dice: the count of each face, and a line at a fair die's average."""

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from matches.replay.fair_dice import Die

register = template.Library()

STEP, WIDTH, TALL, HEAD, FOOT = 44, 34, 64, 16, 18
"""Step between bars, width of a bar, highest bar, and room for the number over it and the face below."""
FEWEST = 6
"""Bars that a drawing has room for at least: a coin is not drawn larger than a die."""


@register.simple_tag
def faces(die: Die) -> SafeString:
    """Draw the faces of ``die`` as vertical bars; the dashed line is the average.

    The table beside has the same numbers.
    """
    most = max(1, die.each, *(n for _face, n in die.faces))
    ground, whole = HEAD + TALL, STEP * max(FEWEST, len(die.faces))
    rows = []
    for place, (face, n) in enumerate(die.faces):
        height = TALL * n / most
        left = place * STEP + (STEP - WIDTH) / 2
        at = (left, ground - height, height, left + WIDTH / 2, ground - height - 4)
        rows.append((*(f"{number:g}" for number in (*at, WIDTH, ground + 14)), n, face))
    drawn = format_html_join(
        "",
        '<rect class="bar" x="{0}" y="{1}" width="{5}" height="{2}"/>'
        '<text class="tag mid" x="{3}" y="{4}">{7}</text><text class="ax mid" x="{3}" y="{6}">{8}</text>',
        rows,
    )
    fair = f"{ground - TALL * die.each / most:g}"
    name = _("Rolls of each face; the dashed line is a fair die")
    return format_html(
        '<svg class="graph small" viewBox="0 0 {0} {1}" role="img" aria-label="{2}">{3}'
        '<path class="gl" d="M0 {4}H{0}"/><path class="ref" d="M0 {5}H{0}"/></svg>',
        whole,
        ground + FOOT,
        name,
        drawn,
        ground,
        fair,
    )
