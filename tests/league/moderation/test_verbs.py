"""Moderation: one queue, decisions with a reason that the person reads, appeals, the audit, and what a ban closes."""

import uuid
from datetime import timedelta
from functools import partial

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.arenas import verbs as arenas
from league.clubs.verbs import clubs
from league.competitions.errors import Banned, EntryRefused
from league.competitions.models import Fixture
from league.competitions.verbs import create, entries, notes
from league.events.verbs import events
from league.moderation import deciding, sightings, verbs
from league.moderation.errors import ModerationError
from league.moderation.models import Act, Case, Sanction, Sighting
from league.players.errors import NicknameRefused
from league.players.models import ApiToken, User
from league.players.verbs import ladder, robots, settings
from league.series import verbs as series
from matches.errors import SeatTaken
from matches.live import chat
from matches.live.running import hall
from matches.models import ChatLine, Match, MatchCommand
from matches.verbs import challenges
from matches.verbs import chat as chat_verbs
from matches.verbs.casual import rematch
from matches.verbs.opening import Opening, Sitter, open_match, take_seat
from tests.cast import account
from tests.league.builders import competition, running
from tests.league.competitions.test_races import together
from tests.matches.table import duel, run
from tests.matches.test_rulings import sweep

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quick_hash")]


@pytest.fixture
def mod(db):
    person = account("moderator")
    person.is_moderator = True
    person.save()
    return person


def said(cast, text="you fool"):
    match = duel(cast.anna, cast.bruno)
    return ChatLine.objects.create(
        match=match, room="players", n=1, client_id=uuid.uuid4(), user=cast.anna, name="anna", role="home", text=text,
        at=timezone.now(),
    )  # fmt: skip


def sign_in(user):
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_it_works(cast, mod):
    line = said(cast)
    chat_verbs.report(line=line, by=cast.bruno, reason="insult")
    chat_verbs.report(line=line, by=cast.referee, reason="insult")
    case = Case.objects.get()
    assert (case.kind, case.subject, case.times, case.said) == ("chat", cast.anna, 2, "insults or threats")
    verbs.warn(subject=cast.anna, by=mod, reason="No insults, please.", case=case)
    case.refresh_from_db()
    assert (case.outcome, case.closed_by, case.answer) == ("warn", mod, "No insults, please.")
    cast.anna.refresh_from_db()
    assert cast.anna.notices == 1
    assert (Act.objects.get().verb, Act.objects.get().subject) == ("warn", cast.anna)
    verbs.see(user=cast.anna)
    assert User.objects.get(pk=cast.anna.pk).notices == 0


def test_a_line_that_several_report_at_once_is_one_case(cast):
    line, people = said(cast), [cast.bruno, cast.referee, cast.organiser, cast.stranger]
    reports = [partial(chat_verbs.report, line=line, by=person, reason="insult") for person in people]
    assert together(*reports) == [True] * 4 and Case.objects.get().times == 4


def write(match, user):
    async def scenario():
        return await chat.say(
            hall(),
            match_id=match.id,
            speaker=chat.Speaker.of(user, "home"),
            room="players",
            client_id=uuid.uuid4(),
            words=str(uuid.uuid4()),
        )

    return run(scenario)


def test_a_ban_closes_every_door_and_opens_again(cast, mod):
    match = duel(cast.anna, cast.bruno)
    cup = competition(cast.organiser, places=4)
    row = verbs.ban(subject=cast.anna, by=mod, reason="cheated twice", days=7)
    anna = User.objects.get(pk=cast.anna.pk)
    assert anna.is_banned
    with pytest.raises(EntryRefused, match="cheated twice"):
        entries.enter(competition=cup, player=anna)
    seat = open_match(Opening(game="duel", home=Sitter(user=cast.bruno), away=Sitter())).seats.get(side="away")
    with pytest.raises(SeatTaken, match="cheated twice"):
        take_seat(invite=seat.invite, user=anna)
    with pytest.raises(SeatTaken):
        rematch(match_id=match.id, user=anna)
    assert "cheated twice" in sign_in(anna).post("/play/super_goal/", {"opponent": "greedy"}).content.decode()
    assert write(match, anna).code == "timed_out"
    assert Match.objects.get(pk=match.pk).status == "waiting" and not MatchCommand.objects.exists(), "it goes on"
    verbs.lift(sanction=row, by=mod, reason="it was somebody else")
    anna.refresh_from_db()
    assert not anna.is_banned
    assert entries.enter(competition=cup, player=anna)
    assert write(match, anna).done
    take_seat(invite=seat.invite, user=anna)


def test_a_ban_holds_for_the_bots_of_the_banned_too(cast, mod):
    bot, own = (robots.make_bot(owner=cast.anna, nickname=name) for name in ("Zanna", "Zampa"))
    cup = competition(cast.organiser, places=4, open_to_robots=True)
    verbs.ban(subject=own, by=mod, reason="a rude bot", days=None)
    ban = verbs.ban(subject=cast.anna, by=mod, reason="cheated twice", days=7)
    with pytest.raises(robots.RobotRefused, match="cheated twice"):
        robots.make_bot(owner=cast.anna, nickname="Zoppa")
    bot.refresh_from_db()
    with pytest.raises(SeatTaken, match="cheated twice"):
        challenges.offer(user=bot, game="super_goal")
    with pytest.raises(EntryRefused, match="cheated twice"):
        entries.enter(competition=cup, player=bot)
    ApiToken.objects.create(user=bot, name="stream", digest="x", used_at=timezone.now())
    assert bot in robots.online() and bot not in ladder.players()
    verbs.lift(sanction=ban, by=mod, reason="it was somebody else")
    bot.refresh_from_db(), own.refresh_from_db()
    assert not bot.is_banned and own.banned_because == "a rude bot"
    assert challenges.offer(user=bot, game="super_goal")


def test_nobody_is_seated_with_the_banned_by_what_was_offered_before(cast, mod):
    offered = challenges.offer(user=cast.anna, game="super_goal")
    match = duel(cast.anna, cast.bruno)
    Match.objects.filter(pk=match.pk).update(status="finished", result={}, finished_at=timezone.now())
    verbs.ban(subject=cast.anna, by=mod, reason="cheated twice", days=7)
    assert not challenges.challenges_open_to(cast.bruno)
    with pytest.raises(challenges.ChallengeGone):
        challenges.accept(challenge_id=offered.pk, user=cast.bruno)
    with pytest.raises(SeatTaken, match="no rematch"):
        rematch(match_id=match.pk, user=cast.bruno)


@pytest.mark.parametrize(
    "public",
    [
        lambda cup, draft, by: notes.announce(competition=cup, by=by, words="Buy my dice"),
        lambda cup, draft, by: notes.comment(fixture=Fixture.objects.first(), by=by, words="Buy my dice"),
        lambda cup, draft, by: create.publish(competition=draft, by=by),
        lambda cup, draft, by: clubs.create(by=by, name="Buy my dice"),
        lambda cup, draft, by: series.create(by=by, name="Buy my dice", points=[1]),
        lambda cup, draft, by: events.create(by=by, name="Buy my dice", first_day="2030-01-01", last_day="2030-01-02"),
        lambda cup, draft, by: arenas.create(by=by, name="Buy my dice", game="super_goal"),
    ],
)
def test_the_banned_show_nothing_new_to_others(cast, mod, public):
    cup = running(cast.organiser)
    draft = create.create(by=cast.organiser, name="Buy my dice", game="super_goal", preset="cup", places=4)
    verbs.ban(subject=cast.organiser, by=mod, reason="only advertising", days=7)
    with pytest.raises(Banned, match="You cannot write here now: only advertising"):
        public(cup, draft, User.objects.get(pk=cast.organiser.pk))


def test_a_ban_ends_by_itself(cast, mod):
    verbs.ban(subject=cast.anna, by=mod, reason="a week off", days=7)
    User.objects.filter(pk=cast.anna.pk).update(banned_until=timezone.now())
    assert not User.objects.get(pk=cast.anna.pk).is_banned


def test_a_running_match_is_given_up_only_on_purpose(cast, mod):
    match = duel(cast.anna, cast.bruno)
    verbs.forfeit(match=match, subject=cast.anna, by=mod, reason="banned for cheating")
    run(sweep)
    after = Match.objects.get(pk=match.pk)
    assert (after.status, after.result["winner"], after.result["how"]) == ("finished", "away", "forfeit")
    assert after.log.get().move["by"]["role"] == "moderator"
    with pytest.raises(ModerationError):
        verbs.forfeit(match=match, subject=cast.anna, by=mod, reason="once more")
    with pytest.raises(ModerationError):
        verbs.forfeit(match=duel(cast.bruno, cast.referee), subject=cast.anna, by=mod, reason="not there")


def test_the_whole_reason_of_a_forfeit_stands_in_the_match(cast, mod):
    match, reason = duel(cast.anna, cast.bruno), "he moved for both sides " * 12 + "again"
    verbs.forfeit(match=match, subject=cast.anna, by=mod, reason=reason)
    assert match.commands.get().payload["reason"] == reason


def test_an_appeal_lands_in_the_queue_once_and_is_answered(cast, mod):
    row = verbs.rename(subject=cast.anna, by=mod, reason="an insult", nickname="Ala 7")
    assert User.objects.get(pk=cast.anna.pk).nickname == "Ala 7"
    case = verbs.appeal(sanction=row, by=cast.anna, words="It is my real name, honestly.")
    with pytest.raises(ModerationError):
        verbs.appeal(sanction=row, by=cast.anna, words="It is my real name, honestly.")
    with pytest.raises(ModerationError):
        verbs.appeal(sanction=row, by=cast.bruno, words="I think so too, honestly.")
    verbs.lift(sanction=row, by=mod, reason="sorry, you are right", case=case)
    assert User.objects.get(pk=cast.anna.pk).nickname == "anna"
    assert Case.objects.get().outcome == "lift"


def test_a_name_that_was_taken_away_is_not_taken_again(cast, mod):
    row = verbs.rename(subject=cast.anna, by=mod, reason="an insult", nickname="Ala 7")
    anna = User.objects.get(pk=cast.anna.pk)
    with pytest.raises(NicknameRefused, match="took this name away"):
        settings.rename(player=anna, nickname="Anna")
    settings.rename(player=anna, nickname="Nina")
    verbs.lift(sanction=row, by=mod, reason="on second thoughts")
    assert settings.rename(player=anna, nickname="anna").nickname == "anna"


def test_a_lifted_rename_takes_no_later_name_away(cast, mod):
    first = verbs.rename(subject=cast.anna, by=mod, reason="an insult", nickname="Ala 7")
    second = verbs.rename(subject=cast.anna, by=mod, reason="a bad word", nickname="Ala 8")
    verbs.lift(sanction=first, by=mod, reason="on second thoughts")
    assert User.objects.get(pk=cast.anna.pk).nickname == "Ala 8", "the later decision stands"
    User.objects.filter(pk=cast.anna.pk).update(nickname="Nina")
    verbs.lift(sanction=second, by=mod, reason="on second thoughts")
    assert User.objects.get(pk=cast.anna.pk).nickname == "Nina", "a name of one's own choice stays"


def test_a_case_is_decided_once(cast, mod):
    case = verbs.report_name(subject=cast.anna, by=cast.bruno)
    assert verbs.report_name(subject=cast.anna, by=cast.bruno).pk == case.pk
    for _again in range(3):
        verbs.report_name(subject=cast.anna, by=cast.referee)
    assert Case.objects.get().times == 2, "people, not reports"
    verbs.dismiss(case=case, by=mod, reason="a fine name")
    with pytest.raises(ModerationError, match="already"):
        verbs.warn(subject=cast.anna, by=mod, reason="late", case=case)
    assert not Sanction.objects.exists(), "and nothing of the second decision is left"


@pytest.mark.parametrize("wrong", ["stranger", "self", "reason", "moderator", "days"])
def test_what_cannot_be_decided(cast, mod, wrong):
    arguments = {"subject": cast.anna, "by": mod, "reason": "because of it", "days": 7}
    if wrong == "moderator":
        other = account("second")
        other.is_moderator = True
        other.save()
        arguments["subject"] = other
    arguments |= {"stranger": {"by": cast.stranger}, "self": {"subject": mod}, "reason": {"reason": " "}}.get(wrong, {})
    if wrong == "days":
        arguments["days"] = 3
    with pytest.raises(ModerationError):
        verbs.ban(**arguments)
    assert not Sanction.objects.exists() and not Act.objects.exists()


def test_two_accounts_of_one_browser_that_met_are_a_hint(cast):
    browser = Client()
    for person in (cast.anna, cast.bruno, cast.stranger):
        browser.post("/accounts/login/", {"login": person.username, "password": "a long enough password"})
        browser.post("/accounts/logout/")
    assert Sighting.objects.values("mark").distinct().count() == 1
    assert browser.cookies["device"].value not in Sighting.objects.first().mark
    duel(cast.anna, cast.bruno)
    assert sightings.hint() == 1
    case = Case.objects.get()
    assert {case.subject, case.other} == {cast.anna, cast.bruno} and case.kind == "double"
    assert sightings.hint() == 0, "a second look opens nothing new"
    Sighting.objects.update(at=timezone.now() - sightings.KEPT * 2)
    sightings.hint()
    assert not Sighting.objects.exists()


def club_computer(accounts, mark="c" * 32):
    """Let ``accounts`` new people sign in with one browser; return them in the order of their accounts."""
    people = [account(f"member{number}") for number in range(accounts)]
    for number, person in enumerate(people):
        User.objects.filter(pk=person.pk).update(date_joined=timezone.now() - timedelta(days=100 - number))
        Sighting.objects.create(user=person, mark=mark, at=timezone.now())
    return people


def test_many_accounts_of_one_browser_are_one_case_that_lists_them(cast, mod):
    people = club_computer(sightings.MOST)
    duel(people[0], people[1])
    duel(people[2], people[3])
    assert sightings.hint() == 2
    decided = Case.objects.get(subject__in=people[2:4])
    verbs.dismiss(case=decided, by=mod, reason="brothers")
    Sighting.objects.create(user=cast.anna, mark="c" * 32, at=timezone.now())
    Sighting.objects.create(user=mod, mark="c" * 32, at=timezone.now())
    with CaptureQueriesContext(connection) as queries:
        assert sightings.hint() == 1
    assert len(queries) < 20, "no pair of them is looked up"
    case = Case.objects.get(closed_at=None)
    assert (case.kind, case.subject, case.other) == ("device", cast.anna, None), "no moderator is the subject"
    assert Case.objects.filter(pk=decided.pk).exists(), "decisions stay"
    assert sightings.hint() == 0
    page = sign_in(mod).get(f"/moderation/cases/{case.pk}/").content.decode()
    assert "10 accounts" in page and all(f"/moderation/players/{one.pk}/" in page for one in [*people, cast.anna])
    assert page.index("member7") < page.index("member0"), "the newest first"
    with pytest.raises(ModerationError, match="each on its own page"):
        deciding.decide(by=mod, subject=case.subject, case=case, decision={"do": "ban", "reason": "a double account"})
    sign_in(mod).post(f"/moderation/cases/{case.pk}/", {"do": "dismiss", "reason": "the club's computer"})
    assert sightings.hint() == 0 and Case.objects.get(pk=case.pk).outcome == "dismiss"


def test_a_pair_of_a_shared_browser_and_of_another_is_still_a_pair(cast):
    people = club_computer(sightings.MOST + 1)
    for person in people[:2]:
        Sighting.objects.create(user=person, mark="d" * 32, at=timezone.now())
    duel(people[0], people[1])
    duel(people[2], people[3])
    assert sightings.hint() == 2
    assert sorted(Case.objects.values_list("kind", flat=True)) == ["device", "double"]
    assert {people[0], people[1]} == {(case := Case.objects.get(kind="double")).subject, case.other}


@pytest.mark.parametrize("closed", [False, True])
def test_the_mark_of_a_browser_goes_with_its_sign_ins(cast, mod, closed):
    club_computer(sightings.MOST + 1)
    sightings.hint()
    case = Case.objects.get()
    if closed:
        verbs.dismiss(case=case, by=mod, reason="the club's computer")
    Sighting.objects.update(at=timezone.now() - sightings.KEPT * 2)
    sightings.hint()
    assert list(Case.objects.values_list("thing", flat=True)) == ([None] if closed else [])
    if closed:
        assert "Nobody has signed in" in sign_in(mod).get(f"/moderation/cases/{case.pk}/").content.decode()


# ── pages and API ──
def test_only_moderators_find_the_queue(cast, mod):
    case = verbs.report_name(subject=cast.anna, by=cast.bruno)
    for path in (
        "/moderation/",
        "/moderation/audit/",
        f"/moderation/cases/{case.pk}/",
        f"/moderation/players/{cast.anna.pk}/",
    ):
        assert [sign_in(user).get(path).status_code for user in (cast.organiser, mod)] == [404, 200], path
        assert Client().get(path).status_code == 404
    assert sign_in(cast.organiser).get("/api/v1/moderation/cases/").status_code == 404
    listed = sign_in(mod).get("/api/v1/moderation/cases/").json()
    assert [(row["id"], row["words"]) for row in listed["results"]] == [(str(case.pk), case.said)]


def test_the_page_decides_and_the_person_reads_and_appeals(cast, mod):
    line = said(cast, "<i>rude</i>")
    chat_verbs.report(line=line, by=cast.bruno, reason="insult")
    path = f"/moderation/cases/{Case.objects.get().pk}/"
    page = sign_in(mod).get(path).content.decode()
    assert "&lt;i&gt;rude" in page
    assert sign_in(mod).post(path, {"do": "mute", "days": "7", "reason": ""}).status_code == 422
    assert sign_in(mod).post(path, {"do": "mute", "days": "7", "reason": "be kind"})["Location"] == "/moderation/"
    anna = sign_in(cast.anna)
    assert "The moderators have written to you" in anna.get("/").content.decode()
    html = anna.get("/notices/").content.decode()
    assert "be kind" in html and "The moderators have written to you" not in anna.get("/").content.decode()
    row = Sanction.objects.get()
    assert (
        sign_in(cast.bruno).post("/notices/", {"sanction": row.pk, "words": "I am not she at all"}).status_code == 404
    )
    anna.post("/notices/", {"sanction": row.pk, "words": "I was only joking with a friend"})
    case = Case.objects.get(kind="appeal")
    api = f"/api/v1/moderation/cases/{case.pk}/decide/"
    answer = sign_in(mod).post(api, {"do": "dismiss", "reason": "it stands"}, content_type="application/json")
    assert answer.json()["outcome"] == "dismiss"
    assert "it stands" in anna.get("/notices/").content.decode()
    assert anna.get("/api/v1/notices/").json()[0]["reason"] == "be kind"


def test_a_notice_does_not_say_that_what_is_over_lasts(cast, mod):
    ban = verbs.ban(subject=cast.anna, by=mod, reason="a week off", days=7)
    rename = verbs.rename(subject=cast.anna, by=mod, reason="an insult", nickname="Ala 7")
    verbs.lift(sanction=rename, by=mod, reason="on second thoughts")
    anna = sign_in(cast.anna)
    page = anna.get("/notices/").content.decode()
    assert "You cannot play" in page and "your name is now" not in page
    Sanction.objects.filter(pk=ban.pk).update(until=timezone.now())
    page = anna.get("/notices/").content.decode()
    assert "a week off" in page and "You cannot play" not in page


def test_the_queue_asks_a_fixed_number_of_questions(cast, mod):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    browser = sign_in(mod)
    verbs.report_name(subject=cast.anna, by=cast.bruno)
    with CaptureQueriesContext(connection) as few:
        browser.get("/moderation/")
    for n in range(10):
        verbs.report_name(subject=account(f"rude{n}"), by=cast.bruno)
    with CaptureQueriesContext(connection) as many:
        browser.get("/moderation/")
    assert len(few) == len(many)


def test_the_command_makes_a_moderator_and_ends_it(cast):
    from django.core.management import CommandError, call_command

    call_command("moderator", "Anna")
    assert User.objects.get(pk=cast.anna.pk).is_moderator
    call_command("moderator", "anna", end=True)
    assert not User.objects.get(pk=cast.anna.pk).is_moderator
    with pytest.raises(CommandError, match="nobody"):
        call_command("moderator", "nobody")
