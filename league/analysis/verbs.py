"""Save, rename, share and delete an analysis. Only its owner may; each verb is one transaction."""

import re
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from engines.core import tree as trees
from engines.core.errors import EngineError
from league.analysis import shown
from league.analysis.errors import BadAnalysis, CannotSave, SavedElsewhere
from league.analysis.models import Analysis
from league.moderation import verbs as moderation
from league.moderation.models import Case
from league.players.models import User
from matches.letters import clean
from matches.models import Match

MOST: Final = 200
"""Analyses that one person keeps."""
MOST_MOVES: Final = 2000
"""Moves of an analysis that is saved: whoever has its link makes the site play them all."""
LONGEST_TITLE: Final = 80
_MATCH: Final = re.compile(r'^\[Match "([^"]*)"\]$', re.MULTILINE)


def may_save(user: Any) -> bool:  # a user or anonymous
    """Return whether ``user`` has a place to keep analyses: an account."""
    return bool(user.is_authenticated) and user.kind == User.Kind.ACCOUNT


def may_publish(user: User) -> bool:
    """Return whether ``user`` may show analyses to others; a pupil's name and words stay in the class."""
    return may_save(user) and not user.sheltered and not user.is_banned


@transaction.atomic
def save(
    *,
    by: User,
    value: Any,
    title: str,
    at: int = trees.ROOT,
    analysis_id: UUID | None = None,
    version: int | None = None,
    visibility: str = "",
) -> Analysis:
    """Save a tree as a new analysis of ``by``, or over an own one whose ``version`` the page knows.

    The same tree sent again with the version before it is a repeat and changes nothing. Raises CannotSave, BadAnalysis,
    SavedElsewhere.
    """
    if not may_save(by):
        raise CannotSave(_("Create an account to save analyses."))
    title, visibility = _title(title), _visibility(visibility)
    try:
        played = shown.read_tree(value)
        place = _place(played.tree, at)
        tree = trees.ordered(played.tree)
        text, position = trees.write(tree), shown.position_at(played, at)
    except EngineError as error:
        raise BadAnalysis(str(error)) from None
    if len(tree.nodes) > MOST_MOVES:
        sentence = _("You can save at most %(most)d moves, and this analysis has %(count)d. Delete some lines.")
        raise BadAnalysis(sentence % {"most": MOST_MOVES, "count": len(tree.nodes)})
    if len(text) > trees.MOST_LETTERS:
        raise BadAnalysis(_("This analysis is too long to be saved: delete some lines or comments."))
    User.objects.select_for_update(no_key=True).get(pk=by.pk)
    row = Analysis(owner=by, game=played.game.slug)
    if analysis_id is not None:
        row = _own_analysis(by, analysis_id)
        if row.text == text and row.title == title and version is not None and row.version == version + 1:
            return row
        if version != row.version:
            raise SavedElsewhere(_("This analysis was changed elsewhere. Save a copy, or load it again."))
        row.version += 1
    elif by.analyses.count() >= MOST:
        raise CannotSave(_("You keep %(most)d analyses already. Delete one first.") % {"most": MOST})
    row.title, row.text, row.moves, row.at, row.position = title, text, len(tree.nodes), place, position
    row.game = played.game.slug
    row.visibility = visibility or row.visibility
    _check_readers(by, row.visibility)
    _check_match(text, row.visibility)
    _check_hidden(row)
    row.save()
    return row


def _place(tree: trees.Tree, at: int) -> int:
    """Return the number that move ``at`` has in the order of the text."""
    if not 0 <= at < len(tree.nodes):
        return trees.ROOT
    order = [number for kind, number in trees.tokens(tree.nodes) if kind == "move"]
    return order.index(at)


@transaction.atomic
def change(*, by: User, analysis_id: UUID, title: str, visibility: str, at: int | None = None) -> Analysis:
    """Rename an own analysis, choose its readers and, with ``at``, the move at which it opens.

    Raises CannotSave, BadAnalysis.
    """
    row = _own_analysis(by, analysis_id)
    row.title, row.visibility = _title(title), _visibility(visibility) or row.visibility
    if at is not None:
        try:
            played = shown.read_tree(row.text)
        except EngineError as error:
            raise BadAnalysis(str(error)) from None
        row.at, row.position = _place(played.tree, at), shown.position_at(played, at)
    _check_readers(by, row.visibility)
    _check_hidden(row)
    if visibility:
        _check_match(row.text, visibility)
    row.save(update_fields=["title", "visibility", "at", "position", "updated_at"])
    return row


def delete(*, by: User, analysis_id: UUID) -> None:
    """Delete an own analysis, if it is still there."""
    Analysis.objects.filter(owner=by, pk=analysis_id).delete()


@transaction.atomic
def report(*, row: Analysis, by: User) -> Case:
    """Report an analysis that others can read: its title, its names and its comments. Raises ModerationError."""
    words = " · ".join([row.title, *_words(row.text)])
    return moderation.report_thing(kind=Case.Kind.ANALYSIS, thing=row.pk, subject=row.owner, by=by, words=words)


def _words(text: str) -> list[str]:
    """Return the names and comments of a sheet, as far as today's engine reads it."""
    try:
        tree = trees.read(text).tree
    except EngineError:
        return []
    notes = [tree.note, *(node.note for node in tree.nodes)]
    return [words for words in [*(node.name for node in tree.nodes), *(note.comment for note in notes)] if words]


def hide(analysis_id: UUID) -> None:
    """Show an analysis to its owner alone, from now on: a moderator decided so."""
    Analysis.objects.filter(pk=analysis_id).update(visibility=Analysis.Visibility.PRIVATE, hidden=True)


def _check_match(text: str, visibility: str) -> None:
    """Refuse to show the moves of a closed match to others. Its tag is read as written: no engine may play the rest."""
    named = _MATCH.search(text.partition("\n\n")[0])
    if visibility == Analysis.Visibility.PRIVATE or named is None:
        return
    try:
        closed = Match.objects.filter(pk=UUID(named[1]), closed=True).exists()
    except ValueError:
        return
    if closed:
        raise CannotSave(_("This match is not public, so its analysis stays private."))


def _check_hidden(row: Analysis) -> None:
    if row.hidden and row.visibility != Analysis.Visibility.PRIVATE:
        raise CannotSave(_("A moderator hid this analysis: it stays private."))


def _own_analysis(by: User, analysis_id: UUID) -> Analysis:
    row = Analysis.objects.select_for_update().filter(owner=by, pk=analysis_id).first()
    if row is None:
        raise CannotSave(_("Only its owner can change this analysis. Save a copy instead."))
    return row


def _title(words: str) -> str:
    title = " ".join(clean(words).split())
    if not 1 <= len(title) <= LONGEST_TITLE:
        raise BadAnalysis(_("A title has 1 to %(most)d letters.") % {"most": LONGEST_TITLE})
    return title


def _visibility(word: str) -> str:
    if word and word not in Analysis.Visibility.values:
        raise BadAnalysis(_("Choose private, link or public."))
    return word


def _check_readers(by: User, visibility: str) -> None:
    """Refuse to show anything of those who may not publish, new words of what is shown already included."""
    if visibility == Analysis.Visibility.PRIVATE or may_publish(by):
        return
    if by.is_banned:
        raise CannotSave(_("You cannot show analyses to others now: %(reason)s") % {"reason": by.banned_because})
    raise CannotSave(_("In a class, analyses stay private."))
