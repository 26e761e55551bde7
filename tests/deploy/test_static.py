"""What is served of a style sheet: all that a browser reads of it, from the source and from a container."""

import gzip
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

from deploy.static import lean

SHEETS = sorted(Path(settings.BASE_DIR, "static", "css").glob("*.css"))
NAMES = [sheet.name for sheet in SHEETS]


@pytest.mark.parametrize(
    ("written", "served"),
    [
        (b"/* why */\na { color: red; }\n", b"\na { color: red; }\n"),
        (b"a {\n  color: red; /* a\n  long one */\n\n\n  b { top: 0; }\n}\n", b"a {\ncolor: red; \nb { top: 0; }\n}\n"),
        (b'a::before { content: "/* kept */  x"; }', b'a::before { content: "/* kept */  x"; }'),
        (
            b"a::before { top: ' /* kept'; } /* it's */ b { top: 0; }",
            b"a::before { top: ' /* kept'; }  b { top: 0; }",
        ),
        (b"", b""),
    ],
)
def test_comments_and_indents_are_left_out(written, served):
    assert lean(written) == served


@pytest.mark.parametrize("sheet", SHEETS, ids=NAMES)
def test_a_sheet_is_served_lean(client, sheet):
    plain = client.get(f"/static/css/{sheet.name}")
    packed = client.get(f"/static/css/{sheet.name}", headers={"Accept-Encoding": "gzip"})
    assert plain.content == gzip.decompress(packed.content) == lean(sheet.read_bytes())
    assert b"/*" not in plain.content
    assert int(plain["Content-Length"]) == len(plain.content)
    assert int(packed["Content-Length"]) == len(packed.content) < len(gzip.compress(sheet.read_bytes()))
    assert plain["Content-Type"] == 'text/css; charset="utf-8"'


def test_a_container_keeps_them_lean(tmp_path, settings):
    settings.STATIC_ROOT = str(tmp_path)
    call_command("collectstatic", interactive=False, verbosity=0)
    for sheet in SHEETS:
        kept = tmp_path / "css" / sheet.name
        assert kept.read_bytes() == gzip.decompress(kept.with_name(f"{sheet.name}.gz").read_bytes())
        assert kept.read_bytes() == lean(sheet.read_bytes())
    script = Path("js", "page.js")
    assert (tmp_path / script).read_bytes() == Path(settings.BASE_DIR, "static", script).read_bytes()
