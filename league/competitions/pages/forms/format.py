"""Form fields of the format: groups, rounds, ties, an evening at real tables.

They are the settings of stages (``league.competitions.setup.stages``) under their own names; a preset chooses the ones
that it needs.
"""

from django import forms
from django.utils.functional import Promise, lazy
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from league.competitions.words.evenings import BUZZERS, ODDS, Odd
from league.formats.league_phase import MOST_OPPONENTS, MOST_POTS

EVENING = ("minutes", "buzzer", "odd", "house_name", "late", "silent", "silence")
OF_STAGES = (
    "legs", "best_of", "replay", "extra_time", "away_goals", "venue", "third_place", "neutral_final", "redraw", "times",
    "groups", "pots", "opponents", "through", "best", "divisions", "move", "playoff", "rounds", "system", "bye",
    "accelerated", "reset", "boundary_playoffs", "clubs_apart", "club_limit", "shape", "consolation",
    "away_goals_in_extra_time", *EVENING,
)  # fmt: skip
"""Settings of stages that a form may show, if its preset asks for them."""


def with_hint(words: Odd) -> Promise:
    """Return a choice for the odd player with its effects in a line below; the rules have them in full."""
    put = lazy(format_html, SafeString)  # the stubs know the return type, not the laziness
    return put('{}<br><span class="small muted">{}</span>', words.who, words.hint)  # type: ignore[return-value]


class FormatFields(forms.Form):
    """All settings that a form may show."""

    groups = forms.IntegerField(label=_("Groups"), min_value=2, max_value=16, required=False)
    pots = forms.IntegerField(
        label=_("Pots"),
        help_text=_("Pots of equal size, by seed: the strongest are in pot 1."),
        min_value=1,
        max_value=MOST_POTS,
        required=False,
    )
    opponents = forms.IntegerField(
        label=_("Opponents per entrant"),
        help_text=_("The same number from each pot, half at home and half away: with 4 pots, 8 means two of each."),
        min_value=2,
        max_value=MOST_OPPONENTS,
        required=False,
    )
    club_limit = forms.IntegerField(
        label=_("Opponents from one other club, at most"),
        help_text=_("Only if entrants of one club are kept apart; 0 for any number."),
        min_value=0,
        max_value=MOST_OPPONENTS,
        required=False,
    )
    through = forms.IntegerField(label=_("Qualifiers per group"), min_value=1, max_value=32, required=False)
    best = forms.IntegerField(
        label=_("Best of the next place"),
        help_text=_("In all groups together; 0 for none."),
        min_value=0,
        max_value=16,
        required=False,
    )
    divisions = forms.IntegerField(label=_("Divisions"), min_value=2, max_value=6, required=False)
    move = forms.IntegerField(
        label=_("Promoted and relegated at each border"), min_value=0, max_value=6, required=False
    )
    playoff = forms.IntegerField(label=_("Play-offs at each border"), min_value=0, max_value=4, required=False)
    boundary_playoffs = forms.BooleanField(
        label=_("Play-off on equal points"),
        help_text=_("For the title, promotion or relegation: one more match instead of the criteria."),
        required=False,
    )
    clubs_apart = forms.BooleanField(
        label=_("Keep entrants of one club apart"),
        help_text=_("In the groups, or in the first round of a bracket, where possible."),
        required=False,
    )
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=19, required=False)
    system = forms.ChoiceField(
        label=_("Pairing"),
        choices=[("dutch", _("FIDE Dutch")), ("monrad", _("Monrad: neighbours in the table"))],
        required=False,
    )
    accelerated = forms.BooleanField(
        label=_("Accelerated"),
        help_text=_("The upper half begins with virtual points: for many players and few rounds."),
        required=False,
    )
    minutes = forms.IntegerField(
        label=_("Minutes per round"),
        help_text=_("One clock for all tables; 0 for none."),
        min_value=0,
        max_value=240,
        required=False,
    )
    buzzer = forms.ChoiceField(label=_("When time is up"), choices=list(BUZZERS.items()), required=False)
    odd = forms.ChoiceField(
        label=_("Player left over"),
        help_text=_("With an odd number of players."),
        choices=[(key, with_hint(words)) for key, words in ODDS.items()],
        widget=forms.RadioSelect,
        required=False,
    )
    house_name = forms.CharField(
        label=_("Name of the house player"),
        help_text=_("Only needed for a house player."),
        max_length=24,
        required=False,
    )
    bye = forms.TypedChoiceField(
        label=_("A bye counts"),
        help_text=_("With an odd number of entrants, each gets at most one bye, whatever it counts."),
        coerce=float,
        choices=[(1.0, _("as a win")), (0.5, _("as half a win")), (0.0, _("nothing"))],
        required=False,
        empty_value="",
    )
    late = forms.ChoiceField(
        label=_("A missed round counts"),
        choices=[("absent", _("nothing")), ("half_bye", _("half a point"))],
        required=False,
    )
    silent = forms.ChoiceField(
        label=_("Players without an answer at a round’s check-in"),
        choices=[("here", _("are here and get paired")), ("rest", _("sit out"))],
        required=False,
    )
    silence = forms.IntegerField(
        label=_("Minutes until one player’s report counts"),
        help_text=_("At once if the other side reports the same."),
        min_value=1,
        max_value=240,
        required=False,
    )
    reset = forms.BooleanField(
        label=_("A second final if the unbeaten side loses the first"), required=False, initial=True
    )
    legs = forms.TypedChoiceField(
        label=_("Ties"), coerce=int, choices=[(1, _("one match")), (2, _("two legs, home and away"))], initial=1
    )
    replay = forms.BooleanField(
        label=_("Play a level tie again"),
        help_text=_("Once, with the other side at home; that match goes to extra time and penalties."),
        required=False,
    )
    extra_time = forms.BooleanField(
        label=_("Extra time before penalties"),
        help_text=_("If the game has it; otherwise a shootout decides."),
        required=False,
        initial=True,
    )
    away_goals = forms.BooleanField(
        label=_("Away goals count double"), help_text=_("Only in ties of two legs."), required=False
    )
    away_goals_in_extra_time = forms.BooleanField(
        label=_("In extra time too"),
        help_text=_("For entered results; online matches use the game’s own rule."),
        required=False,
    )
    best_of = forms.TypedChoiceField(
        label=_("Matches per tie"),
        coerce=int,
        choices=[(0, _("as above")), (3, _("best of 3")), (5, _("best of 5")), (7, _("best of 7"))],
        initial=0,
        required=False,
        empty_value="",
    )
    venue = forms.ChoiceField(
        label=_("Home advantage"),
        help_text=_("At home in the second leg, in a single match, and in most matches of a best of 3, 5 or 7."),
        choices=[
            ("better", _("the better placed, by the table before or by seed")),
            ("bracket", _("by the bracket: its upper side is at home first")),
        ],
        required=False,
    )
    neutral_final = forms.BooleanField(label=_("The final is one match on neutral ground"), required=False)
    redraw = forms.BooleanField(
        label=_("Draw every round again"),
        help_text=_("From the committed seed; otherwise the bracket is fixed."),
        required=False,
    )
    shape = forms.ChoiceField(
        label=_("Pairings"),
        choices=[
            ("bracket", _("a bracket: first against last")),
            ("stepladder", _("a stepladder: the last two meet, the winner meets the next above")),
            ("page", _("a page play-off of four: the first two have a second chance")),
        ],
        required=False,
    )
    consolation = forms.ChoiceField(
        label=_("Losers"),
        choices=[
            ("none", _("are out")),
            ("plate", _("play on in a second cup, the plate, after losing the first match")),
            ("places", _("play on until every place is decided")),
        ],
        required=False,
    )
    third_place = forms.BooleanField(label=_("Third-place match"), required=False)
    times = forms.TypedChoiceField(
        label=_("Matches per pair"), coerce=int, choices=[(1, _("once")), (2, _("twice, home and away"))], initial=2
    )
