"""Templates that people can read in a review: one element a line, and no line break where a space would be seen."""

import re
from pathlib import Path

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
LONGEST = 200
PUNCTUATION = re.compile(r"\s*[,:;.!?)](\s|<|\{|$)")


def lines():
    """Every line of every template, with its place."""
    paths = sorted(TEMPLATES.rglob("*.html"))
    assert len(paths) > 200
    for path in paths:
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            yield f"{path.relative_to(TEMPLATES)}:{number}", line


def test_no_template_line_is_too_long():
    long = [place for place, line in lines() if len(line) > LONGEST]
    assert long == [], "put one element on a line"


def test_no_line_begins_with_a_sign_that_ends_a_word():
    begun = [place for place, line in lines() if PUNCTUATION.match(line)]
    assert begun == [], "a line break is a space: keep the sign with the word before it"
