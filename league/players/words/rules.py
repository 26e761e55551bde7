"""The rules of a game as its pages show them: its own Markdown, with its drawn positions (``docs/engines.md``)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from django.utils import translation
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

import engines
from league.players.drawing.boards import example


@dataclass(frozen=True)
class Chapter:
    """One chapter of a game's rules."""

    anchor: str
    title: str
    text: SafeString


@cache
def chapters(slug: str, language: str) -> tuple[Chapter, ...]:
    """Return the rules of ``slug`` in ``language``, or in English; nothing for a game without chapters."""
    source = engines.rules(slug, language) or engines.rules(slug, "en")
    if source is None:
        return ()
    usual = engines.get(slug).contract.frame(None, None).options
    blocks = SyntaxTreeNode(_MARKDOWN.parse(source.format_map(usual))).children
    starts = [at for at, block in enumerate(blocks) if block.type == "heading"]
    with translation.override(language):  # drawings name their pieces
        return tuple(
            Chapter(anchor, blocks[start].children[0].content, _text(slug, blocks[start + 1 : end]))
            for anchor, start, end in zip(engines.about(slug).chapters, starts, [*starts[1:], None], strict=True)
        )


class _Renderer(RendererHTML):
    def strong_open(self, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:  # of any token
        return "<b>"

    def strong_close(self, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:  # of any token
        return "</b>"

    def text(self, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:  # of any token
        ours = format_html('<span class="ours" aria-hidden="true">{}</span>', OURS)
        heard = format_html('<span class="sr">({})</span>', _("a rule of this platform"))
        words = super().text(tokens, at, options, env).replace(f" {OURS}", f"\u00a0{OURS}")  # not alone on a line
        return HYPHEN.sub("\u2060-\u2060", words.replace(OURS, ours + heard))


OURS: Final = "†"
"""Marks a rule of the platform, which the game's own sheet does not have."""
HYPHEN: Final = re.compile(r"(?<=\d)-(?=\d)")
"""The hyphen of a score or a formation, which no line ends at."""
CAPTION: Final = ": "
"""Begins the paragraph before a table that is its caption, as in Pandoc."""
_MARKDOWN: Final = MarkdownIt("commonmark", {"html": False}, renderer_cls=_Renderer).enable("table")


def _text(slug: str, blocks: Sequence[SyntaxTreeNode]) -> SafeString:
    return mark_safe("\n".join(filter(None, (_block(slug, block) for block in blocks))))


def _block(slug: str, block: SyntaxTreeNode) -> SafeString:
    """Return one block of a chapter: as Markdown has it, but for figures, tables with their captions and examples."""
    if block.type == "table":
        return _table(block)
    if block.type == "blockquote":
        return format_html('<p class="example">{}</p>', _html(block.children[0].children[0]))
    if block.type == "paragraph":
        words = block.children[0]
        if [part.type for part in words.children] == ["image"]:
            return _figure(slug, words.children[0])
        if words.content.startswith(CAPTION):
            return SafeString()
    return _html(block)


def _figure(slug: str, image: SyntaxTreeNode) -> SafeString:
    """Return the position that ``![caption](name)`` names, one of the game's ``About.examples``."""
    shown = engines.about(slug).examples[str(image.attrs["src"])]
    caption = mark_safe(_MARKDOWN.renderInline(image.content))
    return format_html('<figure class="shown">{}<figcaption>{}</figcaption></figure>', example(slug, shown), caption)


def _table(table: SyntaxTreeNode) -> SafeString:
    """Return a table with its caption, and without its head if that is empty."""
    head, body = table.children
    titles = [_html(cell.children[0]) for cell in head.children[0].children]
    columns = format_html_join("", '<th scope="col">{}</th>', ((title,) for title in titles))
    rows = [[_html(cell.children[0]) for cell in row.children] for row in body.children]
    return format_html(
        '<table class="plain faces">{}{}<tbody>{}</tbody></table>',
        _caption(table.previous_sibling),
        format_html("<thead><tr>{}</tr></thead>", columns) if any(titles) else "",
        format_html_join("", '<tr><th scope="row">{}</th>{}</tr>', ((name, _cells(row)) for name, *row in rows)),
    )


def _caption(above: SyntaxTreeNode | None) -> SafeString:
    """Return the paragraph above a table as its caption, if it is marked as one."""
    words = above.children[0].content if above and above.type == "paragraph" else ""
    if not words.startswith(CAPTION):
        return SafeString()
    return format_html('<caption class="sr">{}</caption>', words.removeprefix(CAPTION))


def _cells(row: list[SafeString]) -> SafeString:
    return format_html_join("", "<td>{}</td>", ((cell,) for cell in row))


def _html(node: SyntaxTreeNode) -> SafeString:
    """Render ``node`` by itself. HTML in its text is escaped."""
    html: str = _MARKDOWN.renderer.render(node.to_tokens(), _MARKDOWN.options, {})
    return mark_safe(html.strip())
