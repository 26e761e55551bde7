"""Refusals on pages: a verb that raises one leaves its sentence in a message, or in the form that was sent."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest


@contextmanager
def refusals_shown(request: HttpRequest, *kinds: type[Exception]) -> Iterator[None]:
    """End the block at a refusal of ``kinds``, and show its sentence at the top of the next page."""
    try:
        yield
    except kinds as refused:
        messages.error(request, str(refused))


@contextmanager
def refusals_in(form: BaseForm, *kinds: type[Exception]) -> Iterator[None]:
    """End the block at a refusal of ``kinds``, and show its sentence at the field that it names, else above all."""
    try:
        yield
    except kinds as refused:
        field = getattr(refused, "field", None)
        form.add_error(field if field in form.fields else None, str(refused))
