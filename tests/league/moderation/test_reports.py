"""Reports of shared analyses: one case however many report, hidden for good by a moderator, nothing private told."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from league.analysis import verbs as analysis
from league.analysis.errors import CannotSave
from league.analysis.models import Analysis
from league.moderation.models import Case, Sanction
from tests.browser.sitemap import saved_analysis
from tests.cast import account
from tests.league.moderation.test_verbs import mod, sign_in

pytestmark = pytest.mark.django_db(transaction=True)
__all__ = ["mod"]


@pytest.fixture
def shared(cast):
    return Analysis.objects.get(pk=saved_analysis(cast.anna))


def reported(row, user):
    return sign_in(user).post(f"/analysis/{row.pk}/report/")


def test_reports_of_one_analysis_are_one_case_with_its_words(shared, cast):
    for user in (cast.bruno, cast.bruno, cast.referee):
        assert reported(shared, user).status_code == 302
    case = Case.objects.get()
    assert (case.kind, case.subject, case.thing, case.times) == ("analysis", cast.anna, shared.pk, 2)
    assert case.said.startswith("The last minute · ") and "The sure way." in case.said
    reported(shared, cast.anna)
    assert Case.objects.get().times == 2, "nobody reports their own"
    assert Client().post(f"/analysis/{shared.pk}/report/")["Location"].startswith("/accounts/login/")
    assert "Report this analysis" in sign_in(cast.bruno).get(f"/analysis/{shared.pk}/").content.decode()
    assert "Report this analysis" not in sign_in(cast.anna).get(f"/analysis/{shared.pk}/").content.decode()


def test_what_is_private_cannot_be_reported(shared, cast):
    analysis.change(by=cast.anna, analysis_id=shared.pk, title="Mine", visibility="private")
    assert reported(shared, cast.bruno).status_code == 404 and not Case.objects.exists()


def test_a_moderator_hides_it_and_it_stays_private(shared, cast, mod):
    reported(shared, cast.bruno)
    case, moderator = Case.objects.get(), sign_in(mod)
    assert f"/analysis/{shared.pk}/" in moderator.get(f"/moderation/cases/{case.pk}/").content.decode()
    moderator.post(f"/moderation/cases/{case.pk}/", {"do": "hide", "reason": "Insults in the comments."})
    shared.refresh_from_db()
    assert (shared.visibility, shared.hidden) == ("private", True)
    assert Sanction.objects.get().user == cast.anna and Case.objects.get().closed_by == mod
    assert sign_in(cast.bruno).get(f"/analysis/{shared.pk}/").status_code == 404
    assert moderator.get(f"/analysis/{shared.pk}/").status_code == 200, "for an appeal"
    with pytest.raises(CannotSave, match="stays private"):
        analysis.change(by=cast.anna, analysis_id=shared.pk, title="Mine", visibility="public")
    analysis.change(by=cast.anna, analysis_id=shared.pk, title="Still mine", visibility="private")


def test_only_a_reported_analysis_is_open_to_moderators(shared, cast, mod):
    analysis.change(by=cast.anna, analysis_id=shared.pk, title="Mine", visibility="private")
    assert sign_in(mod).get(f"/analysis/{shared.pk}/").status_code == 404


def test_hiding_needs_a_case_of_an_analysis(shared, cast, mod):
    sign_in(account("stranger2")).post(f"/players/{cast.anna.pk}/report/")
    case = Case.objects.get(kind="name")
    body = json.dumps({"do": "hide", "reason": "Not here."})
    path = f"/api/v1/moderation/cases/{case.pk}/decide/"
    answer = sign_in(mod).post(path, body, content_type="application/json")
    assert answer.status_code == 400 and "nothing to hide" in answer.content.decode()
    assert not Sanction.objects.exists() and Case.objects.get().closed_at is None
