"""The parts of pages: a heading names its panel, no id is there twice, values are escaped; and no part by hand."""

import re
from pathlib import Path

import pytest
from django.template import Context, Template, TemplateSyntaxError

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"


def rendered(source, **values):
    """``source`` with the parts loaded, its white space folded."""
    return " ".join(Template("{% load i18n components %}" + source).render(Context(values)).split())


def test_a_panel_is_named_by_its_heading():
    html = rendered('{% panel _("Members") count=3 body="stack gap-3" %}<p>Ada</p>{% endpanel %}')
    label = re.search(r'<section class="panel" aria-labelledby="([^"]+)"', html)[1]
    assert f'<h2 id="{label}">Members</h2> <b class="small">3</b>' in html
    assert '<div class="body stack gap-3"><p>Ada</p></div>' in html


def test_two_panels_of_one_title_have_two_ids():
    once = '{% panel "Table" %}{% endpanel %}'
    ids = re.findall(r'<h2 id="([^"]+)"', rendered(once + once))
    assert len(ids) == len(set(ids)) == 2
    assert re.findall(r'<h2 id="([^"]+)"', rendered(once + once)) == ids, "a page that is rendered again has other ids"


def test_ids_are_counted_over_included_templates(tmp_path, settings):
    (tmp_path / "part.html").write_text('{% load components %}{% panel "Table" %}{% endpanel %}')
    settings.TEMPLATES = [{**settings.TEMPLATES[0], "DIRS": [tmp_path, TEMPLATES]}]
    ids = re.findall(r'<h2 id="([^"]+)"', rendered('{% panel "Table" %}{% endpanel %}{% include "part.html" %}'))
    assert len(ids) == len(set(ids)) == 2


def test_what_people_typed_is_escaped_and_markup_is_not():
    html = rendered(
        '{% capture as more %} <a href="/all/">All</a> {% endcapture %}{% panel name more=more %}{% endpanel %}',
        name="<b>Ada</b>",
    )
    assert "&lt;b&gt;Ada&lt;/b&gt;</h2>" in html and '<a href="/all/">All</a> </div>' in html


def test_a_button_posts_its_values_and_the_token():
    html = rendered(
        '{% post_button "End" to="/end/" do="end" look="compact" about=name session=number %}',
        name="<phone>",
        number=7,
        csrf_token="secret",
    )
    assert '<form method="post" action="/end/">' in html and 'value="secret"' in html
    assert '<input type="hidden" name="session" value="7">' in html
    assert (
        '<button class="btn compact" name="do" value="end"> End <span class="sr">&lt;phone&gt;</span> </button>' in html
    )


def test_a_form_has_the_token():
    html = rendered(
        '{% post_form look="row" unchecked=True %}<button>Go</button>{% endpost_form %}', csrf_token="secret"
    )
    assert re.match(r'<form method="post" class="row" novalidate ?> <input [^>]*value="secret"> <button>', html)


def test_a_table_has_its_heads_in_order():
    html = rendered(
        '{% data_table "#"|short:"Place" "Player" "Goals" looks="pos - num" caption="Best" %}<tr>{% enddata_table %}'
    )
    assert html.startswith('<table class="plain"> <caption class="sr">Best</caption> <thead> <tr>')
    heads = re.findall(r"<th [^>]*>.*?</th>", html)
    assert heads == [
        '<th scope="col" class="pos"> <abbr title="Place">#</abbr> </th>',
        '<th scope="col"> Player </th>',
        '<th scope="col" class="num"> Goals </th>',
    ]
    assert "thead" not in rendered("{% data_table %}<tr>{% enddata_table %}")


def test_a_table_of_too_few_looks_is_an_error():
    with pytest.raises(ValueError, match="shorter"):
        rendered('{% data_table "Player" "Goals" looks="num" %}{% enddata_table %}')


def test_a_field_is_labelled_and_described():
    html = rendered('{% typed_field "Reason" "reason" hint="All see it." maxlength=300 min=0 required=True list="" %}')
    assert '<label for="f-reason">Reason</label> <p class="hint" id="f-reason-hint">All see it.</p>' in html
    assert re.search(
        r'<input id="f-reason" name="reason" aria-describedby="f-reason-hint" maxlength="300" min="0" required ?>', html
    )
    lines = rendered('{% typed_field "Words" "words" rows=3 value=typed %}', typed="<b>")
    assert re.search(r'<textarea id="f-words" name="words" rows="3" ?>&lt;b&gt;</textarea>', lines)


def test_a_choice_is_labelled():
    html = rendered('{% choice_field "Game" "game" %}<option>Fuba</option>{% endchoice_field %}')
    assert re.search(
        r'<label for="f-game">Game</label> <select id="f-game" name="game" ?> <option>Fuba</option> </select>', html
    )


def test_an_unknown_argument_is_an_error():
    with pytest.raises(TemplateSyntaxError):
        rendered('{% data_table colour="red" %}{% enddata_table %}')


BY_HAND = {
    "a panel with its heading": re.compile(r'<section class="panel[^>]*>\s*<div class="head">\s*<h2(?: id="[^"]*")?>'),
    "an empty list": re.compile(r'<div class="empty">'),
    "a form of one button": re.compile(
        r'<form method="post">\s*\{% csrf_token %\}\s*<button [^>]*>[^<]*</button>\s*</form>'
    ),
}
ELSEWHERE = {"components", "games", "competitions"}
"""Folders of the parts themselves, of the rules of games, and of actions, which have their own button."""


@pytest.mark.parametrize("part", BY_HAND)
def test_no_template_types_a_part_by_hand(part):
    typed = [
        path
        for path in TEMPLATES.rglob("*.html")
        if not ELSEWHERE & set(path.relative_to(TEMPLATES).parts) and BY_HAND[part].search(path.read_text("utf-8"))
    ]
    assert typed == [], "there is a tag for it: league/players/templatetags/components.py"
