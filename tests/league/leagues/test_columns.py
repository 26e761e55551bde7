"""The list of a table's columns: each has its head and its cell wherever the table is shown."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.template import TemplateDoesNotExist
from django.template.loader import get_template

from league.competitions.pages import structure
from league.leagues import rows
from league.leagues.pages import columns
from league.leagues.pages.columns import BEST, SHORT, WHOLE, Column
from tests.cast import Cast
from tests.league.builders import running
from tests.league.tables import play_out

MARGIN = Column("margin", "goal_difference", "Mg", "Margin", lambda value: f"by {value}", tables=(WHOLE, SHORT, BEST))


def shape(text):
    """For each table of a page: its number of heads, and the numbers of cells of its rows."""
    for table in re.findall(r'<table class="league".*?</table>', text, re.S):
        head, _, body = table.partition("</thead>")
        lines = re.findall(r'<tr[^>]*>\s*<td class="pos">.*?</tr>', body, re.S)
        if lines:
            yield len(re.findall(r"<th\b", head)), {len(re.findall(r"<t[dh]\b", line)) for line in lines}


def furnished():
    """A world cup of three groups, in which fourteen matches are over."""
    cast = Cast.make()
    cup = running(cast.organiser, "world_cup", 12, settings={"groups": 3, "through": 2, "best": 2})
    play_out(cup, until=14)
    return cast, cup


@pytest.fixture(scope="module")
def built(build_once):
    return build_once(furnished)


@pytest.fixture
def cast(copied):
    return copied[0]


@pytest.fixture
def world_cup(copied):
    return copied[1]


@pytest.mark.parametrize(
    ("address", "tables"),
    [
        ("/competitions/{}/", 1),
        ("/competitions/{}/table/", 4),
        ("/competitions/{}/table/?after=1", 3),
        ("/competitions/{}/table/?venue=home&by=points", 3),
        ("/embed/{}/table/", 3),
        ("/wall/{}/", 3),
    ],
)
def test_a_column_of_the_list_has_its_head_and_its_cells(client, world_cup, monkeypatch, address, tables):
    address = address.format(world_cup.slug)
    before = list(shape(client.get(address).content.decode()))
    assert len(before) == tables and all(cells == {heads} for heads, cells in before)
    monkeypatch.setattr(columns, "COLUMNS", (*columns.COLUMNS, MARGIN))
    text = client.get(address).content.decode()
    assert list(shape(text)) == [(heads + 1, {heads + 1}) for heads, _cells in before]
    assert "Margin" in text and len(re.findall(r"<td[^>]*>by -?\d+</td>", text)) >= tables * 3


def test_a_swiss_table_has_its_sums_where_they_are_known(client, cast):
    swiss = running(cast.organiser, "swiss", 6)
    play_out(swiss, until=4)
    text = client.get(f"/competitions/{swiss.slug}/table/").content.decode()
    assert "Sonneborn-Berger" in text and [cells == {heads} for heads, cells in shape(text)] == [True]
    stages, entrants = structure.stages_of(swiss), structure.named_of(swiss)
    assert [table.swiss for table in rows.tables_of(swiss, stages, entrants, None)] == [True]
    assert [table.swiss for table in rows.tables_at_venue(swiss, "home", None, stages, entrants, None)] == [False]


def test_the_file_has_the_columns_of_the_list(client, world_cup, monkeypatch):
    monkeypatch.setattr(columns, "COLUMNS", (*columns.COLUMNS, replace(MARGIN, field="won")))
    head, first, *_rest = (
        client.get(f"/competitions/{world_cup.slug}/standings.csv").content.decode("utf-8-sig").splitlines()
    )
    assert head == (
        "group,rank,name,played,won,drawn,lost,goals_for,goals_against,goal_difference,byes,deductions,points,won"
    )
    assert first.split(",")[-1] == first.split(",")[4]


def test_rows_stand_in_the_order_of_a_column_of_the_list(client, world_cup, monkeypatch):
    monkeypatch.setattr(columns, "COLUMNS", (*columns.COLUMNS, MARGIN))
    text = client.get(f"/competitions/{world_cup.slug}/table/?by=margin").content.decode()
    assert "In the order of: Margin" in text and 'href="?by=-margin"' in text


def test_a_column_says_how_its_cell_is_drawn():
    with pytest.raises(TypeError, match="cell"):
        Column("margin", "goal_difference", "Mg", "Margin")
    for column in columns.COLUMNS:
        if isinstance(column.cell, str):
            assert get_template(f"competitions/cells/{column.cell}.html")


@pytest.mark.parametrize(
    ("fault", "error"), [({"cell": "nowhere"}, TemplateDoesNotExist), ({"field": "no_such"}, KeyError)]
)
def test_a_cell_that_cannot_be_drawn_is_an_error(client, world_cup, monkeypatch, fault, error):
    monkeypatch.setattr(columns, "COLUMNS", (*columns.COLUMNS, replace(MARGIN, **fault)))
    with pytest.raises(error):
        client.get(f"/competitions/{world_cup.slug}/table/")


def test_keys_of_columns_are_asked_for_once():
    keys = [column.key for column in columns.COLUMNS if column.sortable]
    assert len(keys) == len(set(keys))
