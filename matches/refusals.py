"""Refusals on pages: a verb that raises one leaves its sentence in a message, or in the form that was sent.

What was typed is not lost: the form has it, or a message beside the sentence.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest
from django.utils.translation import gettext as _


def is_written(value: str) -> bool:
    """Return whether a person wrote ``value``: it is neither an id nor one word of a choice."""
    return re.search(r"\w\s+\w", value.strip()) is not None


def show_refusal(request: HttpRequest, refused: Exception | str) -> None:
    """Show the sentence of a refusal at the top of the next page, and what was written into the form."""
    messages.error(request, str(refused))
    for words in filter(is_written, (value for name in request.POST for value in request.POST.getlist(name))):
        messages.warning(request, _("You typed: %(words)s") % {"words": words})


@contextmanager
def refusals_shown(request: HttpRequest, *kinds: type[Exception]) -> Iterator[None]:
    """End the block at a refusal of ``kinds``, and show its sentence at the top of the next page."""
    try:
        yield
    except kinds as refused:
        show_refusal(request, refused)


@contextmanager
def refusals_in(form: BaseForm, *kinds: type[Exception]) -> Iterator[None]:
    """End the block at a refusal of ``kinds``, and show its sentence at the field that it names, else above all."""
    try:
        yield
    except kinds as refused:
        field = getattr(refused, "field", None)
        form.add_error(field if field in form.fields else None, str(refused))
