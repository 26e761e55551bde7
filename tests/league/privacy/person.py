"""A person with a name that stands nowhere else, in every model that may name somebody."""

from __future__ import annotations

from datetime import date, timedelta
from uuid import uuid4

from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount, SocialToken
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.contrib.auth import models as auth
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection
from django.db.models import Q
from django.utils import timezone

from league.analysis.models import Analysis
from league.arenas import turns as arena_turns
from league.arenas import verbs as arena_verbs
from league.clubs.models import Handover, HousePreset, Membership
from league.clubs.verbs import clubs
from league.competitions.models import (
    Absence,
    Availability,
    Comment,
    Competition,
    Dispute,
    Entrant,
    Fixture,
    Group,
    Letter,
    Member,
    OnePerson,
    OptionChange,
    Proposal,
    Report,
    ResultEntry,
    Staff,
    TeamLineUp,
)
from league.competitions.verbs import create, entries, halls, invitations, notes, rounds
from league.competitions.verbs import staff as staff_verbs
from league.delivery.models import HookMessage, MailMessage, PushMessage, PushSubscription, WebHook
from league.events.models import Particulars, PlannedMatch, Presence
from league.events.verbs import joining
from league.following.models import Follow, HiddenResults
from league.lessons.models import Answer, Lesson, Participant, Step
from league.moderation import verbs as moderation
from league.moderation.models import Sighting
from league.players.models import LadderMatch, LadderPlace, Notification, ResetHelper, ResetRequest, User
from league.players.verbs import claims, guests, robots, settings
from league.players.verbs.notify import notify
from league.privacy import erasing
from league.privacy.table import TABLE, On
from league.puzzles.models import Attempt, Puzzle, Solver
from league.seasons.models import Leave, Substitution
from league.seasons.verbs import official
from league.series import verbs as series_verbs
from league.series.models import SamePerson, SeriesMark
from league.statistics.models import Career, Line, Rating
from matches.models import (
    Challenge,
    ChatLine,
    ChatMute,
    ChatReport,
    ConditionalMoves,
    LineUp,
    Match,
    MatchCommand,
    MatchEvent,
    Official,
    Seat,
    SeatController,
)
from matches.verbs import casual
from tests.league.events.weekend import event_of
from tests.league.series.played import cup
from tests.league.tables import finish

NAME = "Zaphodis"
MARKS = ("zaphodis", "beeblebrox")
"""The nickname, and what every other string of the person holds: too long to stand in a random key by chance."""


def analysis_of(name: str) -> str:
    """An analysis sheet with ``name`` everywhere where people write."""
    head = f'[Game "super_goal"]\n[Home "{name}"]\n[Options "{{}}"]\n[Terms "{{}}"]\n\n'
    return f"{head}0. - [2 3] {{{name} kicks off}}\n"


def make(cast) -> User:
    """A person who did everything that can be done, by the verbs where there is one for it."""
    person = User.objects.create(
        username="beeblebrox_person",
        email="beeblebrox.person@example.org",
        nickname="Beeblebrox Before",
        password="beeblebrox$hash",
        language="en",
    )
    settings.rename(player=person, nickname=NAME)
    cast.anna.is_moderator = True
    cast.anna.save()
    _account(person, cast)
    _competitions(person, cast)
    _matches(person, cast)
    _clubs(person, cast)
    _moderation(person, cast)
    _delivery(person, cast)
    _everywhere_else(person)
    return person


def _account(person, cast):
    now = timezone.now()
    address = EmailAddress.objects.create(user=person, email="beeblebrox.other@example.org", verified=True)
    EmailConfirmation.objects.create(email_address=address, key="beeblebroxkey", sent=now)
    session = SessionStore()
    session.update({"_auth_user_id": str(person.pk), "note": "beeblebrox in a session"})
    session.create()
    UserSession.objects.create(
        user=person, ip="192.0.2.0", session_key="beeblebroxsession", user_agent="beeblebrox browser",
        data={"beeblebrox": 1},
    )  # fmt: skip
    Authenticator.objects.create(user=person, type="webauthn", data={"name": "beeblebrox passkey"})
    linked = SocialAccount.objects.create(
        user=person, provider="club", uid="beeblebroxuid", extra_data={"name": "beeblebrox elsewhere"}
    )
    SocialToken.objects.create(account=linked, token="beeblebroxaccess", token_secret="beeblebroxrefresh")
    person.groups.add(auth.Group.objects.create(name="Helpers"))
    person.user_permissions.add(auth.Permission.objects.first())
    ResetHelper.objects.create(user=person, helper=cast.anna)
    ResetRequest.objects.create(user=person, digest="beeblebroxdigest", expires_at=now)
    ResetRequest.objects.create(user=cast.anna, digest="d", expires_at=now, confirmed_at=now, confirmed_by=person)
    robot = robots.make_bot(owner=person, nickname="Beeblebrox Robot")
    token, _secret = robots.new_token(bot=robot, name="beeblebrox token")
    token.__class__.objects.create(user=person, name="beeblebrox own", digest="beeblebroxtoken")
    LadderPlace.objects.create(bot=robot, game="toy")
    name = guests.guest(nickname="Beeblebrox Typed")
    claims.claim(name=name, account=person)
    Absence.objects.create(user=person, first=date(2030, 1, 1), last=date(2030, 1, 2))
    User.objects.filter(pk=person.pk).update(banned_because="beeblebrox ban", time_zone="Europe/Rome")


def _competitions(person, cast):
    """A finished official cup; one of the person's own; and a running cup of which the person was the referee."""
    now = timezone.now()
    tournament = cup(cast.organiser, ["Berta", "Carlo"], players=[person, cast.bruno], name=f"Cup of {NAME}")
    tournament.description = f"In honour of {NAME} and beeblebrox.person@example.org"
    tournament.save()
    ResultEntry.objects.filter(competition=tournament).update(at=now - timedelta(days=9))
    Competition.objects.filter(pk=tournament.pk).update(finished_at=now - timedelta(days=9))
    official.make_official(competition=tournament, by=cast.organiser)
    entrant = tournament.entrants.get(player=person)
    Entrant.objects.filter(pk=entrant.pk).update(club="Beeblebrox Club", withdrawn_because="beeblebrox went home")
    Letter.objects.create(
        competition=tournament, by=person, entrant=entrant, to="beeblebrox.letter@example.org", language="en", at=now
    )
    Leave.objects.create(
        competition=tournament, entrant=entrant, first=date(2030, 1, 1), last=date(2030, 1, 2), by=person,
        starts_at=now, ends_at=now + timedelta(days=1), taken_at=now,
    )  # fmt: skip
    Substitution.objects.create(
        competition=tournament, entrant=entrant, before=person, after=cast.bruno, name_before="Beeblebrox Old",
        name_after="bruno", position=1, by=person, at=now, reason=f"{NAME} is ill",
    )  # fmt: skip
    own = create.create(by=person, name="Own cup", game="super_goal", preset="cup", places=4)
    own = create.publish(competition=own, by=person)
    invitations.invite(competition=own, by=person, names=f"{NAME}, beeblebrox.invited@example.org")
    invitation = own.invitations.get(name=NAME)
    invitations.accept(key=invitation.key, player=person)
    entries.enter_names(competition=own, by=person, names="Ivo\nMario\nNina")
    series = series_verbs.create(by=person, name=f"Series of {NAME}", points=[3, 2, 1])
    series_verbs.add(series=series, by=person, competition=own)
    SamePerson.objects.create(series=series, one=cast.anna, other=person, by=person, at=now)
    SeriesMark.objects.create(series=series, user=person, category="U19", at=now)
    arena = arena_verbs.create(by=person, name=f"Arena of {NAME}", game="super_goal", bots=1)
    arena_verbs.join(arena=arena, player=person)
    arena_turns.turn(arena.pk)
    weekend = event_of(person, name=f"Weekend of {NAME}")
    joining.add(event=weekend, by=person, competition=own)
    Presence.objects.create(event=weekend, user=person, at=now)
    Particulars.objects.create(event=weekend, user=person, birth_year=1970, licence="IT-42")
    refereed = Fixture.objects.filter(competition=tournament).first()
    PlannedMatch.objects.create(event=weekend, fixture=refereed, minutes=20, first_at=now, referee=person)
    one, other = sorted((person.pk, cast.anna.pk))
    OnePerson.objects.create(hall=weekend.hall, one_id=one, other_id=other)
    rounds.start(competition=own, by=person)
    staff_verbs.accept(key=staff_verbs.invite(competition=own, by=person, role="co_organiser", name="bruno").key,
                       by=cast.bruno)  # fmt: skip
    notes.announce(competition=own, by=person, words=f"{NAME} says: call beeblebrox.person@example.org")
    fixture = Fixture.objects.filter(Q(home__player=person) | Q(away__player=person)).get(
        tie__round__stage__competition=own
    )
    halls.add_tables(competition=own, by=person, first=1, last=2, place=f"beside {NAME}")
    halls.close_table(competition=own, by=person, table=1, reason=f"{NAME} sat on it")
    Comment.objects.create(fixture=fixture, by=cast.bruno, words=f"well played, {NAME}", at=now)
    Comment.objects.create(fixture=fixture, by=person, words="beeblebrox words of mine", at=now)
    Proposal.objects.create(fixture=fixture, seat="home", by=person, kick_off_at=now + timedelta(days=1), made_at=now)
    TeamLineUp.objects.create(
        tie=fixture.tie, entrant=own.entrants.get(player=person), numbers=[0, 1], by=person, handed_in_at=now
    )
    Availability.objects.create(tie=fixture.tie, entrant=own.entrants.get(player=person), user=person, asked_at=now)
    OptionChange.objects.create(
        competition=own, scope="fixture", fixture=fixture, by=person, at=now, reason=f"asked by {NAME}"
    )
    report = Report.objects.create(fixture=fixture, seat="home", by=person, home_goals=1, away_goals=0,
                                   counts_at=now, at=now)  # fmt: skip
    side, other = ("home", "away") if fixture.home.player_id == person.pk else ("away", "home")
    Dispute.objects.create(
        fixture=fixture, report=report, seat=side, by=person, at=now, deadline_at=now, reason=f"{NAME} was right",
        **{f"{side}_statement": "beeblebrox statement", f"{other}_statement": f"{NAME} is wrong"},
    )  # fmt: skip
    Staff.objects.create(
        competition=tournament, role="referee", user=person, key="beeblebroxstaff", invited_by=person, invited_at=now
    )
    Member.objects.create(
        competition=tournament, entrant=tournament.entrants.exclude(player=person).first(), user=robot_of(person),
        number=1, joined_at=now, personal_key="beeblebroxmate", link_sent_at=now, link_opened_at=now,
    )  # fmt: skip

    Group.objects.create(stage=tournament.stages.first(), number=9, name="A", members=[], table=[])


def robot_of(person):
    return person.bots.get()


def _matches(person, cast):
    now = timezone.now()
    match = casual.play_friend(user=person, game="toy")
    Seat.objects.filter(match=match, user=None).update(user=cast.anna, name="anna", invite="")
    seat = Seat.objects.get(match=match, user=person)
    seat.devices, seat.seen_at, seat.invite = {str(person.pk): "beeblebroxdevice"}, now, "beeblebroxinvite"
    seat.save()
    SeatController.objects.create(seat=seat, user=person, number=0, name=NAME)
    Official.objects.create(match=match, user=person, role="referee")
    match.snapshot = {"by": {"name": NAME}, "home": "home"}
    match.save()
    finish(match, 1, 0)
    Match.objects.filter(pk=match.pk).update(
        result={**match.result, "reason": f"{NAME} gave up"}, title=f"Cup of {NAME}", part=[NAME, {}],
        opening={"events": [{"name": NAME}]}, terms={"draws_allowed": True},
    )  # fmt: skip
    MatchEvent.objects.create(
        match=match, seq=1, client_id=uuid4(), seat="home", move={"by": {"name": NAME, "user": str(person.pk)}},
        rolls=[], events=[{"kind": "award", "reason": f"for {NAME}"}], kind="ruling", at=now,
    )  # fmt: skip
    MatchCommand.objects.create(match=match, kind="award", payload={"by": {"name": NAME}}, applied_at=now,
                                outcome=f"done for {NAME}")  # fmt: skip
    Challenge.objects.create(owner=person, to=cast.anna, game="toy", expires_at=now)
    Analysis.objects.create(owner=person, title="beeblebrox notes", game="super_goal", text=analysis_of(NAME))
    Analysis.objects.create(owner=cast.anna, title=f"Against {NAME}", game="super_goal", text=analysis_of(NAME))
    Analysis.objects.create(owner=cast.anna, title="Old", game="super_goal", text=f"of older rules {{{NAME}}}")
    _puzzles_and_lessons(person, cast)
    Follow.objects.create(user=person, player=cast.anna)
    HiddenResults.objects.create(user=person)
    Follow.objects.create(user=cast.anna, player=person)
    ConditionalMoves.objects.create(match=match, seat="home", user=person, version=0, seen=0,
                                    lines=[["beeblebrox plan"]], replies={"k": NAME})  # fmt: skip
    LineUp.objects.create(user=person, game="toy", name="beeblebrox line-up", cells={"beeblebrox": "a1"})
    ChatMute.objects.create(user=person, muted=cast.anna)
    ChatMute.objects.create(user=cast.anna, muted=person)
    LadderMatch.objects.create(match=match, home=person, away=cast.anna)
    for n, (by, words) in enumerate(((person, "beeblebrox my secret"), (cast.anna, f"hello {NAME}")), start=1):
        ChatLine.objects.create(match=match, room="players", n=n, client_id=uuid4(), user=by, name=by.nickname,
                                text=words, at=now)  # fmt: skip
    line = ChatLine.objects.create(
        match=match, room="players", n=3, client_id=uuid4(), user=cast.anna, name="anna", at=now,
        say=["{name} left", {"name": NAME}], hidden_because=f"about {NAME}",
    )  # fmt: skip
    ChatReport.objects.create(line=line, by=person, reason="beeblebrox report", at=now)
    ChatReport.objects.create(line=line, by=cast.anna, reason=f"{NAME} is meant", at=now)
    Line.objects.create(match=match, side="home", player=person, opponent=cast.anna, game="toy", goals_for=1,
                        goals_against=0, outcome="W", played_at=now)  # fmt: skip
    Line.objects.create(match=match, side="away", player=cast.anna, opponent=person, game="toy", goals_for=0,
                        goals_against=1, outcome="L", played_at=now)  # fmt: skip
    Rating.objects.create(player=person, game="toy", match=match, number=1, rating=1500, deviation=100,
                          volatility=0.06, at=now)  # fmt: skip
    numbers = dict.fromkeys(
        ("played", "won", "drawn", "lost", "goals_for", "goals_against", "clean_sheets", "unbeaten", "winning",
         "comebacks"), 1)  # fmt: skip
    Career.objects.create(player=person, game="toy", points_a_match=3, sums={}, story={}, **numbers)


def _clubs(person, cast):
    now = timezone.now()
    club = clubs.create(by=person, name=f"Club of {NAME}", description=f"{NAME} founded it")
    Membership.objects.create(club=club, user=cast.bruno, staff=True)
    other = clubs.create(by=cast.organiser, name="Bar Centrale")
    Membership.objects.create(club=other, user=person, key="beeblebroxmember")
    HousePreset.objects.create(club=club, name=f"As {NAME} plays", values={}, made_by=person, made_at=now)
    Handover.objects.create(club=other, kind="offer", owner=cast.organiser, to=person, made_at=now, ends_at=now,
                            state="declined")  # fmt: skip


def _moderation(person, cast):
    moderation.warn(subject=person, by=cast.anna, reason=f"{NAME} shouts")
    sanction = moderation.rename(subject=person, by=cast.anna, reason="a better name", nickname="Beeblebrox Renamed")
    moderation.appeal(sanction=sanction, by=person, words="beeblebrox please let me keep it")
    moderation.report_name(subject=person, by=cast.bruno)
    moderation.report_name(subject=cast.stranger, by=person)
    for reporter in (cast.bruno, person):
        moderation.report_name(subject=cast.referee, by=reporter)
    moderation.mute(subject=person, by=cast.anna, reason=f"{NAME} again", days=1)
    moderation.lift(sanction=sanction, by=cast.anna, reason=f"{NAME} was right")
    Sighting.objects.create(user=person, mark="beeblebroxmark", at=timezone.now())
    person.refresh_from_db()


def _delivery(person, cast):
    now = timezone.now()
    competition = Competition.objects.get(owner=person)
    subscription = PushSubscription.objects.create(
        user=person, endpoint="https://beeblebrox.example.org/1", host="beeblebrox.example.org", p256dh="beeblebroxp",
        auth="beeblebroxa", browser="beeblebrox browser", session="beeblebroxsession", next_at=now,
    )  # fmt: skip
    notify(users=[person, cast.anna], kind="news", message=["{name} won", {"name": NAME}],
           url=f"/competitions/{Competition.objects.get(name__contains=NAME).slug}/", key="beeblebrox:1",
           competition=f"Cup of {NAME}")  # fmt: skip
    Notification.objects.filter(key="beeblebrox:1").update(key="n:1")
    PushMessage.objects.create(subscription=subscription, notification=Notification.objects.get(user=person, key="n:1"))
    hook = WebHook.objects.create(
        competition=competition, url="https://beeblebrox.example.org/h", host="beeblebrox.example.org",
        secret="beeblebroxs", by=person, next_at=now, seen_position=0,
    )  # fmt: skip
    web_hook = WebHook.objects.create(competition=competition, url="https://b.example.org/h", host="b.example.org",
                                  secret="b", by=cast.bruno, next_at=now, seen_position=0)  # fmt: skip
    for each in (hook, web_hook):
        HookMessage.objects.create(hook=each, key="1", words=f"{NAME} won", answer=f"no {NAME}")
    for to, headers in (
        (person.email.upper(), {"To": person.email}),
        ("other@example.org", {"To": f"{NAME} <{NAME}>"}),
    ):
        MailMessage.objects.create(
            to=to, sender="site", subject=f"{NAME} won", text=f"{NAME} won", html=f"<p>{NAME} won", answer=f"no {NAME}",
            headers=headers, due_at=now, expires_at=now + timedelta(days=4),
        )  # fmt: skip


def _puzzles_and_lessons(person, cast):
    puzzle = Puzzle.objects.create(
        code="p1", game="super_goal", rules_version=1, kind="best", theme="die", seat="home", line="l", solution="s",
        rating=1500,
    )  # fmt: skip
    Solver.objects.create(user=person, game="super_goal")
    Attempt.objects.create(user=person, puzzle=puzzle, answer="s", right=True, rating=1500, change=0)
    own = Lesson.objects.create(owner=person, key="beeblebroxlesson", title=f"Lesson of {NAME}")
    Step.objects.create(lesson=own, place=1, words=f"told by {NAME}")
    other = Lesson.objects.create(owner=cast.anna, title="Corner kicks")
    step = Step.objects.create(lesson=other, place=1, words="Look at the corner.")
    participant = Participant.objects.create(lesson=other, user=person, name=NAME)
    Answer.objects.create(participant=participant, step=step, answer="s", right=True, solved=True)


def _everywhere_else(person):
    """Put the name into every other column that may hold words, in one row of the person's places."""
    places = erasing.places_of(erasing.people_of(person.pk))
    filled = columns_with(MARKS)
    for label, stored in TABLE.items():
        model = apps.get_model(label)
        for column in stored.having(On.WORDS, On.STATE):
            if f"{label}.{column}" in filled:
                continue
            rows = model._default_manager.all()
            if stored.place:
                kind, path = stored.place.split(":")
                rows = rows.filter(**{f"{path}__in": places[kind]})
            row = rows.exclude(**{f"{key}__in": [person.pk] for key in stored.people}).first()
            row = row or rows.first()
            assert row is not None, f"no row of {label} at the person's places"
            json = model._meta.get_field(column).get_internal_type() == "JSONField"
            words = ["{name}: {reason}", {"name": NAME, "reason": f"by {NAME}"}] if json else f"told of {NAME}"
            model._default_manager.filter(pk=row.pk).update(**{column: words})


def columns_with(marks) -> set[str]:
    """Every column of the database, as ``label.field``, that holds one of ``marks``."""
    found = set()
    with connection.cursor() as cursor:
        for model in apps.get_models(include_auto_created=True):
            for field in model._meta.concrete_fields:
                value = f'"{field.column}"::text'
                if field.get_internal_type() == "BinaryField":
                    value = f"encode(\"{field.column}\", 'escape')"
                cursor.execute(f'SELECT 1 FROM "{model._meta.db_table}" WHERE {value} ~* %s LIMIT 1', ["|".join(marks)])
                if cursor.fetchone():
                    found.add(f"{model._meta.label}.{field.name}")
    return found


def dump() -> str:
    """Every table of the database as COPY writes it, those of no model too."""
    parts = []
    with connection.cursor() as cursor:
        cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")
        tables = [table for (table,) in cursor.fetchall()]
        for table in tables:
            with cursor.copy(f'COPY "{table}" TO STDOUT') as rows:
                parts += [f"{table}: {bytes(row).decode()}" for row in rows]
    return "".join(parts)
