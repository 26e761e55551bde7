"""Check of stored sentences and moments in a document. Pure."""

from string import Formatter
from typing import Any

from django.utils.translation import gettext as _

from league.competitions.exchange.faults import BadFile, moment


def check_sentences(tree: Any, path: str = "") -> None:
    """Check that every stored sentence can be formatted, and that every moment is valid. Raises BadFile."""
    if isinstance(tree, dict):
        for name, value in tree.items():
            full_path = f"{path}.{name}" if path else name
            if name in ("message", "why", "reason") and isinstance(value, list):
                _check_placeholders(value, full_path)
            elif name == "at" or name.endswith("_at"):
                if isinstance(value, str):
                    moment(value, full_path)
            elif name not in ("settings", "options", "table", "made_by", "clock", "criteria", "wishes"):
                check_sentences(value, full_path)
    elif isinstance(tree, list):
        for at, value in enumerate(tree):
            check_sentences(value, f"{path}[{at}]")


def _check_placeholders(words: Any, path: str) -> None:
    """Check that the placeholders of ``[msgid, values]`` are plain names with a value."""
    if words == []:
        return
    if len(words) != 2 or not isinstance(words[0], str) or not isinstance(words[1], dict) or len(words[0]) > 600:
        raise BadFile(path, _("It is not a valid sentence."))
    try:
        places = [name for _before, name, spec, how in Formatter().parse(words[0]) if name is not None or spec or how]
        plain = all(
            name is not None and name.isidentifier() and name in words[1] and not spec and not how
            for _before, name, spec, how in Formatter().parse(words[0])
            if name is not None
        )
    except ValueError:
        raise BadFile(path, _("It is not a valid sentence.")) from None
    if words[1] and places and not plain:
        raise BadFile(path, _("It is not a valid sentence."))
    for value in words[1].values():
        if isinstance(value, list):
            _check_placeholders(value, path)
        elif not isinstance(value, (str, int, float)) or len(str(value)) > 1000:
            raise BadFile(path, _("It is not a valid sentence."))
