"""Templates that people can read in a review: one element a line."""

from pathlib import Path

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
LONGEST = 200


def test_no_template_line_is_too_long():
    paths = sorted(TEMPLATES.rglob("*.html"))
    assert len(paths) > 200
    long = [
        f"{path.relative_to(TEMPLATES)}:{number}"
        for path in paths
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) > LONGEST
    ]
    assert long == [], "put one element on a line"
