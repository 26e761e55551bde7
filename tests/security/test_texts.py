"""No text enters with letters that XML cannot hold or nobody sees; what is stored with such letters breaks no feed."""

from __future__ import annotations

import json
import re
import xml.dom.minidom
from urllib.parse import parse_qsl

import icalendar
import pytest
from django.apps import apps
from django.conf import settings
from django.db import connection, models, transaction
from django.db.models import F, Value
from django.db.models.functions import Concat, Left
from django.test import Client, RequestFactory
from rest_framework.views import APIView

from deploy.bad_input import refusal_of
from league.api.parsers import FileParser, StrictJSONParser
from league.competitions.api.exchange import Import, ImportReport
from matches import letters
from tests.security.test_permissions import ASKED, BACKEND, STREAMS
from tests.security.town import addresses_of_all, furnish, path_of

HIDDEN = "\u202e\u200b\ufffe\u200d\x07"
OF_NAMES = "\ufffe\x07"
"""What is taken out of a name too; the rest refuses it."""
EXPRESSION = f"[{HIDDEN}]"


@pytest.fixture(scope="module")
def town(build_once):
    return build_once(furnish)


def text_columns():
    """Each table of ours with the columns that hold text, and the JSON with text in it."""
    for model in apps.get_models():
        fields = [
            field.column
            for field in model._meta.concrete_fields
            if isinstance(field, (models.CharField, models.TextField, models.JSONField))
        ]
        if fields and model._meta.managed:
            yield model._meta.db_table, fields


def stored_hidden(tables):
    """The columns of ``tables`` in which a hidden letter stands."""
    wrong = []
    with connection.cursor() as cursor:
        for table, columns in text_columns():
            for column in columns if table in tables else []:
                cursor.execute(f'SELECT count(*) FROM "{table}" WHERE "{column}"::text ~ %s', [EXPRESSION])
                if cursor.fetchone()[0]:
                    wrong.append(f"{table}.{column}")
    return wrong


@pytest.mark.parametrize("of_names", [OF_NAMES, HIDDEN], ids=["what a name loses", "what a name refuses"])
def test_no_door_stores_a_hidden_letter(db, town, of_names):
    """Each request of the table of permissions that sends something, with hidden letters in every text of it."""
    wrong, done, texts = [], 0, set()
    for row in ASKED:
        fields = dict(parse_qsl(row.body, keep_blank_values=True))
        role = next((role for role in sorted(row.let_in) if town.people[role] is not None and role != "bot"), None)
        if not fields or role is None or row.way == "GET":
            continue
        client = Client(raise_request_exception=False)
        client.force_login(town.people[role], backend=BACKEND)
        path = path_of(town, row.name, row.place)
        sent = {field: f"{of_names if field in letters.NAMES else HIDDEN}{value}" for field, value in fields.items()}
        body = {"data": sent}
        if path.startswith("/api/"):
            body = {"data": json.dumps(sent), "content_type": "application/json"}
        written = []

        def watch(execute, sql, params, many, context, written=written):
            result = execute(sql, params, many, context)
            match = re.match(r'(?:INSERT INTO|UPDATE) "(\w+)"', sql)
            if match and context["cursor"].rowcount:
                written.append(match[1])
            return result

        with transaction.atomic(), connection.execute_wrapper(watch):
            answer = getattr(client, row.way.lower())(path, **body)
            found = stored_hidden(set(written) - {"django_session"})
            transaction.set_rollback(True)
        texts |= set(written)
        done += answer.status_code < 400 and bool(written)
        wrong += [f"{row}: {column}" for column in found] + [f"{row}: {answer.status_code}"] * (
            answer.status_code > 499
        )
    assert not wrong, "\n".join(wrong)
    assert done > 15 and len(texts) > 8, "the requests are done as they are without the letters"


def test_every_form_and_every_body_of_the_api_is_cleaned():
    """Pages read what the middleware has cleaned; each view of the API parses with the one parser that cleans.

    But for whole documents and reports, whose own readers clean them.
    """
    request = RequestFactory().post("/competitions/new/", {"description": [HIDDEN + "a", "b"], "name": HIDDEN + "a"})
    assert refusal_of(request) is None
    assert request.POST.getlist("description") == ["a", "b"]
    assert request.POST["name"] == letters.writable(HIDDEN) + "a"
    assert "deploy.bad_input.bad_input_middleware" in settings.MIDDLEWARE
    views = {getattr(pattern.callback, "cls", None) for _route, pattern in addresses_of_all().values()}
    api = [view for view in views if view is not None and issubclass(view, APIView)]
    assert len(api) > 50
    for view in api:
        (parser,) = view.parser_classes
        assert parser is StrictJSONParser or (issubclass(parser, FileParser) and view in (Import, ImportReport)), view


FEEDS = re.compile(r"\.(atom|ics|svg|xml|csv)$|trf")


def test_what_is_stored_already_breaks_no_feed(db, town):
    """Texts of former releases: every name, title and description holds what XML cannot."""
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if isinstance(field, (models.CharField, models.TextField)) and field.name in (
                "name", "nickname", "title", "description", "words", "club",
            ):  # fmt: skip
                longest = field.max_length or 2000
                dirty = Concat(Value("\ufffe\x07\uffff"), F(field.name), output_field=models.TextField())
                model.objects.update(**{field.name: Left(dirty, longest)})
    organiser = Client()
    organiser.force_login(town.people["organiser"], backend=BACKEND)
    looked, dirty_cells = set(), []
    for row in ASKED:
        if row.way != "GET" or row.name in STREAMS:
            continue
        route, _pattern = addresses_of_all()[row.name]
        if not FEEDS.search(route):
            continue
        for client in (Client(), organiser):
            answer = client.get(path_of(town, row.name, row.place))
            if answer.status_code != 200:
                continue
            kind, content = answer["Content-Type"].partition(";")[0], answer.content
            looked.add(kind)
            if kind.endswith("xml"):
                xml.dom.minidom.parseString(content)
            elif kind == "text/calendar":
                assert icalendar.Calendar.from_ical(content).walk()
            if letters.writable(content.decode()) != content.decode():
                dirty_cells.append(str(row))
    assert looked >= {"application/atom+xml", "image/svg+xml", "application/xml", "text/calendar", "text/csv"}, looked
    assert not dirty_cells
