"""A tie as a small table: sides, legs, the shaded aggregate, and a line that explains the decision.

Written in Python rather than as a template: a bracket of 128 has 127 of them, and the list must not cost more than
the drawing.
"""

from html import escape
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from league.brackets.layout import DrawnTie, Side, written
from league.brackets.sentences import tie_note, tie_sentence
from league.competitions.words.fixtures import waits_for
from league.players.templatetags.tabellone import crest, words


def tie_html(drawn: DrawnTie, of: str = "", player: Any = None) -> SafeString:
    """Render ``drawn`` as HTML; ``of``: the id of the entrant whose path is marked, ``player``: the reader."""
    state = "live" if drawn.live else "done" if drawn.tie.decided else "soon"
    legs = drawn.two_legs
    sentence = escape(tie_sentence(drawn))
    rows = "".join(_side(drawn, name, side, legs, of, player) for name, side in drawn.named_sides)
    parts = [
        f'<div class="tie" data-state="{state}"><table><caption class="sr">{sentence}</caption>',
        _heads(drawn) if legs else "",
        f"<tbody>{rows}</tbody></table>",
        _below(drawn),
    ]
    if drawn.of_teams or (drawn.now is not None and drawn.now.match_id):
        address = drawn.address
        if address:
            parts.append(f'<a class="go" href="{escape(address)}"><span class="sr">{_("See")} {sentence}</span></a>')
    parts.append("</div>")
    return mark_safe("".join(parts))


def _heads(drawn: DrawnTie) -> str:
    """Render the heads of the two legs and of their sum; hidden before the first."""
    unseen = ' class="sr"' if drawn.home.total is None else ""
    legs = ((_("first leg"), _("1st")), (_("second leg"), _("2nd")), (_("aggregate"), _("agg.")))
    heads = "".join(
        f'<th scope="col" class="leg"><abbr title="{escape(title)}">{escape(head)}</abbr></th>' for title, head in legs
    )
    return f'<thead{unseen}><tr><td><span class="sr">{_("Side")}</span></td>{heads}</tr></thead>'


def _side(drawn: DrawnTie, name: str, side: Side, legs: bool, of: str, player: Any) -> str:
    entrant = side.entrant
    if entrant is None:
        mark, label = ' class="tbd"', escape(waits_for(drawn.tie, name))
    else:
        path = " data-path" if of and of == str(entrant.pk) else ""
        own = " mine" if player is not None and entrant.player_id == player else ""
        number = entrant.shown_seed
        seed = f'<span class="seed"><span class="sr">{_("seed")} </span>{number}</span>' if number else ""
        mark = f' class="{side.state}" data-e="{entrant.pk}"{path}'
        label = f'<span class="team{own}">{seed}{crest(entrant.name, True)}<span>{escape(entrant.name)}</span></span>'
    cells = ["" if number is None else written(number) for number in side.goals if legs]
    goals = "".join(f"<td>{number}</td>" for number in [*cells, side.told])
    return f'<tr{mark}><th scope="row">{label}</th>{goals}</tr>'


def _below(drawn: DrawnTie) -> str:
    """Render the line under the tie: live with its state, how it was decided, or still to be played."""
    note = tie_note(drawn)
    if drawn.live or note:
        live = f'<span class="chip" data-k="live">{_("Live")}</span>' if drawn.live else ""
        clock = ""
        if drawn.clock is not None:
            minute = f" {drawn.clock['minute']}′" if drawn.clock["minute"] else ""
            clock = f"<span>{escape(words(drawn.clock['period']))}{minute}</span>"
        return f"<p>{live}{clock}{f'<span>{escape(note)}</span>' if note else ''}</p>"
    if not drawn.tie.decided and drawn.now is not None and drawn.now.status == "open":
        return f'<p><span class="chip" data-k="open">{_("To play")}</span></p>'
    return ""
