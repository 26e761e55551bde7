"""Style sheets and scripts as served: all that a browser reads of them, from the source and from a container."""

import gzip
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.http import HttpResponse

from deploy.static import StaticFiles, lean, lean_script

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


@pytest.mark.parametrize(
    ("written", "served"),
    [
        (b"/** Why. */\nf();\n", b"\nf();\n"),
        (b"class A {\n  /**\n   * Long.\n   */\n  f() {}\n}\n", b"class A {\n\n\n\n  f() {}\n}\n"),
        (b"  /** @type {A} */ (b).c();\nf(); /** d */\n", b"  /** @type {A} */ (b).c();\nf(); /** d */\n"),
        (b"f(`a */`); // b\n", b"f(`a */`); // b\n"),
    ],
)
def test_comments_on_lines_of_their_own_are_left_out(written, served):
    assert lean_script(written) == served


def test_a_script_is_served_lean_and_keeps_its_lines(client):
    """An error in the console names the line that the source has."""
    name = "js/table/table.js"
    source = (settings.BASE_DIR / "static" / name).read_bytes()
    served = client.get(f"/static/{name}").content
    assert served == lean_script(source) and len(served) < 0.9 * len(source)
    lines = [(sent, written) for sent, written in zip(served.split(b"\n"), source.split(b"\n"), strict=True) if sent]
    assert lines and all(sent == written for sent, written in lines)


@pytest.fixture
def collected(tmp_path, settings):
    """The files as a container keeps them."""
    settings.STATIC_ROOT = str(tmp_path)
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": "deploy.static.StaticStorage"}}
    call_command("collectstatic", interactive=False, verbosity=0)
    return tmp_path


def test_a_container_keeps_them_lean_under_hashed_names(collected):
    for sheet in SHEETS:
        kept = collected / staticfiles_storage.stored_name(f"css/{sheet.name}")
        assert kept.name != sheet.name
        assert kept.read_bytes() == gzip.decompress(kept.with_name(f"{kept.name}.gz").read_bytes())
        plain = re.sub(rb"\.[0-9a-f]{12}(?=\.\w+)", b"", kept.read_bytes())
        assert plain == lean(sheet.read_bytes())


def test_scripts_import_one_another_by_hashed_names(collected):
    scripts = [path.relative_to(settings.BASE_DIR / "static") for path in (settings.BASE_DIR / "static").rglob("*.js")]
    imported = 0
    for script in scripts:
        text = (collected / staticfiles_storage.stored_name(script.as_posix())).read_text()
        code = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
        for name in re.findall(r"""(?:\bfrom|\bimport)\s*\(?\s*["'](\.[^"']+)["']""", code):
            assert re.search(r"\.[0-9a-f]{12}\.js$", name), (script, name)
            assert (collected / script.parent / name).exists()
            imported += 1
    assert imported > 40


def test_a_browser_keeps_a_hashed_file_and_asks_again_for_others(collected, settings, rf):
    settings.WHITENOISE_USE_FINDERS = False
    files = StaticFiles(lambda request: HttpResponse(status=404))
    hashed = files(rf.get(staticfiles_storage.url("js/page.js")))
    assert hashed.status_code == 200 and "immutable" in hashed["Cache-Control"]
    assert "immutable" not in files(rf.get("/static/js/page.js"))["Cache-Control"]
