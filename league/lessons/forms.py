"""The forms of a lesson; the verbs decide."""

from django import forms
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.classes.models import SchoolClass
from league.fields import column
from league.forms import StoredForm, column_field
from league.lessons.models import Lesson, Step
from league.players.models import User
from league.puzzles.showing import Position


class LessonForm(StoredForm):
    title = column_field(column(Lesson, "title"), widget=forms.TextInput(attrs={"autocomplete": "off"}))


class SchoolField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """A choice of classes by their names."""

    def label_from_instance(self, obj: SchoolClass) -> str:
        return obj.competition.name


class SettingsForm(LessonForm):
    """Title and class."""

    school = SchoolField(
        SchoolClass.objects.none(),
        label=_("Class"),
        required=False,
        empty_label=_("Anybody with the link"),
        help_text=_("With a class, its page lists every pupil by name, for you alone."),
    )

    def __init__(self, *args: object, owner: User, **kwargs: object) -> None:
        """Offer the classes of ``owner``, and the lesson's own, which somebody else may have taken over."""
        super().__init__(*args, **kwargs)
        schools = SchoolClass.objects.filter(Q(competition__owner=owner) | Q(pk=self.initial.get("school")))
        schools = schools.select_related("competition")
        self.fields["school"].queryset = schools.order_by("-made_at")  # type: ignore[attr-defined]


class StepForm(StoredForm):
    """A new step."""

    words = column_field(column(Step, "words"), widget=forms.Textarea(attrs={"rows": 3}))
    position = column_field(
        column(Step, "line"), widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"})
    )
    question = column_field(column(Step, "question"), widget=forms.TextInput(attrs={"autocomplete": "off"}))


class ChangeForm(StepForm):
    """A step that is there: its right move is one of the list."""

    solution = forms.ChoiceField(label=column(Step, "solution").verbose_name, required=False)

    def __init__(self, *args: object, step: Step, **kwargs: object) -> None:
        """Fill in the legal moves of the step's position."""
        super().__init__(*args, **kwargs)
        moves = Position(step.line).labels.items() if step.line else ()
        self.fields["solution"].choices = [("", _("Nothing is asked")), *moves]  # type: ignore[attr-defined]
        self.admit_stored()
