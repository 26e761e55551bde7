"""Reports of a match on a real table: reported, confirmed, counted after silence, disputed, decided."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone, translation

from league.competitions.errors import NeedsConfirmation, ReportRefused, RulingRefused
from league.competitions.models import Competition, Dispute, Fixture, Group, Report, ResultEntry
from league.competitions.tasks import count_reports
from league.competitions.verbs import disputes, entries, reports, rounds, rulings, staff
from league.competitions.verbs.results import collect
from league.competitions.verbs.rulings import Consent, Score
from league.players.models import Notification
from league.sentences import translated
from matches.models import Match, MatchCommand
from tests.cast import Cast
from tests.league.builders import competition, running
from tests.league.tables import finish, open_fixtures


def final():
    """The cast, and a running final of two of them with a referee."""
    cast = Cast.make()
    tournament = competition(cast.organiser, places=2)
    entries.enter(competition=tournament, player=cast.anna)
    entries.enter(competition=tournament, player=cast.bruno)
    asked = staff.invite(competition=tournament, by=cast.organiser, role="referee", name="referee")
    staff.accept(key=asked.key, by=cast.referee)
    return cast, rounds.start(competition=tournament, by=cast.organiser)


@pytest.fixture(scope="module")
def built(build_once):
    return build_once(final)


@pytest.fixture
def cast(copied):
    return copied[0]


@pytest.fixture
def cup(copied):
    return copied[1]


@pytest.fixture
def fixture(cup):
    return open_fixtures(cup)[0]


def now_at(fixture):
    return Fixture.objects.get(id=fixture.id)


def told(user):
    return list(Notification.objects.filter(user=user).order_by("at").values_list("kind", flat=True))


def pass_time(row, **by):
    """Let time pass for ``row``: its deadlines are so much earlier."""
    for name in ("counts_at", "deadline_at"):
        if hasattr(row, name):
            type(row).objects.filter(id=row.id).update(**{name: getattr(row, name) - timedelta(**by)})


@pytest.mark.parametrize(
    "change",
    [
        lambda report, cup: Report.objects.filter(id=report.id).update(state=Report.State.DISPUTED),
        lambda report, cup: Report.objects.filter(id=report.id).update(counts_at=timezone.now() + timedelta(hours=1)),
        lambda report, cup: Competition.objects.filter(id=cup.id).update(frozen_at=timezone.now()),
    ],
    ids=["disputed", "later", "frozen"],
)
def test_what_changed_after_the_reports_due_were_listed_is_seen(cast, cup, fixture, monkeypatch, change):
    report = reports.report(fixture=fixture, score=Score(2, 1), by=cast.anna)
    pass_time(report, hours=25)
    count_each = reports.one_by_one.total
    monkeypatch.setattr(reports.one_by_one, "total", lambda do, keys: (change(report, cup), count_each(do, keys))[1])
    assert reports.count_due() == 0
    assert now_at(fixture).status == Fixture.Status.OPEN


def test_it_works(cast, cup, fixture):
    report = reports.report(fixture=fixture, score=Score(2, 1), by=cast.anna)
    assert now_at(fixture).status == Fixture.Status.OPEN and told(cast.bruno) == ["report"]
    reports.confirm(report=report, by=cast.bruno)
    reports.confirm(report=report, by=cast.bruno)
    current_fixture = now_at(fixture)
    assert (current_fixture.status, current_fixture.home_goals, current_fixture.away_goals) == ("played", 2, 1)
    cup.refresh_from_db()
    assert cup.status == Competition.Status.FINISHED and cup.champion == fixture.home
    assert [entry.kind for entry in cup.results.all()] == ["claimed", "confirmed"]
    assert MatchCommand.objects.filter(match=fixture.match, kind="void").count() == 1
    lines = cup.audit.filter(verb__in=("report", "confirm")).order_by("id").select_related("actor")
    assert [(line.actor, translated(line.message)) for line in lines] == [
        (cast.anna, f"reported {fixture.home.name} – {fixture.away.name} as 2–1"),
        (cast.bruno, f"confirmed {fixture.home.name} – {fixture.away.name}: 2–1"),
    ]


def test_silence_counts_after_the_hours_that_the_organiser_set(cast, cup, fixture):
    Competition.objects.update(report_hours=6)
    report = reports.report(fixture=fixture, score=Score(0, 1), by=cast.anna)
    assert timedelta(hours=5.9) < report.counts_at - timezone.now() <= timedelta(hours=6)
    assert count_reports() == 0 and now_at(fixture).home_goals is None
    pass_time(report, hours=6)
    assert count_reports() == 1 and count_reports() == 0
    assert (now_at(fixture).home_goals, now_at(fixture).away_goals) == (0, 1)
    entry = cup.results.get(kind="confirmed")
    assert entry.source == "deadline" and entry.actor is None
    line = cup.audit.get(verb="confirm")
    assert line.actor is None
    assert translated(line.message) == f"nobody objected to {fixture.home.name} – {fixture.away.name}: 0–1 counts"


def test_two_reports_that_agree_are_a_confirmation(cast, cup, fixture):
    reports.report(fixture=fixture, score=Score(1, 1, (4, 3)), by=cast.anna)
    reports.report(fixture=fixture, score=Score(1, 1, (4, 3)), by=cast.bruno)
    assert now_at(fixture).shootout == {"home": 4, "away": 3}


def test_two_reports_that_differ_are_a_dispute(cast, cup, fixture):
    reports.report(fixture=fixture, score=Score(1, 0), by=cast.anna)
    reports.report(fixture=fixture, score=Score(0, 1), by=cast.bruno)
    dispute = Dispute.objects.get()
    mine = "home" if fixture.home.player_id == cast.bruno.id else "away"
    assert dispute.seat == mine and "0–1" in getattr(dispute, f"{mine}_statement")
    pass_time(Report.objects.get(), hours=99)
    assert count_reports() == 0 and now_at(fixture).home_goals is None
    assert "dispute" in told(cast.organiser) and "dispute" in told(cast.referee) and "dispute" in told(cast.anna)


def test_one_may_correct_the_own_report(cast, cup, fixture):
    first = reports.report(fixture=fixture, score=Score(1, 0), by=cast.anna)
    assert reports.report(fixture=fixture, score=Score(1, 0), by=cast.anna).id == first.id
    reports.report(fixture=fixture, score=Score(2, 0), by=cast.anna)
    reports.report(fixture=fixture, score=Score(2, 0), by=cast.bruno)
    assert now_at(fixture).home_goals == 2
    assert sorted(Report.objects.values_list("state", flat=True)) == ["confirmed", "replaced"]


def test_refusals(cast, cup, fixture):
    with pytest.raises(ReportRefused, match="Only the two"):
        reports.report(fixture=fixture, score=Score(1, 0), by=cast.stranger)
    with pytest.raises(RulingRefused, match="shootout needs a winner"):
        reports.report(fixture=fixture, score=Score(1, 1, (3, 3)), by=cast.anna)
    report = reports.report(fixture=fixture, score=Score(1, 0), by=cast.anna)
    with pytest.raises(ReportRefused, match="other side must confirm"):
        reports.confirm(report=report, by=cast.anna)
    with pytest.raises(ReportRefused, match="other side must confirm"):
        reports.confirm(report=report, by=cast.organiser)
    with pytest.raises(ReportRefused, match="your own report"):
        disputes.dispute(fixture=fixture, by=cast.anna, statement="no")
    with pytest.raises(ReportRefused, match="Describe the match"):
        disputes.dispute(fixture=fixture, by=cast.bruno, statement=" ")
    Competition.objects.update(report_hours=0)
    with pytest.raises(ReportRefused, match="organiser enters"):
        reports.report(fixture=fixture, score=Score(1, 0), by=cast.bruno)


def test_a_match_that_is_played_here_reports_itself(cast, cup, fixture):
    Match.objects.filter(id=fixture.match_id).update(status="live", snapshot={})
    with pytest.raises(ReportRefused, match="reports itself"):
        reports.report(fixture=fixture, score=Score(1, 0), by=cast.anna)


def test_the_match_itself_settles_an_open_report(cast, cup, fixture):
    reports.report(fixture=fixture, score=Score(1, 0), by=cast.anna)
    finish(fixture.match, 0, 2)
    collect()
    assert Report.objects.get().state == "settled" and now_at(fixture).away_goals == 2


def test_a_bot_confirms_nothing(cast):
    tournament = competition(cast.organiser, places=2)
    entries.enter(competition=tournament, player=cast.anna)
    entries.add_bots(competition=tournament, by=cast.organiser)
    rounds.start(competition=tournament, by=cast.organiser)
    with pytest.raises(ReportRefused, match="against a bot"):
        reports.report(fixture=open_fixtures(tournament)[0], score=Score(1, 0), by=cast.anna)


def test_a_disputed_report_may_be_let_stand(cast, cup, fixture):
    reports.report(fixture=fixture, score=Score(3, 0), by=cast.anna)
    said = disputes.dispute(fixture=fixture, by=cast.bruno, statement="We never met.")
    disputes.state(dispute=said, by=cast.anna, statement="Here is the sheet.")
    with pytest.raises(RulingRefused, match="reason"):
        disputes.let_stand(dispute=said, by=cast.referee, reason=" ")
    disputes.let_stand(dispute=said, by=cast.referee, reason="the sheet is signed")
    disputes.let_stand(dispute=said, by=cast.referee, reason="again")
    said.refresh_from_db()
    assert (said.outcome, said.reason, said.decided_by) == ("stands", "the sheet is signed", cast.referee)
    assert said.home_statement and said.away_statement
    assert now_at(fixture).home_goals == 3
    assert told(cast.anna)[-1] == told(cast.bruno)[-1] == "dispute"


def test_a_statement_is_for_the_parties_alone(client, cast, cup, fixture):
    """An older row of the log holds it as its reason."""
    reports.report(fixture=fixture, score=Score(3, 0), by=cast.anna)
    disputes.dispute(fixture=fixture, by=cast.bruno, statement="We never met: I was ill.")
    ResultEntry.objects.filter(competition=cup, kind="claimed").update(reason="at the bar")
    for _row in ("new", "old"):
        log = client.get(f"/api/v1/competitions/{cup.id}/results/").json()
        log = log.get("results", log) if isinstance(log, dict) else log
        assert [row["reason"] for row in log] == ["at the bar", ""]
        for address in (f"/api/v1/competitions/{cup.id}/export/", f"/competitions/{cup.slug}/export.json"):
            text = client.get(address).content.decode()
            assert "at the bar" in text and "I was ill" not in text
        assert "I was ill" not in client.get(f"/competitions/{cup.slug}/fixtures/{fixture.id}/").content.decode()
        ResultEntry.objects.filter(competition=cup, kind="disputed").update(reason="We never met: I was ill.")


def test_any_ruling_decides_a_dispute_and_says_why(cast, cup, fixture):
    reports.report(fixture=fixture, score=Score(3, 0), by=cast.anna)
    said = disputes.dispute(fixture=fixture, by=cast.bruno, statement="It was 0–3.")
    with pytest.raises(RulingRefused, match="reason"):
        rulings.enter_result(fixture=fixture, score=Score(0, 3), by=cast.organiser)
    assert not cup.results.filter(kind="reported").exists()
    rulings.enter_result(fixture=fixture, score=Score(0, 3), by=cast.organiser, reason="the sheet says so")
    said.refresh_from_db()
    assert (said.outcome, Report.objects.get().state) == ("result", "settled")
    with pytest.raises(ReportRefused, match="is decided"):
        disputes.state(dispute=said, by=cast.anna, statement="but")


def test_a_result_is_disputed_in_time_and_once(cast, cup, fixture):
    with pytest.raises(ReportRefused, match="no result"):
        disputes.dispute(fixture=fixture, by=cast.bruno, statement="no")
    rulings.enter_result(fixture=fixture, score=Score(1, 0), by=cast.organiser)
    said = disputes.dispute(fixture=fixture, by=cast.bruno, statement="Offside.")
    disputes.let_stand(dispute=said, by=cast.organiser, reason="there is no offside")
    with pytest.raises(ReportRefused, match="is decided"):
        disputes.dispute(fixture=fixture, by=cast.bruno, statement="still")
    assert now_at(fixture).home_goals == 1
    ResultEntry.objects.update(at=timezone.now() - timedelta(hours=49))
    Dispute.objects.all().delete()
    with pytest.raises(ReportRefused, match="has passed"):
        disputes.dispute(fixture=fixture, by=cast.bruno, statement="late")


def test_a_result_is_disputed_up_to_the_last_second(cast, cup, fixture):
    rulings.enter_result(fixture=fixture, score=Score(1, 0), by=cast.organiser)
    end = timezone.now().replace(microsecond=0) + timedelta(hours=cup.dispute_hours)
    ResultEntry.objects.update(at=end - timedelta(hours=cup.dispute_hours))
    cup.refresh_from_db()
    for late, may in ((0, True), (1, False)):
        with time_machine.travel(end + timedelta(seconds=late), tick=False):
            assert disputes.may_dispute(cup, now_at(fixture), cast.bruno) == may


def test_each_side_disputes_twice(cast, cup, fixture):
    for goals in (1, 2):
        rulings.enter_result(fixture=fixture, score=Score(goals, 0), by=cast.organiser, reason="as the sheet says")
        said = disputes.dispute(fixture=fixture, by=cast.bruno, statement="Offside.")
        disputes.let_stand(dispute=said, by=cast.organiser, reason="there is no offside")
    rulings.enter_result(fixture=fixture, score=Score(3, 0), by=cast.organiser, reason="as the sheet says")
    with pytest.raises(ReportRefused, match="is decided"):
        disputes.dispute(fixture=fixture, by=cast.bruno, statement="Offside.")
    assert disputes.dispute(fixture=fixture, by=cast.anna, statement="It was four.").outcome == ""


def test_a_match_to_be_played_again_has_no_result_to_dispute(cast, cup, fixture):
    rulings.enter_result(fixture=fixture, score=Score(1, 0), by=cast.organiser)
    rulings.replay(fixture=fixture, by=cast.organiser, reason="the light went out", confirmed=True)
    with pytest.raises(ReportRefused, match="no result"):
        disputes.dispute(fixture=fixture, by=cast.bruno, statement="no")


def test_only_the_two_sides_may_dispute(cast, cup, fixture):
    rulings.enter_result(fixture=fixture, score=Score(1, 0), by=cast.organiser)
    cup.refresh_from_db()
    people = (cast.anna, cast.bruno, cast.stranger, cast.organiser)
    assert [disputes.may_dispute(cup, now_at(fixture), user) for user in people] == [True, True, False, False]
    with pytest.raises(ReportRefused, match="Only the two"):
        disputes.dispute(fixture=fixture, by=cast.stranger, statement="no")


def test_the_audit_tells_who_disputed_answered_and_decided(cast, cup, fixture):
    rulings.enter_result(fixture=fixture, score=Score(1, 0), by=cast.organiser)
    said = disputes.dispute(fixture=fixture, by=cast.bruno, statement="Offside.")
    disputes.state(dispute=said, by=cast.anna, statement="It was not.")
    disputes.let_stand(dispute=said, by=cast.referee, reason="there is no offside")
    lines = cup.audit.filter(verb__in=("dispute", "statement", "let_stand")).order_by("id")
    assert list(lines.values_list("verb", "actor__nickname")) == [
        ("dispute", "bruno"),
        ("statement", "anna"),
        ("let_stand", "referee"),
    ]


def test_the_time_for_statements_ends_to_the_second(cast, cup, fixture):
    reports.report(fixture=fixture, score=Score(3, 0), by=cast.anna)
    said = disputes.dispute(fixture=fixture, by=cast.bruno, statement="no")
    end = said.deadline_at.replace(microsecond=0)
    Dispute.objects.update(deadline_at=end)
    with time_machine.travel(end - timedelta(seconds=1), tick=False):
        assert disputes.remind_due() == 0
        disputes.state(dispute=said, by=cast.anna, statement="in time")
    with time_machine.travel(end, tick=False):
        with pytest.raises(ReportRefused, match="time for statements"):
            disputes.state(dispute=said, by=cast.anna, statement="late")
        Competition.objects.update(frozen_at=end)
        assert disputes.remind_due() == 0, "a frozen competition waits"
        Competition.objects.update(frozen_at=None)
        assert disputes.remind_due() == 1


def test_a_report_counts_to_the_second(cast, cup, fixture):
    report = reports.report(fixture=fixture, score=Score(3, 0), by=cast.anna)
    end = report.counts_at.replace(microsecond=0)
    Report.objects.update(counts_at=end)
    with time_machine.travel(end - timedelta(seconds=1), tick=False):
        assert reports.count_due() == 0
    with time_machine.travel(end, tick=False):
        assert reports.count_due() == 1


def test_staff_are_reminded_once_when_the_time_for_statements_is_over(cast, cup, fixture):
    reports.report(fixture=fixture, score=Score(3, 0), by=cast.anna)
    said = disputes.dispute(fixture=fixture, by=cast.bruno, statement="no")
    pass_time(said, hours=49)
    before = len(told(cast.referee))
    assert count_reports() == 1 and count_reports() == 0
    assert len(told(cast.referee)) == before + 1
    said.refresh_from_db()
    with pytest.raises(ReportRefused, match="time for statements"):
        disputes.state(dispute=said, by=cast.anna, statement="late")


# A match of one's own


def own_cup(cast, others=()):
    tournament = competition(cast.organiser, places=2)
    entries.enter(competition=tournament, player=cast.organiser)
    entries.enter(competition=tournament, player=cast.anna)
    for person in others:
        asked = staff.invite(competition=tournament, by=cast.organiser, role="referee", name=person.username)
        staff.accept(key=asked.key, by=person)
    return rounds.start(competition=tournament, by=cast.organiser)


def test_nobody_decides_his_own_match_while_there_is_other_staff(cast):
    made = own_cup(cast, [cast.referee])
    (fixture,) = open_fixtures(made)
    for rule in (
        lambda: rulings.enter_result(fixture=fixture, score=Score(9, 0), by=cast.organiser),
        lambda: rulings.walkover(fixture=fixture, winner="home", by=cast.organiser, reason="mine"),
        lambda: rulings.replay(fixture=fixture, by=cast.organiser, reason="again"),
        lambda: rulings.withdraw(entrant=made.entrants.get(player=cast.anna), by=cast.organiser),
    ):
        with pytest.raises(RulingRefused, match="referee"):
            rule()
    assert not made.results.exists()
    rulings.enter_result(fixture=fixture, score=Score(1, 0), by=cast.referee)
    assert made.results.get().own is False


def test_without_other_staff_it_is_allowed_and_marked(client, cast):
    made = own_cup(cast)
    (fixture,) = open_fixtures(made)
    rulings.enter_result(fixture=fixture, score=Score(1, 0), by=cast.organiser)
    assert made.results.get().own is True and made.audit.filter(verb="own_match").exists()
    page = client.get(f"/competitions/{made.slug}/fixtures/{fixture.id}/").content.decode()
    assert "decided by one of the two players" in page


def test_nobody_lets_the_result_of_an_own_match_stand_while_there_is_other_staff(cast):
    made = own_cup(cast, [cast.referee])
    (fixture,) = open_fixtures(made)
    rulings.enter_result(fixture=fixture, score=Score(1, 0), by=cast.referee)
    said = disputes.dispute(fixture=fixture, by=cast.anna, statement="Offside.")
    with pytest.raises(RulingRefused, match="referee"):
        disputes.let_stand(dispute=said, by=cast.organiser, reason="I won")
    said.refresh_from_db()
    assert said.outcome == ""


def test_staff_who_both_play_are_no_judges_of_each_other(cast):
    made = own_cup(cast, [cast.anna])
    (fixture,) = open_fixtures(made)
    rulings.enter_result(fixture=fixture, score=Score(1, 0), by=cast.anna)
    assert made.results.get().own is True


def test_players_who_are_staff_may_still_confirm(cast):
    made = own_cup(cast, [cast.referee])
    (fixture,) = open_fixtures(made)
    report = reports.report(fixture=fixture, score=Score(1, 0), by=cast.anna)
    reports.confirm(report=report, by=cast.organiser)
    assert made.results.get(kind="confirmed").own is False


# Previews and points


@pytest.mark.parametrize(("language", "noun"), [("en", "point"), ("it", "punto"), ("es", "punto"), ("pt-br", "ponto")])
def test_a_preview_counts_one_point(cast, language, noun):
    league = running(cast.organiser, "league", 4, settings={"times": 1})
    first = open_fixtures(league)[0]
    rulings.enter_result(fixture=first, score=Score(1, 0), by=cast.organiser)
    with translation.override(language), pytest.raises(NeedsConfirmation) as shown:
        rulings.enter_result(
            fixture=first, score=Score(1, 1), by=cast.organiser, reason="x", consent=Consent(preview=True)
        )
    assert len(re.findall(rf"\b1 {noun} ", " | ".join(shown.value.effects))) == 2


def test_a_preview_writes_half_a_point_as_the_language_does(cast):
    league = running(cast.organiser, "league", 4, settings={"times": 1}, points=[1, 0.5, 0])
    first = open_fixtures(league)[0]
    with translation.override("it"), pytest.raises(NeedsConfirmation) as shown:
        rulings.enter_result(
            fixture=first, score=Score(1, 1), by=cast.organiser, reason="x", consent=Consent(preview=True)
        )
    assert " | ".join(shown.value.effects).count(": 0,5 punti ") == 2


def test_a_preview_tells_everything_and_changes_nothing(cast):
    league = running(cast.organiser, "league", 4, settings={"times": 1})
    (first, *_others) = open_fixtures(league)
    rulings.enter_result(fixture=first, score=Score(1, 0), by=cast.organiser)
    before = list(league.results.values_list("id", flat=True)), Group.objects.get().table
    with pytest.raises(NeedsConfirmation) as shown:
        rulings.enter_result(
            fixture=first, score=Score(0, 2), by=cast.organiser, reason="x", consent=Consent(preview=True)
        )
    assert before == (list(league.results.values_list("id", flat=True)), Group.objects.get().table)
    said = " | ".join(shown.value.effects)
    assert "0–2 instead of 1–0" in said
    assert f"{first.away.name}: place 1 instead of" in said and "3 points instead of 0" in said
    rulings.enter_result(
        fixture=first,
        score=Score(0, 2),
        by=cast.organiser,
        reason="x",
        consent=Consent(confirmed=True, seen=shown.value.seen),
    )
    assert now_at(first).away_goals == 2


def test_effects_that_changed_meanwhile_are_shown_again(cast):
    league = running(cast.organiser, "league", 4, settings={"times": 1})
    first, second = open_fixtures(league)[:2]
    rulings.enter_result(fixture=first, score=Score(1, 0), by=cast.organiser)
    with pytest.raises(NeedsConfirmation) as shown:
        rulings.enter_result(
            fixture=first, score=Score(0, 2), by=cast.organiser, reason="x", consent=Consent(preview=True)
        )
    rulings.enter_result(fixture=second, score=Score(5, 0), by=cast.organiser)
    consent = Consent(confirmed=True, seen=shown.value.seen)
    with pytest.raises(NeedsConfirmation) as again:
        rulings.enter_result(fixture=first, score=Score(0, 2), by=cast.organiser, reason="x", consent=consent)
    assert again.value.effects != shown.value.effects and now_at(first).home_goals == 1


def test_points_are_taken_and_given_back(cast):
    league = running(cast.organiser, "league", 4, settings={"times": 1})
    (first, *_others) = open_fixtures(league)
    rulings.enter_result(fixture=first, score=Score(1, 0), by=cast.organiser)

    def points():
        rows = Group.objects.get().table["rows"]
        return next(row for row in rows if row["entrant"] == str(first.home_id))["points"]

    assert points() == 3
    rulings.deduct(entrant=first.home, points=2, by=cast.organiser, reason="shouting")
    assert points() == 1 and Group.objects.get().table["ledger"][0][1:] == [-2, "shouting"]
    with pytest.raises(RulingRefused, match="give back 2"):
        rulings.deduct(entrant=first.home, points=-3, by=cast.organiser, reason="sorry")
    rulings.deduct(entrant=first.home, points=-2, by=cast.organiser, reason="appeal")
    assert points() == 3
    with pytest.raises(RulingRefused, match="Give a reason"):
        rulings.deduct(entrant=first.home, points=1, by=cast.organiser, reason="")
    lines = league.audit.filter(verb="deduct").order_by("id").select_related("actor")
    assert [(line.actor, translated(line.message)) for line in lines] == [
        (cast.organiser, f"took points from {first.home.name} (2): shouting"),
        (cast.organiser, f"gave points back to {first.home.name} (2): appeal"),
    ]


def test_a_cup_has_no_points(cast, cup):
    with pytest.raises(RulingRefused, match="in a table"):
        rulings.deduct(entrant=cup.entrants.first(), points=1, by=cast.organiser, reason="x")


# The page


def test_the_page_leads_through_a_report_and_a_dispute(client, cast, cup, fixture):
    backend = "django.contrib.auth.backends.ModelBackend"
    page = f"/competitions/{cup.slug}/fixtures/{fixture.id}/"
    act = f"{page}act/"
    client.force_login(cast.anna, backend=backend)
    Competition.objects.update(report_hours=0)
    assert "Report the result" not in client.get(page).content.decode(), "the organiser enters it"
    Competition.objects.update(report_hours=24)
    assert "Report the result" in client.get(page).content.decode()
    client.post(act, {"do": "report", "home_goals": "2", "away_goals": "0"})
    client.force_login(cast.bruno, backend=backend)
    text = client.get(page).content.decode()
    assert "Confirm result</button>" in text and "2–0" in text
    client.post(act, {"do": "dispute", "statement": "I was at home."})
    client.force_login(cast.stranger, backend=backend)
    text = client.get(page).content.decode()
    assert "Disputed" in text and "I was at home." not in text
    client.force_login(cast.referee, backend=backend)
    assert "I was at home." in client.get(page).content.decode()
    assert client.get(f"/competitions/{cup.slug}/console/").content.decode().count("is disputed") == 1
    client.post(f"{page}let-stand/", {"reason": "two witnesses"})
    assert now_at(fixture).home_goals == 2
    assert "two witnesses" in client.get(page).content.decode()


def test_the_form_of_a_correction_is_filled_in_and_shows_its_effects(client, cast, cup, fixture):
    client.force_login(cast.organiser, backend="django.contrib.auth.backends.ModelBackend")
    rulings.enter_result(fixture=fixture, score=Score(1, 1, (5, 4)), by=cast.organiser)
    page = f"/competitions/{cup.slug}/console/{fixture.id}/"
    text = client.get(page).content.decode()
    assert 'name="home_goals" value="1"' in text and 'name="home_kicks" value="5"' in text
    said = {"do": "result", "home_goals": "0", "away_goals": "1", "reason": "swapped"}
    response = client.post(page, said)
    assert response.status_code == 409 and "becomes champion instead of" in response.content.decode()
    assert now_at(fixture).home_goals == 1
    seen = response.context["seen"]
    assert client.post(page, {**said, "confirmed": "yes", "seen": seen}).status_code == 302
    assert now_at(fixture).away_goals == 1


def test_who_withdraws_leaves_no_dispute_behind(cast, cup, fixture):
    reports.report(fixture=fixture, by=cast.anna, score=Score(1, 0))
    said = disputes.dispute(fixture=fixture, by=cast.bruno, statement="We never met.")
    entrant = cup.entrants.get(player=cast.bruno)
    rulings.withdraw(entrant=entrant, by=cast.organiser)
    said.refresh_from_db()
    assert (said.outcome, said.reason) == (Dispute.Outcome.WITHDRAWN, f"{entrant.name} withdrew.")
    assert not Report.objects.filter(fixture=fixture, state__in=("open", "disputed")).exists()
    fixture.refresh_from_db()
    assert fixture.status == Fixture.Status.WALKOVER
    assert not Dispute.objects.filter(outcome="").exists() and told(cast.anna)[-1] == "dispute"


def test_a_report_of_those_who_no_longer_meet_counts_for_nobody(cast):
    tournament = competition(cast.organiser, places=4)
    for player in (cast.anna, cast.bruno, cast.stranger, cast.referee):
        entries.enter(competition=tournament, player=player)
    rounds.start(competition=tournament, by=cast.organiser)
    semi_finals = open_fixtures(tournament)
    for each in semi_finals:
        rulings.enter_result(fixture=each, score=Score(1, 0), by=cast.organiser)
    [final] = [fixture_row for fixture_row in open_fixtures(tournament) if fixture_row.tie.kind == "final"]
    made_report = reports.report(fixture=final, score=Score(5, 0), by=final.home.player)
    correction = {"score": Score(0, 1), "by": cast.organiser, "reason": "the wrong way round", "confirmed": True}
    rulings.enter_result(fixture=semi_finals[0], **correction)
    pass_time(made_report, days=30)
    assert count_reports() == 0
    assert (now_at(final).status, now_at(final).home_goals) == ("open", None)
