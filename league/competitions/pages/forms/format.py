"""Form fields of the format: groups, rounds, ties, an evening at real tables, as ``setup.formats`` declares them."""

from django import forms
from django.utils.functional import Promise, lazy
from django.utils.html import format_html
from django.utils.safestring import SafeString
from msgspec import inspect

from league.competitions.setup.formats import Odd, Setting
from league.competitions.words.evenings import ODDS
from league.forms import bounded


def with_hint(choice: Odd) -> Promise:
    """Return a choice for the odd player with its effects in a line below; the rules have them in full."""
    put = lazy(format_html, SafeString)  # the stubs know the return type, not the laziness
    return put('{}<br><span class="small muted">{}</span>', choice.label, ODDS[choice].hint)  # type: ignore[return-value]


class NumberChoiceField(forms.TypedChoiceField):
    """A choice of numbers in which 2 and 2.0 are one."""

    def prepare_value(self, value: object) -> object:
        return float(value) if isinstance(value, int) else value


def setting_field(setting: Setting) -> forms.Field:
    """Return the form field of ``setting``; an empty one takes the default."""
    label, help_text = setting.words.label, setting.words.help_text
    match setting.kind:
        case inspect.BoolType():
            return forms.BooleanField(label=label, help_text=help_text, required=False, initial=setting.default)
        case inspect.IntType(ge=int(low), le=int(high)):
            return forms.IntegerField(
                label=label, help_text=help_text, required=False, initial=setting.default, **bounded(low, high)
            )
        case inspect.StrType(max_length=most):
            return forms.CharField(
                label=label, help_text=help_text, required=False, initial=setting.default, max_length=most
            )
    described = setting.values is Odd
    numbers = isinstance(setting.kind, inspect.FloatType)
    return (NumberChoiceField if numbers else forms.TypedChoiceField)(
        label=label,
        help_text=help_text,
        required=False,
        initial=setting.default,
        coerce=lambda value: type(setting.default)(value),
        empty_value="",
        choices=[(choice.value, with_hint(choice)) for choice in Odd] if described else setting.choices,
        widget=forms.RadioSelect if described else forms.Select,
    )
