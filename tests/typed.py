"""What a browser would send: the controls of a form in a page, as HTML says which of them are successful."""

from __future__ import annotations

from html.parser import HTMLParser


class Forms(HTMLParser):
    """The forms of a page: each a list of ``(name, value)``, in the order of the page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[list[tuple[str, str]]] = []
        self._form: list[tuple[str, str]] | None = None
        self._area: str | None = None
        self._select: str | None = None
        self._options: list[tuple[str, bool]] = []
        self._text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form = []
            self.found.append(self._form)
        if self._form is None or "disabled" in given:
            return
        if tag == "input" and "name" in given:
            kind = given.get("type", "text")
            if kind in ("submit", "button", "file", "image", "reset"):
                return
            if kind not in ("checkbox", "radio") or "checked" in given:
                on = "on" if kind in ("checkbox", "radio") else ""
                self._form.append((given["name"], given.get("value", on)))
        elif tag == "textarea" and "name" in given:
            self._area, self._text = given["name"], ""
        elif tag == "select" and "name" in given:
            self._select, self._options = given["name"], []
        elif tag == "option" and self._select is not None:
            self._options.append((given.get("value", ""), "selected" in given))

    def handle_data(self, data: str) -> None:
        if self._area is not None:
            self._text += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea" and self._area is not None and self._form is not None:
            lines = self._text.removeprefix("\n").replace("\r\n", "\n").replace("\n", "\r\n")
            self._form.append((self._area, lines))
            self._area = None
        elif tag == "select" and self._select is not None and self._form is not None:
            chosen = [value for value, is_chosen in self._options if is_chosen] or [
                value for value, _is_chosen in self._options[:1]
            ]
            self._form += [(self._select, value) for value in chosen[-1:]]
            self._select = None
        elif tag == "form":
            self._form = None


def typed_in(html: str, field: str, **more: str) -> dict[str, list[str]]:
    """What the form with a control called ``field`` sends, with ``more`` typed into it or pressed."""
    form = next(form for form in Forms(html).found if any(name == field for name, _value in form))
    sent: dict[str, list[str]] = {}
    for name, value in form:
        sent.setdefault(name, []).append(value)
    return sent | {name: [value] for name, value in more.items()}
