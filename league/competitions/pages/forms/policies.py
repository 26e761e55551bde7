"""Form fields of policies: absence, missed windows, withdrawals, reports, disputes.

They are columns of the competition under their own names; a form takes those that its preset can use.
"""

from typing import Final

from django import forms
from django.utils.translation import gettext_lazy as _

from league.competitions.models import Competition
from league.competitions.setup.presets import Preset
from league.competitions.setup.stages import Format

POLICIES: Final = ("no_show_minutes", "unplayed", "withdrawals", "report_hours", "dispute_hours")


class PolicyFields(forms.Form):
    """All policies that a form may show; empty ones keep their defaults."""

    no_show_minutes = forms.IntegerField(
        label=_("Minutes until a no-show"),
        help_text=_("Anyone later than this after the kick-off loses; 0: only at the end of the round."),
        min_value=0,
        max_value=24 * 60,
        initial=0,
        required=False,
    )
    unplayed = forms.ChoiceField(
        label=_("Unplayed match"),
        choices=[
            (Competition.Unplayed.AWARD, _("is awarded by attendance, proposals and answers")),
            (Competition.Unplayed.WAIT, _("waits for my decision")),
        ],
        initial=Competition.Unplayed.AWARD,
        required=False,
    )
    withdrawals = forms.ChoiceField(
        label=_("Withdrawal from a table"),
        choices=[
            (Competition.Withdrawals.AWARD, _("the opponents win the remaining matches")),
            (Competition.Withdrawals.VOID, _("no match counts, not even the played ones")),
        ],
        initial=Competition.Withdrawals.AWARD,
        required=False,
    )
    report_hours = forms.IntegerField(
        label=_("Hours until a reported result counts"),
        help_text=_("For a match at a real table, if the other side does not answer; 0: players cannot report."),
        min_value=0,
        max_value=24 * 14,
        initial=24,
        required=False,
    )
    dispute_hours = forms.IntegerField(
        label=_("Hours to dispute a result"),
        help_text=_("And for both sides to make statements."),
        min_value=1,
        max_value=24 * 14,
        initial=48,
        required=False,
    )


def without_use(preset: Preset) -> list[str]:
    """Return the policies that a competition from ``preset`` cannot use.

    An evening sets its silence in minutes, and withdrawals void no bracket or Swiss rounds.
    """
    if preset.settings.get("evening"):
        return [name for name in POLICIES if name != "dispute_hours"]
    tables = {plan.format for plan in preset.stages} & {
        Format.LEAGUE,
        Format.GROUPS,
        Format.DIVISIONS,
        Format.LEAGUE_PHASE,
    }
    return [] if tables else ["withdrawals"]
