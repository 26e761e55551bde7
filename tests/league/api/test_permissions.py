"""The permission table of the API: every address, every method, every role. An address without a row fails."""

import itertools
from datetime import timedelta

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from engines.core.seats import other
from league.api_urls import urlpatterns
from league.clubs.verbs import clubs, handovers, presets
from league.clubs.verbs import members as club_members
from league.competitions.models import Dispute, Invitation, Proposal
from league.competitions.policy.parties import seat_in
from league.competitions.verbs import entries, notes, staff
from league.moderation import verbs as moderation_verbs
from league.players.verbs.guests import guest
from league.series import verbs as series_verbs
from tests.cast import account
from tests.league.builders import competition, running
from tests.league.tables import open_fixtures
from tests.sizes import LONG

ROLES = ("anonymous", "guest", "stranger", "entrant", "other organiser", "referee", "helper", "organiser", "staff")
ALL = set(ROLES)
SIGNED_IN = ALL - {"anonymous"}
OWNS_IT = {"organiser", "staff"}
RUNS_IT = OWNS_IT | {"helper"}
"""``helper`` is a co-organiser, ``staff`` runs the site."""
DECIDES = RUNS_IT | {"referee"}
PLAYS = {"entrant"}
NOBODY: set[str] = set()
"""For everybody here there is no such address: nothing to confirm, or only moderators find it."""
DRAFT = "draft"

TABLE = [
    # (name, method, who is let in; everybody else gets 403 if anonymous, else 404)
    ("schema", "get", ALL),
    ("games", "get", ALL),
    ("competitions", "get", ALL),
    ("competitions", "post", SIGNED_IN - {"guest"}),
    ("competition", "get", ALL),
    ("competition", "patch", RUNS_IT),
    ("visibility", "post", RUNS_IT),
    ("import", "post", SIGNED_IN - {"guest"}),
    ("competition_schema", "get", ALL),
    ("export", "get", ALL),
    ("publish", "post", RUNS_IT),
    ("unpublish", "post", RUNS_IT),
    ("draw", "post", RUNS_IT),
    ("start", "post", RUNS_IT),
    ("cancel", "post", OWNS_IT),
    # After the cancellation, so that the rounds stay for the rows below: it is refused to those who find it.
    ("take_start_back", "post", RUNS_IT),
    ("freeze", "post", RUNS_IT),
    ("thaw", "post", RUNS_IT),
    ("entrants", "get", ALL),
    ("entrants", "post", SIGNED_IN),
    ("withdraw", "post", RUNS_IT | {"entrant"}),
    ("entrant", "patch", RUNS_IT),
    ("personal_key", "post", RUNS_IT),
    ("leave_side", "post", PLAYS),
    ("join_side", "post", SIGNED_IN),
    ("check_in", "post", RUNS_IT | PLAYS),
    ("check_in", "delete", RUNS_IT),
    ("put_back", "post", RUNS_IT),
    ("invitations", "get", RUNS_IT),
    ("invitations", "post", RUNS_IT),
    ("invitation", "delete", RUNS_IT),
    ("accept_invitation", "post", SIGNED_IN),
    ("decline_invitation", "post", SIGNED_IN),
    ("entrant_list", "post", RUNS_IT),
    ("check_in_times", "post", RUNS_IT),
    ("close_check_in", "post", RUNS_IT),
    ("names", "post", RUNS_IT),
    ("bots", "post", RUNS_IT),
    ("presets", "get", ALL),
    ("seeding", "post", RUNS_IT),
    ("late", "post", RUNS_IT),
    ("rest", "post", RUNS_IT),
    ("pair_again", "post", RUNS_IT),
    ("next_season", "post", RUNS_IT),
    ("quiet", "get", RUNS_IT),
    ("remind", "post", RUNS_IT),
    ("withdraw_many", "post", RUNS_IT),
    ("shorten", "post", RUNS_IT),
    ("end_at", "post", RUNS_IT),
    ("close_early", "post", RUNS_IT),
    ("close_early", "delete", RUNS_IT),
    ("substitute", "post", RUNS_IT),
    ("alternate", "post", RUNS_IT),
    ("substitutions", "get", ALL),
    ("leaves", "get", ALL),
    # Who plays takes leave for the own place; whoever runs it names the entrant.
    ("leaves", "post", RUNS_IT | PLAYS),
    ("leave", "delete", RUNS_IT),
    ("leave_days", "post", RUNS_IT),
    ("end", "get", ALL),
    ("official", "post", RUNS_IT),
    ("reopen", "post", RUNS_IT),
    ("archives", "get", ALL),
    ("archive", "get", NOBODY),
    ("renewals", "get", RUNS_IT),
    ("ask_again", "post", RUNS_IT),
    ("close_asking", "post", RUNS_IT),
    # The secret of the link answers, whoever holds it; an empty body names what is wrong.
    ("answer_renewal", "post", ALL),
    ("evening", "get", ALL),
    ("evening_clock", "post", RUNS_IT),
    ("walk_in", "post", SIGNED_IN),
    ("evening_check_in", "post", RUNS_IT | PLAYS),
    ("grid", "post", DECIDES),
    ("rounds", "get", ALL),
    ("open_round", "post", RUNS_IT),
    ("move_round", "post", RUNS_IT),
    ("fixtures", "get", ALL),
    ("fixture", "get", ALL),
    ("walkover", "post", DECIDES),
    ("result", "post", DECIDES),
    ("replay", "post", DECIDES),
    ("resume", "post", DECIDES),
    ("void", "post", DECIDES),
    ("proposals", "get", ALL),
    ("proposals", "post", PLAYS),
    ("answer", "post", PLAYS),
    ("put_off", "post", RUNS_IT),
    ("comments", "get", ALL),
    ("comments", "post", DECIDES),
    ("comment", "delete", DECIDES),
    ("plan", "post", RUNS_IT),
    ("options", "post", RUNS_IT),
    ("announcements", "get", ALL),
    ("announcements", "post", RUNS_IT),
    ("announcement", "delete", RUNS_IT),
    ("absences", "get", SIGNED_IN),
    ("absences", "post", SIGNED_IN),
    ("absence", "delete", SIGNED_IN),
    ("matters", "get", ALL),
    ("report", "post", PLAYS),
    ("confirm", "post", NOBODY),
    ("dispute", "post", PLAYS),
    ("let_stand", "post", DECIDES),
    ("deduct", "post", DECIDES),
    ("give_value", "post", DECIDES),
    ("bracket", "get", ALL),
    ("standings", "get", ALL),
    ("draws", "get", ALL),
    ("results", "get", ALL),
    ("audit", "get", ALL),
    ("staff", "get", ALL),
    ("staff", "post", OWNS_IT),
    ("staff_member", "delete", OWNS_IT),
    ("accept_staff", "post", SIGNED_IN),
    ("all_series", "get", ALL),
    ("all_series", "post", SIGNED_IN - {"guest"}),
    ("series", "get", ALL),
    ("series", "patch", OWNS_IT),
    ("merit", "get", ALL),
    ("series_events", "post", OWNS_IT),
    ("series_event", "delete", OWNS_IT),
    ("series_next", "post", OWNS_IT),
    ("series_people", "get", OWNS_IT),
    ("series_people", "post", OWNS_IT),
    ("series_match", "delete", OWNS_IT),
    ("competition_statistics", "get", ALL),
    ("competition_leaders", "get", ALL),
    ("competition_records", "get", ALL),
    ("game_statistics", "get", ALL),
    ("game_records", "get", ALL),
    ("versus", "get", ALL),
    ("match_statistics", "get", ALL),
    ("player", "get", ALL),
    ("player_record", "get", ALL),
    ("player_matches", "get", ALL),
    # What is no class has none; tests/league/classes/test_api.py.
    ("classes", "get", SIGNED_IN),
    ("classes", "post", SIGNED_IN - {"guest"}),
    ("class", "get", NOBODY),
    ("class", "patch", NOBODY),
    ("class", "delete", NOBODY),
    ("class_pupils", "post", NOBODY),
    ("class_pin", "post", NOBODY),
    ("clubs", "get", ALL),
    ("clubs", "post", SIGNED_IN),
    ("club", "get", ALL),
    ("club", "patch", OWNS_IT),
    ("club_join", "post", SIGNED_IN - {"organiser"}),
    ("club_members", "get", SIGNED_IN),
    ("club_member", "patch", OWNS_IT),
    ("club_member", "delete", OWNS_IT),
    ("club_names", "post", OWNS_IT),
    ("club_link", "post", OWNS_IT),
    ("club_link", "delete", OWNS_IT),
    ("club_close", "post", OWNS_IT),
    ("club_close", "delete", OWNS_IT),
    ("club_honours", "get", ALL),
    ("club_presets", "get", OWNS_IT),
    ("club_presets", "post", OWNS_IT),
    ("club_preset", "delete", OWNS_IT),
    ("club_competitions", "post", OWNS_IT),
    ("club_audit", "get", SIGNED_IN),
    ("club_leave", "post", SIGNED_IN),
    ("club_offer", "post", OWNS_IT),
    ("club_claim", "post", OWNS_IT),
    ("club_competition", "delete", OWNS_IT),
    ("offer", "post", OWNS_IT),
    ("claim", "post", RUNS_IT),
    ("handovers", "get", SIGNED_IN),
    ("handover", "post", {"organiser", "stranger"}),
    # Only moderators find these (tests/league/moderation); whoever runs the site is none by that.
    ("moderation_cases", "get", NOBODY),
    ("moderation_decide", "post", NOBODY),
    ("moderation_audit", "get", NOBODY),
    ("notices", "get", SIGNED_IN),
]
ADDRESSES = {pattern.name: str(pattern.pattern) for pattern in urlpatterns if getattr(pattern, "name", None)}


def test_every_address_has_a_row():
    assert {name for name, _method, _who in TABLE} == set(ADDRESSES)


@pytest.fixture
def people(cast):
    site = account("site")
    site.is_staff = True
    site.save()
    return {
        "anonymous": None,
        "guest": guest(nickname="Passing by"),
        "stranger": cast.stranger,
        "entrant": cast.anna,
        "other organiser": cast.bruno,
        "organiser": cast.organiser,
        "referee": cast.referee,
        "helper": account("helper"),
        "staff": site,
    }


def hire(cup, people):
    """The referee and the co-organiser of ``cup``."""
    for name, role in (("referee", "referee"), ("helper", "co_organiser")):
        asked = staff.invite(competition=cup, by=people["organiser"], role=role, name=name)
        staff.accept(key=asked.key, by=people[name])


def dispute_of_another(cup, fixture, people):
    """Something is disputed in ``fixture``, so that it can be decided."""
    now = timezone.now()
    Dispute.objects.create(fixture=fixture, seat="home", at=now, deadline_at=now + timedelta(hours=1))


@pytest.fixture
def ids(people):
    competition(people["other organiser"])
    cup = running(people["organiser"], entrants=4)
    entrant = cup.entrants.first()
    entrant.player = people["entrant"]
    entrant.save()
    fixture = next(row for row in open_fixtures(cup) if entrant.id in (row.home_id, row.away_id))
    dispute_of_another(cup, fixture, people)
    hire(cup, people)
    asked = staff.invite(competition=cup, by=people["organiser"], role="referee")
    club = clubs.create(by=people["organiser"], name="Bar Centrale", joining="open")
    clubs.take_in(competition=cup, club=club, by=people["organiser"])
    soon = timezone.now() + timedelta(days=1)
    proposal = Proposal.objects.create(
        fixture=fixture, seat=other(seat_in(fixture, people["entrant"])), kick_off_at=soon, made_at=timezone.now()
    )
    return {
        "<uuid:club_id>": club.id,
        "<uuid:membership_id>": club_members.add_names(club=club, by=people["organiser"], names="Zeno")[0].id,
        "<uuid:preset_id>": presets.keep(club=club, competition=cup, by=people["organiser"], name="As ever").id,
        "<uuid:handover_id>": handovers.offer(thing=club, by=people["organiser"], name="stranger").id,
        "<uuid:staff_id>": asked.id,
        "<uuid:card_id>": cup.id,
        "<uuid:invitation_id>": Invitation.objects.create(
            competition=cup, name="Ugo", key="u" * 32, made_at=cup.created_at
        ).id,
        "<uuid:proposal_id>": proposal.id,
        "<uuid:comment_id>": notes.comment(fixture=fixture, by=people["organiser"], words="Rain").id,
        "<uuid:announcement_id>": notes.announce(competition=cup, by=people["organiser"], words="Rain").id,
        "<uuid:absence_id>": cup.id,
        "<uuid:leave_id>": cup.id,
        "<uuid:competition_id>": cup.id,
        "<uuid:fixture_id>": fixture.id,
        "<uuid:entrant_id>": entrant.id,
        "<uuid:series_id>": series_verbs.create(
            by=people["organiser"], name="Winter", points=[3, 2, 1], competitions=[cup]
        ).pk,
        "<int:matched_id>": 1,
        "<uuid:match_id>": fixture.match_id,
        "<uuid:player_id>": entrant.player_id,
        "<uuid:rival_id>": people["stranger"].pk,
        "<slug:slug>": "super_goal",
        "<int:number>": 1,
        "<uuid:case_id>": moderation_verbs.report_name(subject=people["entrant"], by=people["stranger"]).pk,
    }


def signed_in(user):
    client = APIClient()
    if user is not None:
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def ask(user, method, address, ids):
    """``user``: an account, None, or the client of ``signed_in`` where much is asked."""
    for placeholder, value in ids.items():
        address = address.replace(placeholder, str(value))
    client = user if isinstance(user, APIClient) else signed_in(user)
    return getattr(client, method)(f"/api/v1/{address}")


def asked_now(name, method, role):
    """A short run asks a third of all, every row by some roles and every role for some rows; a long run asks all.
    Everybody joins the club in either: what members read is asked after it."""
    return LONG or name == "club_join" or sum(f"{name} {method} {role}".encode()) % 3 == 0


def test_who_is_let_in(people, ids):
    wrong, clients = [], {role: signed_in(people[role]) for role in ROLES}
    for (name, method, allowed), role in itertools.product(TABLE, ROLES):
        if not asked_now(name, method, role):
            continue
        answer = ask(clients[role], method, ADDRESSES[name], ids)
        # Who is let in may still be refused by the verb (409) or for an empty body (400).
        expected = {200, 201, 204, 400, 409} if role in allowed else {403, 404}
        if answer.status_code not in expected:
            wrong.append((name, method, role, answer.status_code))
    assert wrong == []


def test_a_draft_is_there_only_for_who_runs_it(people):
    from league.competitions.verbs import create

    draft = create.create(by=people["organiser"], name="Secret cup", game="super_goal", preset="cup", places=4)
    hire(draft, people)
    hidden = {"<uuid:competition_id>": draft.id}
    clients = {role: signed_in(people[role]) for role in ROLES}
    for (name, method, allowed), role in itertools.product(TABLE, ROLES):
        placeholders = ADDRESSES[name].count("<")
        if "<uuid:competition_id>" in ADDRESSES[name] and placeholders == 1 and method == "get":
            found = ask(clients[role], method, ADDRESSES[name], hidden).status_code
            let_in = DECIDES & allowed
            assert found == (200 if role in let_in else 403 if role == "anonymous" and allowed != ALL else 404), (
                name,
                role,
            )


def test_ids_of_another_competition_are_not_found(people, ids):
    mine = running(people["other organiser"], entrants=2)
    swapped = {**ids, "<uuid:competition_id>": mine.id}
    for name in ("walkover", "result", "replay", "void", "withdraw", "personal_key"):
        body_is_read_later = ask(people["other organiser"], "post", ADDRESSES[name], swapped)
        assert body_is_read_later.status_code == 404, name


def test_an_unsafe_call_needs_the_token(people, ids):
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(people["organiser"], backend="django.contrib.auth.backends.ModelBackend")
    answer = client.post(f"/api/v1/competitions/{ids['<uuid:competition_id>']}/cancel/")
    assert answer.status_code == 403


def test_an_entrant_withdraws_only_itself(people, ids):
    cup = competition(people["organiser"])
    one = entries.enter(competition=cup, player=people["stranger"])
    swapped = {"<uuid:competition_id>": cup.id, "<uuid:entrant_id>": one.id}
    assert ask(people["entrant"], "post", ADDRESSES["withdraw"], swapped).status_code == 404
    assert ask(people["stranger"], "post", ADDRESSES["withdraw"], swapped).status_code == 200
