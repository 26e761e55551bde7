"""The question "in or out" on pages of the next season: to its reader, and for the organiser."""

from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.competitions.models import Competition, Entrant
from league.competitions.pages.todo import Need
from league.seasons.models import Asking, Renewal
from league.sentences import moment_words


def question_to(competition: Competition, entry: Entrant | None) -> Renewal | None:
    """Return the reader's unanswered question for ``entry``; one query, or none without an earlier season."""
    if entry is None or competition.previous_id is None or competition.status != Competition.Status.REGISTRATION:
        return None
    return _unanswered().filter(entrant=entry).select_related("asking").first()


def is_asked() -> Exists:
    """Return whether the entrant that is ``OuterRef("pk")`` has such a question."""
    return Exists(_unanswered().filter(entrant=OuterRef("pk")).order_by())


def open_question(competition: Competition) -> list[Need]:
    """Return the need to close the question, which the start waits for; two queries, or none without one before."""
    if competition.previous_id is None:
        return []
    asking = Asking.objects.filter(competition=competition, closed_at=None).first()
    if asking is None:
        return []
    silent = asking.renewals.filter(answer=Renewal.Answer.NONE).count()
    message = _("In or out: everybody has answered")
    if silent:
        message = ngettext("In or out: %(count)d without an answer", "In or out: %(count)d without an answer", silent)
        message %= {"count": silent}
    detail = _("You can start when the question is closed, on %(when)s at the latest.")
    url = reverse("seasons:answers", args=[competition.slug])
    return [Need(message, detail=detail % {"when": moment_words(asking.until)}, url=url, label=_("Answers"))]


def _unanswered() -> QuerySet[Renewal]:
    return Renewal.objects.filter(answer=Renewal.Answer.NONE, asking__closed_at=None)
