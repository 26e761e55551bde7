"""Every action of competitions and seasons: it needs its right, works by the API and its button, and is documented."""

from __future__ import annotations

import html
import io
import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.actions import Action
from league.competitions.actions.every import ACTIONS as OF_COMPETITIONS
from league.competitions.models import Competition, Fixture
from league.competitions.models.roles import Right
from league.competitions.verbs import (
    absences,
    calling,
    check_in,
    create,
    disputes,
    entries,
    freezing,
    halls,
    invitations,
    notes,
    reports,
    rounds,
    rulings,
    schedule,
    sides,
    staff,
)
from league.competitions.verbs.rulings import Score
from league.players.models import User
from league.seasons.actions.every import ACTIONS as OF_SEASONS
from league.seasons.verbs import early_closing, leaves
from tests.league.builders import competition, running
from tests.league.seasons.test_end import past_the_window
from tests.league.tables import open_fixtures, play_out
from tests.league.teams import league as league_of_teams
from tests.league.teams import running_teams, ties_of
from tests.security.town import addresses_of_all

ACTIONS = (*OF_COMPETITIONS, *OF_SEASONS)
BY_NAME = {action.name: action for action in ACTIONS}
BACKEND = "django.contrib.auth.backends.ModelBackend"


@dataclass
class Situation:
    """Where an action can be done."""

    competition: Competition | None
    keys: dict[str, Any] = field(default_factory=dict)
    """Of its address, but for the competition."""
    body: dict[str, Any] = field(default_factory=dict)
    by: User | None = None
    """Who does it; None: the organiser."""
    form: dict[str, Any] = field(default_factory=dict)
    """What its button sends otherwise than the API takes it."""


def _names(cast, count=4, **values):
    cup = competition(cast.organiser, **values)
    entries.enter_names(competition=cup, by=cast.organiser, names=["Aldo", "Berta", "Carlo", "Dora"][:count])
    return cup


def _draft(cast):
    return Situation(create.unpublish(competition=competition(cast.organiser), by=cast.organiser))


def _entrant(cup, name="Aldo", **body):
    return Situation(cup, {"entrant_id": cup.entrants.get(name=name).pk}, body)


def _final(cast):
    """The fixture of two accounts."""
    cup = competition(cast.organiser, places=2)
    for player in (cast.anna, cast.bruno):
        entries.enter(competition=cup, player=player)
    rounds.start(competition=cup, by=cast.organiser)
    return cup, open_fixtures(cup)[0]


def _fixture(cast, preset="cup", **body):
    cup = running(cast.organiser, preset)
    return Situation(cup, {"fixture_id": open_fixtures(cup)[0].pk}, body)


def _swiss(cast):
    return running(cast.organiser, "swiss", 4, settings={"rounds": 3})


def _frozen(cast):
    cup = running(cast.organiser)
    return Situation(freezing.freeze(competition=cup, by=cast.organiser, reason="snow"))


def _seeds(cast):
    cup = _names(cast, seeding="hand")
    return Situation(
        cup, body={"order": [str(key) for key in cup.entrants.order_by("name").values_list("pk", flat=True)]}
    )


def _left(cast):
    cup = _names(cast)
    entries.leave(entrant=cup.entrants.get(name="Aldo"), by=cast.organiser)
    return _entrant(cup)


def _withdrawn_from_swiss(cast):
    cup = _swiss(cast)
    rulings.withdraw(entrant=cup.entrants.get(name="Aldo"), by=cast.organiser)
    return _entrant(cup)


def _side(cast):
    cup = create.create(by=cast.organiser, name="Pairs", game="six_a_side", preset="cup", places=4, side_size=2)
    create.publish(competition=cup, by=cast.organiser)
    return cup, entries.enter(competition=cup, player=cast.anna, name="The reds")


def _joins(cast):
    _cup, reds = _side(cast)
    return Situation(None, body={"key": reds.side_key}, by=cast.bruno)


def _leaves(cast):
    cup, reds = _side(cast)
    sides.join(key=reds.side_key, player=cast.bruno)
    return Situation(cup, {"entrant_id": reds.pk}, by=cast.bruno)


def _with_check_in(cast):
    cup, now = _names(cast), timezone.now()
    times = {"opens_at": now - timedelta(hours=1), "closes_at": now + timedelta(hours=1)}
    return check_in.set_check_in(competition=cup, by=cast.organiser, **times)


def _checked_in(cast):
    cup = _with_check_in(cast)
    check_in.check_in(entrant=cup.entrants.get(name="Aldo"), by=cast.organiser)
    return _entrant(cup)


def _times(cast):
    now = timezone.now()
    body = {"opens_at": now + timedelta(hours=1), "closes_at": now + timedelta(hours=2)}
    return Situation(competition(cast.organiser), body={name: at.isoformat() for name, at in body.items()})


def _invitation(cast):
    cup = competition(cast.organiser)
    return cup, invitations.invite(competition=cup, by=cast.organiser, names="Anna")[0]


def _key_of_invitation(cast):
    return Situation(None, body={"key": _invitation(cast)[1].key}, by=cast.anna)


def _invitation_of(cast):
    cup, invitation = _invitation(cast)
    return Situation(cup, {"invitation_id": invitation.pk})


def _round(cast, number, **body):
    return Situation(running(cast.organiser, "league", 4, advance="click"), {"number": number}, body)


def _opened_round(cast):
    league = running(cast.organiser, "league", 4, advance="click")
    rounds.open_round(competition=league, number=1, by=cast.organiser)
    return Situation(league, {"number": 1}, {"hours": 5})


def _played(cast):
    situation = _fixture(cast, reason="once more", confirmed=True)
    fixture = Fixture.objects.get(pk=situation.keys["fixture_id"])
    rulings.enter_result(fixture=fixture, score=Score(1, 0), by=cast.organiser)
    return situation


def _disputed(cast):
    cup, fixture = _final(cast)
    reports.report(fixture=fixture, score=Score(1, 0), by=cast.anna)
    disputes.dispute(fixture=fixture, by=cast.bruno, statement="No.")
    return Situation(cup, {"fixture_id": fixture.pk}, {"reason": "it was so"})


def _of_side(cast, **body):
    cup, fixture = _final(cast)
    return Situation(cup, {"fixture_id": fixture.pk}, body, cast.anna)


def _reported(cast, **body):
    situation = _of_side(cast, **body)
    fixture = Fixture.objects.get(pk=situation.keys["fixture_id"])
    reports.report(fixture=fixture, score=Score(1, 0), by=cast.bruno)
    return situation


def _tomorrow(**more):
    return {"kick_off_at": (timezone.now() + timedelta(days=1)).replace(microsecond=0).isoformat(), **more}


def _proposed(cast):
    situation = _of_side(cast, accept=True)
    fixture = Fixture.objects.get(pk=situation.keys["fixture_id"])
    proposal = schedule.propose(fixture=fixture, by=cast.bruno, kick_off_at=timezone.now() + timedelta(days=1))
    situation.keys["proposal_id"] = proposal.pk
    return situation


def _announced(cast):
    cup = competition(cast.organiser)
    announcement = notes.announce(competition=cup, by=cast.organiser, words="Snow")
    return Situation(cup, {"announcement_id": announcement.pk})


def _commented(cast):
    situation = _fixture(cast)
    fixture = Fixture.objects.get(pk=situation.keys["fixture_id"])
    situation.keys["comment_id"] = notes.comment(fixture=fixture, by=cast.organiser, words="Well").pk
    return situation


def _office(cast):
    cup = competition(cast.organiser)
    return Situation(cup, {"staff_id": staff.invite(competition=cup, by=cast.organiser, role="referee").pk})


def _key_of_office(cast):
    cup = competition(cast.organiser)
    return Situation(
        None, body={"key": staff.invite(competition=cup, by=cast.organiser, role="referee").key}, by=cast.anna
    )


def _absence(cast):
    day = timezone.now().date() + timedelta(days=3)
    return Situation(None, {"absence_id": absences.add(user=cast.anna, first=day, last=day).pk}, by=cast.anna)


def _days_off(cast):
    return Situation(None, body={"first": str(timezone.now().date() + timedelta(days=3))}, by=cast.anna)


AGREED: dict[str, Any] = {"reason": "exams", "confirmed": True}


def _league(cast):
    return running(cast.organiser, "league", 4, settings={"times": 2})


def _many(cast):
    league = _league(cast)
    return Situation(league, body={"entrants": [str(league.entrants.get(name="Aldo").pk)], **AGREED})


def _closed(cast):
    league = _league(cast)
    early_closing.close_early(
        competition=league, way="stands", by=cast.organiser, reason="flood", consent=rulings.Consent(confirmed=True)
    )
    return Situation(league, body=AGREED)


def _substituted(cast):
    situation = _entrant(running(cast.organiser), **AGREED)
    situation.body["name"] = "Zoe"
    return situation


def _missed(cast):
    cup = competition(cast.organiser)
    entries.enter_names(competition=cup, by=cast.organiser, names=["Aldo", "Berta", "Carlo", "Dora", "Wanda"])
    rounds.start(competition=cup, by=cast.organiser)
    fixture = open_fixtures(cup)[0]
    rulings.walkover(fixture=fixture, winner="away", by=cast.organiser, reason="no-show")
    return Situation(cup, {"entrant_id": fixture.home_id}, AGREED)


def _squad(cast):
    teams = league_of_teams(cast.organiser)
    return Situation(teams, {"entrant_id": teams.entrants.get(name="Bar Centrale").pk}, {"number": 1})


def _changed_squad(cast):
    squad = _squad(cast)
    second = squad.competition.entrants.get(name="Bar Centrale").members.get(number=2)
    return replace(squad, body={"player": str(second.user_id), "number": 1})


def _new_captain(cast):
    squad = _squad(cast)
    second = squad.competition.entrants.get(name="Bar Centrale").members.get(number=1)
    return replace(squad, body={"player": str(second.user_id)})


def _can_play(cast):
    tie = ties_of(teams := running_teams(cast.organiser))[0]
    return Situation(teams, {"tie_id": tie.pk}, {"can": True}, by=tie.home.player)


def _sealed(cast):
    teams = running_teams(cast.organiser)
    tie = ties_of(teams)[0]
    return Situation(teams, {"tie_id": tie.pk}, {"numbers": [1, 0]}, by=tie.home.player)


def _leave(cast):
    league = competition(cast.organiser, "league", 2)
    for player in (cast.anna, cast.bruno):
        entries.enter(competition=league, player=player)
    rounds.start(competition=league, by=cast.organiser)
    leaves.allow(competition=league, days=9, by=cast.organiser)
    day = timezone.localdate() + timedelta(days=3)
    entrant = league.entrants.get(player=cast.anna)
    leave = leaves.take(entrant=entrant, first=day, last=day, by=cast.anna)
    return Situation(league, {"leave_id": leave.pk})


def _tables(cast, closed=False):
    """A league of six with two tables, of which the first may be out of service."""
    league = running(cast.organiser, "league", 6)
    halls.add_tables(competition=league, by=cast.organiser, first=1, last=2)
    if closed:
        halls.close_table(competition=league, by=cast.organiser, table=1)
    return league


def _called(cast):
    league = _tables(cast)
    return Situation(league, {"fixture_id": Fixture.objects.get(competition=league, table=1).pk})


def _waits(cast, **body):
    """A match that was taken back: it waits, and table 1 is free again as nobody else does."""
    league = running(cast.organiser, "league", 2, settings={"times": 1})
    halls.add_tables(competition=league, by=cast.organiser, first=1)
    fixture = Fixture.objects.get(competition=league, table=1)
    calling.take_back(fixture=fixture, by=cast.organiser)
    return Situation(league, {"fixture_id": fixture.pk}, body)


def _over(cast):
    league = running(cast.organiser, "league", 3, settings={"times": 1})
    play_out(league)
    past_the_window(league)
    return Situation(league)


SITUATIONS: dict[str, Callable[[Any], Situation]] = {
    "visibility": lambda cast: Situation(competition(cast.organiser), body={"visibility": "members"}),
    "publish": _draft,
    "unpublish": lambda cast: Situation(competition(cast.organiser)),
    "draw": lambda cast: Situation(_names(cast)),
    "start": lambda cast: Situation(_names(cast)),
    "take_start_back": lambda cast: Situation(running(cast.organiser), body={"reason": "too soon"}),
    "cancel": lambda cast: Situation(running(cast.organiser), body={"reason": "rain"}),
    "freeze": lambda cast: Situation(running(cast.organiser), body={"reason": "rain"}),
    "thaw": _frozen,
    "names": lambda cast: Situation(competition(cast.organiser), body={"names": ["Zoe"]}),
    "add_bots": lambda cast: Situation(competition(cast.organiser), body={"count": 1}),
    "seeding": _seeds,
    "correct_entrant": lambda cast: _entrant(_names(cast), club="Roma"),
    "withdraw": lambda cast: _entrant(running(cast.organiser)),
    "remove": lambda cast: _entrant(_names(cast)),
    "put_back": _left,
    "readmit": _withdrawn_from_swiss,
    "join_side": _joins,
    "leave_side": _leaves,
    "new_key": lambda cast: _entrant(_names(cast)),
    "link_sent": lambda cast: _entrant(_names(cast)),
    "all_links_sent": lambda cast: Situation(_names(cast)),
    "check_in_times": _times,
    "close_check_in": lambda cast: Situation(_with_check_in(cast)),
    "check_in": lambda cast: _entrant(_with_check_in(cast)),
    "check_out": _checked_in,
    "accept_invitation": _key_of_invitation,
    "decline_invitation": _key_of_invitation,
    "take_back_invitation": _invitation_of,
    "open_round": lambda cast: _round(cast, 1),
    "move_round": _opened_round,
    "join": lambda cast: Situation(_swiss(cast), body={"names": ["Zoe", "Yves"]}, form={"names": "Zoe\nYves"}),
    "rest": lambda cast: _entrant(_swiss(cast), number=2),
    "pair_again": lambda cast: Situation(_swiss(cast)),
    "walkover": lambda cast: _fixture(cast, winner="home", reason="ill"),
    "result": lambda cast: _fixture(cast, home=2, away=1),
    "replay": _played,
    "void": lambda cast: _fixture(cast, "league", reason="wrong board"),
    "let_stand": _disputed,
    "deduct": lambda cast: _entrant(running(cast.organiser, "league"), points=1, reason="late"),
    "give_value": lambda cast: _entrant(_swiss(cast), value=2, reason="won the play-off"),
    "report": lambda cast: _of_side(cast, home=1, away=0),
    "confirm": _reported,
    "dispute": lambda cast: _reported(cast, statement="It was 2-0."),
    "propose": lambda cast: _of_side(cast, **_tomorrow()),
    "answer": _proposed,
    "put_off": lambda cast: _fixture(cast, **_tomorrow(reason="snow")),
    "announce": lambda cast: Situation(competition(cast.organiser), body={"words": "Snow"}),
    "take_back": _announced,
    "comment": lambda cast: _fixture(cast, words="Well played"),
    "take_back_comment": _commented,
    "invite_staff": lambda cast: Situation(competition(cast.organiser), body={"role": "referee"}),
    "accept_staff": _key_of_office,
    "end_role": _office,
    "add_absence": _days_off,
    "absence": _absence,
    "add_to_squad": lambda cast: replace(_squad(cast), body={"names": ["Zoe"]}, form={"names": "Zoe"}),
    "fill_squad": lambda cast: replace(_squad(cast), body={"people": 4}),
    "fill_squads": lambda cast: Situation(league_of_teams(cast.organiser, squad=1)),
    "make_captain": _new_captain,
    "ask_squad": lambda cast: replace(_can_play(cast), body={}),
    "can_play": _can_play,
    "new_squad_link": _new_captain,
    "take_off_squad": _squad,
    "place_squad": _changed_squad,
    "line_up": _sealed,
    "remind_captains": lambda cast: Situation(running_teams(cast.organiser)),
    "withdraw_many": _many,
    "shorten": lambda cast: Situation(_league(cast), body=AGREED),
    "end_at": lambda cast: Situation(_league(cast), body={"number": 1, **AGREED}),
    "close_early": lambda cast: Situation(_league(cast), body={"way": "stands", **AGREED}),
    "take_closing_back": _closed,
    "substitute": lambda cast: _substituted(cast),
    "alternate": _missed,
    "leave": _leave,
    "leave_days": lambda cast: Situation(_league(cast), body={"days": 5}),
    "add_tables": lambda cast: Situation(running(cast.organiser), body={"first": 1, "last": 8, "place": "by the bar"}),
    "queue_times": lambda cast: Situation(_tables(cast), body={"wait_minutes": 9, "rest_minutes": 3}),
    "close_table": lambda cast: Situation(_tables(cast), body={"table": 1, "reason": "a leg is broken"}),
    "reopen_table": lambda cast: Situation(_tables(cast, closed=True), body={"table": 1}),
    "remove_table": lambda cast: Situation(_tables(cast, closed=True), body={"table": 1}),
    "move_in_queue": lambda cast: _waits(cast, where="stream"),
    "call_match": lambda cast: _waits(cast, table=1),
    "take_back_call": _called,
    "begin_call": _called,
    "come_late": _called,
    "official": _over,
    "next_season": _over,
}
"""The name of an action -> a situation in which it can be done."""
ELSEWHERE = {"resume": "tests/league/competitions/test_resuming.py has a match with moves"}
"""The name of an action -> why its situation is not here."""
WALKED = [action for action in ACTIONS if action.name in SITUATIONS]
IN_THE_API = {
    method.action.name: route
    for route, pattern in addresses_of_all().values()
    for method in vars(getattr(pattern.callback, "cls", object)).values()
    if hasattr(method, "action")
}
"""The name of an action -> the route of its endpoint."""
OF_PAGES_ALONE = {"remove", "readmit", "link_sent", "all_links_sent"}
"""Actions without an endpoint: others of the API do the same, or nobody needs it there."""


def by_name(actions):
    return pytest.mark.parametrize("action", actions, ids=lambda action: action.name)


def signed_in(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user, backend=BACKEND)
    return client


def ask_api(action: Action, situation: Situation, asker: Client) -> Any:
    keys = dict(situation.keys)
    if situation.competition is not None:
        keys["competition_id"] = situation.competition.pk
    path = "/" + IN_THE_API[action.name]
    for name, key in keys.items():
        path = path.replace(f"<uuid:{name}>", str(key)).replace(f"<int:{name}>", str(key))
    method = getattr(asker, action.method.lower())
    return method(path, json.dumps(situation.body) if situation.body else "", content_type="application/json")


def press(action: Action, situation: Situation, asker: Client) -> Any:
    assert situation.competition is not None
    fields = {name.removesuffix("_id"): key for name, key in situation.keys.items()}
    form = {"do": action.name, **fields, **situation.body, **situation.form}
    return asker.post(reverse("competitions:press", args=[situation.competition.slug]), form)


def doors(action: Action) -> list[Callable[..., Any]]:
    """The ways to do it: its endpoint, and the button of a page that has a message of its own."""
    return [*([ask_api] if action.name in IN_THE_API else []), *([press] if action.said else [])]


def told(answer: Any) -> list[str]:
    return [str(message) for message in getattr(answer.wsgi_request, "_messages", [])]


def wrote(door: Callable[..., Any], action: Action, situation: Situation, user: User | None) -> tuple[Any, list[str]]:
    """The answer of ``door``, and the statements that changed rows but for sessions."""
    changes: list[str] = []
    asker = signed_in(user)

    def watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        result = execute(sql, params, many, context)
        if sql.startswith(("INSERT", "UPDATE", "DELETE")) and "session" not in sql and context["cursor"].rowcount:
            changes.append(sql[:80])
        return result

    with connection.execute_wrapper(watch):
        return door(action, situation, asker), changes


def test_every_action_is_walked():
    assert {action.name for action in ACTIONS} == SITUATIONS.keys() | ELSEWHERE.keys()
    assert len(BY_NAME) == len(ACTIONS), "two actions of one name"
    assert {action.name for action in ACTIONS} - IN_THE_API.keys() == OF_PAGES_ALONE
    assert all(action.said or action.name in IN_THE_API for action in ACTIONS)


@by_name(WALKED)
def test_it_is_done_and_told(action, cast):
    for door in doors(action):
        situation = SITUATIONS[action.name](cast)
        answer, changes = wrote(door, action, situation, situation.by or cast.organiser)
        assert changes, (door.__name__, answer.status_code, answer.content[:300], told(answer))
        if door is ask_api:
            assert answer.status_code == action.status, answer.content
            continue
        assert answer.status_code == 302
        messages = [html.unescape(message) for message in told(answer)]
        assert len(messages) == 1 and (callable(action.said) or messages == [str(action.said)]), messages


@by_name(WALKED)
def test_nobody_else_does_it(action, cast):
    for door in doors(action):
        situation = SITUATIONS[action.name](cast)
        others: list[User | None] = [None]
        if situation.competition is not None:
            office = staff.invite(competition=situation.competition, by=cast.organiser, role="referee")
            staff.accept(key=office.key, by=cast.referee)
            others += [cast.stranger] + ([cast.referee] if action.right != Right.DECIDE else [])
            others += [cast.organiser] if action.right is None else []
        for user in others:
            answer, changes = wrote(door, action, situation, user)
            assert not changes and not told(answer), (user, changes)
            to_sign_in = answer.status_code == 302 and answer.url.startswith(reverse("account_login"))
            assert answer.status_code in (401, 403, 404) or to_sign_in, (user, answer.status_code)


@by_name([action for action in WALKED if "Repeating it changes nothing" in (action.verb.__doc__ or "")])
def test_it_may_be_repeated(action, cast):
    for door in doors(action):
        situation = SITUATIONS[action.name](cast)
        first, _changes = wrote(door, action, situation, situation.by or cast.organiser)
        again, changes = wrote(door, action, situation, situation.by or cast.organiser)
        assert again.status_code in (first.status_code, 404), again.content
        assert [change for change in changes if "audit" in change or "result" in change] == []


@pytest.fixture(scope="module")
def document():
    out = io.StringIO()
    call_command("spectacular", format="openapi-json", stdout=out)
    return json.loads(out.getvalue())


@by_name([action for action in ACTIONS if action.name in IN_THE_API])
def test_it_stands_in_the_document(action, document):
    path = "/" + IN_THE_API[action.name].replace("<uuid:", "{").replace("<int:", "{").replace(">", "}")
    operation = document["paths"][path][action.method.lower()]
    assert operation["description"] == action.help
    assert str(action.status) in operation["responses"]
    if action.takes is None:
        assert "requestBody" not in operation
    elif action.method != "DELETE":
        shape = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
        assert shape.rpartition("/")[2].removeprefix("Patched") == action.takes.__name__


def test_a_value_of_a_wrong_type_is_told_in_a_sentence(cast):
    """Typed values are read through the shape of the API."""
    situation = SITUATIONS["deduct"](cast)
    situation.body["points"] = "many"
    answer, changes = wrote(press, BY_NAME["deduct"], situation, cast.organiser)
    assert (answer.status_code, changes, told(answer)) == (302, [], ["Enter a number from -99 to 99."])


def test_who_removes_a_name_is_told_so(cast):
    answer, _changes = wrote(press, BY_NAME["remove"], SITUATIONS["remove"](cast), cast.organiser)
    assert told(answer) == ["Removed from the entrants."]
