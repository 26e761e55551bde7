"""Support's pages: what they show and what they never do, what they cost, and that a look at a person is noted."""

from copy import deepcopy
from uuid import uuid4

import pytest
from django.db import connection
from django.db.models import BinaryField, CharField, TextField
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.clubs.models import Club
from league.competitions.models import Dispute, Entrant, Fixture, Letter, Report
from league.delivery.models import HookMessage, MailMessage, WebHook
from league.moderation.models import Act, Case, Sanction
from league.players.models import User
from league.privacy.table import TABLE
from league.statistics.models import Outdated
from league.support.rows import REGISTERED as SUPPORTS
from league.support.site import WAITING, site
from matches.models import Match, MatchCommand, Outbox, Review
from tests.cast import Cast
from tests.web.test_constant_queries import GAME, furnished
from tests.web.test_plans import only_by_index, shrunk, whole_reads

pytestmark = pytest.mark.django_db
__all__ = ["only_by_index", "shrunk"]

HIDDEN = {
    "players.User": "email password channels_off",
    "matches.Match": "snapshot opening back_url beside",
    "matches.Seat": "devices dice_seed",
    "matches.MatchCommand": "payload",
    "matches.Review": "steps mistakes mark",
    "competitions.Entrant": "personal_key side_key",
    "competitions.Staff": "key",
    "competitions.Letter": "to",
    "competitions.Dispute": "home_statement away_statement",
    "clubs.Club": "key",
    "players.Notification": "url key",
    "delivery.WebHook": "url",
    "delivery.HookMessage": "words",
    "delivery.MailMessage": "to sender subject text html headers",
    "moderation.Act": "detail",
}
"""Columns that open something, or that support has no need of, besides those that the privacy table calls secret."""


def one_of_each():
    """A row of every model that support reads, with those that ``furnished`` does not make."""
    cast = Cast.make()
    there = furnished(cast, 3)
    now, match, cup = timezone.now(), there["match"], there["league"]
    Outbox.objects.get_or_create(match=match)
    MatchCommand.objects.create(match=match, kind="pause", payload={"by": "agreement"})
    Review.objects.get_or_create(match=match, defaults={"mark": "m"})
    Letter.objects.create(competition=cup, to="mail@example.org", by=cast.anna, at=now)
    hook = WebHook.objects.create(competition=cup, url="https://example.org/x", host="example.org", by=cast.anna)
    HookMessage.objects.create(hook=hook, key="k", words="w", due_at=now)
    MailMessage.objects.create(to="mail@example.org", sender="s", subject="s", text="w", due_at=now, expires_at=now)
    report = Report.objects.create(
        fixture=there["fixture"], seat="home", by=cast.anna, home_goals=1, away_goals=0, at=now, counts_at=now
    )
    Dispute.objects.get_or_create(
        fixture=there["fixture"], outcome="", defaults={"report": report, "seat": "away", "at": now, "deadline_at": now}
    )
    case, _new = Case.objects.get_or_create(kind="name", subject=cast.anna, closed_at=None)
    Sanction.objects.create(user=cast.anna, kind="warn", reason="Be polite", case=case)
    Act.objects.create(verb="warn", subject=cast.anna, reason="Be polite", case=case)
    Outdated.objects.get_or_create(kind="ratings", game=GAME)
    return {"cast": cast, **there}


@pytest.fixture(scope="module")
def town(build_once):
    """The people and a row of every model, made once."""
    return build_once(one_of_each)


@pytest.fixture
def there(db, town):
    return deepcopy(town)


@pytest.fixture
def cast(there):
    return there["cast"]


def paths_of(support):
    """The list of a model, a row of it, its waiting rows, a search, and the lists that other pages lead to."""
    row = support.model._default_manager.order_by("pk").first()
    assert row is not None, support.model
    yield support.address(row.pk)
    yield support.address()
    if support.waiting is not None:
        yield f"{support.address()}?{WAITING}=1"
    if support.search:
        yield f"{support.address()}?q={row.pk}"
    for owner in SUPPORTS:
        for related in owner.related:
            if related.model is support.model and (of := owner.model._default_manager.order_by("pk").first()):
                yield f"{support.address()}?{related.lookup}={of.pk}"


def test_every_page_opens(cast, there, staff):
    assert staff.get("/support/").status_code == 200
    for support in SUPPORTS:
        for path in paths_of(support):
            answer = staff.get(path)
            assert answer.status_code == 200, path
            assert answer["Cache-Control"] == "max-age=0, no-cache, no-store, must-revalidate, private"
    page = staff.get(f"/support/matches/match/{there['match'].pk}/").content.decode()
    assert "anna" in page and f"/matches/{there['match'].pk}/" in page and "pause" in page
    assert staff.get(f"/support/matches/match/{uuid4()}/").status_code == 404


def secrets_of(model):
    """The columns of ``model`` that nobody may be shown."""
    stored = TABLE[model._meta.label]
    return {*stored.secret.split(), *HIDDEN.get(model._meta.label, "").split()}


@pytest.mark.parametrize("support", SUPPORTS, ids=lambda support: support.opts.label)
def test_no_secret_is_listed(support):
    """A field with "key", "seed" or the like in its name must be hidden, or be known to be none."""
    columns = {field.name for field in support.opts.concrete_fields}
    assert secrets_of(support.model) <= columns, "a hidden column that there is not"
    shown = columns & {*support.columns, *support.list_display}
    assert not shown & secrets_of(support.model)
    telling = ("key", "secret", "token", "password", "seed", "digest", "email", "nonce", "invite", "url", "endpoint")
    assert {name for name in shown if {*name.split("_")} & {*telling}} <= {"seed"}
    if "seed" in shown:
        assert support.model is Entrant, "a place in the order of strength"


def test_no_secret_is_shown(cast, staff):
    marked = {}
    for support in SUPPORTS:
        row = support.model._default_manager.order_by("pk").first()
        for name in secrets_of(support.model):
            field = support.opts.get_field(name)
            if isinstance(field, BinaryField):
                continue
            mark = f"S{uuid4().hex[:30]}"
            if isinstance(field, (CharField, TextField)):
                value = mark[: field.max_length]
                marked[support.model, name] = value
                support.model._default_manager.filter(pk=row.pk).update(**{name: value})
            else:
                marked[support.model, name] = mark
                support.model._default_manager.filter(pk=row.pk).update(**{name: {"x": mark}})
    assert len(marked) >= 20
    client = staff
    for path in ["/support/", *(path for support in SUPPORTS for path in paths_of(support))]:
        page = client.get(path).content.decode()
        for (model, name), value in marked.items():
            assert value not in page, f"{path} shows {model.__name__}.{name}"


def test_columns_that_are_not_listed_stay_in_the_database(cast, staff):
    """But for the password, of which only its presence is told."""
    for support in SUPPORTS:
        row = support.model._default_manager.order_by("pk").first()
        with CaptureQueriesContext(connection) as queries:
            staff.get(support.address(row.pk))
        for sql in (query["sql"] for query in queries):
            for name in secrets_of(support.model) - {"password"}:
                column = f'"{support.opts.db_table}"."{name}"'
                selected = sql.partition(" FROM ")[0]
                own = "is_staff" in selected and '"players_user"' in column  # the reader, and the names of this row
                assert column not in selected or own, (support.model, name, sql[:300])


def test_search_by_name_id_and_address(cast, there, staff):
    cup, match, fixture = there["cup"], there["match"], Fixture.objects.filter(match__isnull=False).first()
    User.objects.filter(pk=cast.anna.pk).update(nickname="Niçoise", username="signs_in_so")
    club = Club.objects.first()

    def found(text):
        return staff.get("/support/", {"q": text}).content.decode()

    for text in ("nicoi", "SIGNS_in_so", str(cast.anna.pk), f"https://example.org/players/{cast.anna.pk}/"):
        assert f"/support/players/user/{cast.anna.pk}/" in found(text), text
    for text in (cup.name, str(cup.pk), f"/competitions/{cup.slug}/"):
        assert f"/support/competitions/competition/{cup.pk}/" in found(text), text
    assert f"/support/clubs/club/{club.pk}/" in found(f"/clubs/{club.slug}/members/")
    for text in (str(match.pk), f"/matches/{match.pk}/replay/?v=3", str(match.pk).upper()):
        assert f"/support/matches/match/{match.pk}/" in found(text), text
    by_fixture = found(f"/fixtures/{fixture.pk}/")
    assert f"/support/matches/match/{fixture.match_id}/" in by_fixture
    assert f"/support/competitions/fixture/{fixture.pk}/" in by_fixture
    assert "Nothing found." in found("zzzzz") and "Nothing found." in found("%_'\"\\")
    assert staff.get("/support/", {"q": "a\x00b"}).status_code < 500


def test_what_waits_is_counted_and_listed(cast, there, staff):
    Outbox.objects.update(taken_at=timezone.now())
    other = Match.objects.exclude(pk=there["match"].pk).first()
    Outbox.objects.update_or_create(match=other, defaults={"taken_at": None})
    assert "matches/outbox/?waiting=1" in staff.get("/support/").content.decode()
    page = staff.get("/support/matches/outbox/?waiting=1").content.decode()
    assert str(other.pk) in page and str(there["match"].pk) not in page
    Outbox.objects.update(taken_at=timezone.now())
    assert "matches/outbox/?waiting=1" not in staff.get("/support/").content.decode()


def test_mails_that_wait_are_counted_for_their_person(cast, staff):
    anna, now = cast.anna, timezone.now()
    anna.emailaddress_set.create(email="anna.waits@example.org", verified=True)
    page = site.of(User)
    before = int(page.waiting_mails(anna))
    for to, due in (("Anna.Waits@example.org", now), ("", None), ("other@example.org", now)):
        MailMessage.objects.create(to=to, sender="s", due_at=due, expires_at=now)
    assert int(page.waiting_mails(anna)) == before + 1


def test_many_rows_are_no_more_queries(cast, staff):
    def asked():
        counts = {}
        for path in [path.partition("?q=")[0] for support in SUPPORTS for path in paths_of(support)] + ["/support/"]:
            staff.get(path)
            with CaptureQueriesContext(connection) as queries:
                assert staff.get(path).status_code == 200
            counts[path] = len(queries)
        return counts

    few = asked()
    furnished(cast, 5)
    Outdated.objects.get_or_create(kind="ratings", game=GAME)
    many = asked()
    shared = few.keys() & many.keys()
    assert len(shared) > 60
    assert {path: (few[path], many[path]) for path in shared if many[path] > few[path]} == {}
    assert max(many.values()) <= 40, max(many, key=many.get)


def test_no_growing_table_is_read_whole(cast, staff, only_by_index):
    found = {}
    paths = [path for support in SUPPORTS for path in paths_of(support)]
    for path in ["/support/", "/support/?q=anna", f"/support/?q={cast.anna.pk}", *paths]:
        for sql, tables in whole_reads(lambda path=path: staff.get(path)).items():
            found.setdefault((sql, *tables), path)
    assert not found, "\n\n".join(f"{where}: {tables}\n{sql}" for (sql, *tables), where in found.items())
