"""The admin site and what all of its pages have in common: reading by an allow list, bounded lists, no way to write.

Registration, change lists and their paging are Django's; the addresses are fewer, and templates are the site's own,
since Django's need scripts and styles that the site's policy of content refuses.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.contrib import admin
from django.contrib.admin.exceptions import DisallowedModelAdminLookup
from django.contrib.admin.options import IncorrectLookupParameters, ShowFacets
from django.contrib.admin.utils import label_for_field
from django.contrib.admin.views.main import PAGE_VAR, SEARCH_VAR, ChangeList
from django.core.exceptions import FieldDoesNotExist
from django.db.models import ForeignKey, Model, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, URLResolver, path, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from league.paging import Bounded
from league.support.door import guarded

UUIDS: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
WAITING: Final = "waiting"
"""Parameter of a list that keeps only what waits for its work."""
BESIDE: Final = 5
"""Rows of another list that a page shows; the list has the rest."""
FOUND: Final = 10
"""Rows of each kind that a search of everything shows."""


@dataclass(frozen=True)
class Cell:
    """A value as a page shows it, with its column."""

    label: str
    value: Any
    """A moment, or words."""
    url: str = ""
    own_words: bool = False
    """True if the label is a sentence of the site, and no column's name."""
    is_code: bool = False

    @property
    def is_moment(self) -> bool:
        return isinstance(self.value, datetime)


@dataclass(frozen=True)
class Related:
    """Rows of another model that belong to one row."""

    model: type[Model]
    lookup: str
    """Path from the model to the row; it needs an index."""
    role: str | Promise = ""
    """Words beside the title, where a row has the same model twice."""


@dataclass(frozen=True)
class Section:
    """Rows of a model beside a row or a search: at most ``BESIDE`` or ``FOUND``."""

    support: Support
    heads: list[Cell]
    rows: list[list[Cell]]
    more: str = ""
    """Address of all of them, if there are more."""
    related: Related | None = None

    @property
    def anchor(self) -> str:
        lookup = "" if self.related is None else self.related.lookup
        return f"{self.support.opts.model_name}-{lookup}"


class Rows(ChangeList):
    """A change list whose order is its own and not the address's."""

    def get_ordering(self, request: HttpRequest, queryset: QuerySet[Any]) -> list[Any]:
        return list(self.model_admin.get_ordering(request))


class Waiting(admin.SimpleListFilter):
    """The filter of rows that wait for their work (``Support.waiting``)."""

    title = parameter_name = WAITING

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("1", WAITING)] if model_admin.waiting is not None else []

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any] | None:
        waiting: Q | None = self.support.waiting
        return queryset.filter(waiting) if self.value() and waiting is not None else None

    def __init__(self, request: HttpRequest, params: Any, model: type[Model], model_admin: Any) -> None:
        self.support = model_admin
        super().__init__(request, params, model, model_admin)


class Support(admin.ModelAdmin):  # type: ignore[type-arg]  # of any model's rows
    """A model's list and its rows, to read.

    ``columns`` is the allow list: no other column leaves the database. A column may be a method of the class.
    """

    admin_site: SupportSite
    columns: Sequence[str]
    title: str | Promise
    """Plural noun for people."""
    group: str | Promise
    """Heading of the first page under which the model stands."""
    order: Sequence[str] = ("-pk",)
    listed = Q()
    """Rows that the list has without a search."""
    found_order: Sequence[str] = ()
    """The order of rows that a search found, if it is another one: they are few."""
    waiting: Q | None = None
    waiting_order: Sequence[str] = ()
    """The order of waiting rows, by the index that holds them alone."""
    read: Sequence[str] = ()
    """Columns that the methods among ``columns`` read, and that are not shown as they are."""
    related: Sequence[Related] = ()
    name_column: str = ""
    """Column that names a row to people; empty: the id."""
    search: str | Promise = ""
    """Words for what can be searched besides the id."""

    list_filter = (Waiting,)
    list_per_page = 20
    list_max_show_all = 0
    list_display_links = None
    list_select_related = ()
    sortable_by = ()
    show_full_result_count = False
    show_facets = ShowFacets.NEVER
    paginator = Bounded
    actions = None

    @property
    def has_uuid(self) -> bool:
        key = self.opts.pk
        while isinstance(key, ForeignKey):
            key = key.target_field
        return key.get_internal_type() == "UUIDField"

    @property
    def lookups(self) -> set[str]:
        """Return the parameters by which the list may be narrowed."""
        return self.admin_site.lookups_of(self.model) | (set() if self.waiting is None else {WAITING})

    # ── rights: the door is the only one ──
    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return True

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    has_change_permission = has_delete_permission = has_add_permission

    # ── rows ──
    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Select the rows, with their ``columns`` and the names of what they point to, and no other column."""
        keys = [field for field in map(self._column, self.columns) if isinstance(field, ForeignKey)]
        joined = {
            key.name: support.name_column
            for key in keys
            if (support := self._of(key)) is not None and support.name_column
        }
        names = [name for name in (*self.columns, *self.read) if self._column(name) is not None]
        names += [f"{key}__{name}" for key, name in joined.items()]
        rows: QuerySet[Any] = self.model._default_manager.only("pk", *names)
        return rows.select_related(*joined) if joined else rows  # without names it would follow every key

    def get_ordering(self, request: HttpRequest) -> Sequence[str]:  # type: ignore[override]
        if request.GET.get(WAITING) and self.waiting_order:
            return self.waiting_order
        return self.found_order or self.order if request.GET.get(SEARCH_VAR) else self.order

    def get_changelist(self, request: HttpRequest, **options: Any) -> type[Rows]:
        return Rows

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        return lookup in self.lookups

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Select rows by their id, alone or in an address, and by what ``find`` knows."""
        text = search_term.strip()[:200]
        if not text:
            return queryset.filter(self.listed), False
        return queryset.filter(self.find(text)), False

    def find(self, text: str) -> Q:
        """Return the condition for rows that ``text`` names: here, by its ids."""
        if self.has_uuid:
            return Q(pk__in=ids_in(text))
        return Q(pk__in=[int(text)] if text.isdecimal() and len(text) < 19 else [])

    # ── pages ──
    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        parameters = {PAGE_VAR, SEARCH_VAR} | self.lookups
        unknown = set(request.GET) - parameters
        if unknown:
            raise DisallowedModelAdminLookup(
                f"{', '.join(sorted(unknown))} must be one of {', '.join(sorted(parameters))}"
            )
        try:
            rows = self.get_changelist_instance(request)
        except IncorrectLookupParameters as error:
            raise Http404 from error
        page = rows.paginator.get_page(rows.page_num)
        owners = [
            (key, value)
            for key, value in request.GET.dict().items()
            if key in parameters - {PAGE_VAR, SEARCH_VAR, WAITING}
        ]
        context = {
            "support": self,
            "section": self.section(page.object_list),
            "page_of": page,
            "asked": rows.query,
            "owners": [self.admin_site.owner_of(self.model, key, value) for key, value in owners],
            "kept": [(key, value) for key, value in request.GET.items() if key not in (PAGE_VAR, SEARCH_VAR)],
            "waits": WAITING in request.GET,
        }
        return render(request, "support/list.html", context)

    def row_view(self, request: HttpRequest, row_id: UUID | int) -> HttpResponse:
        """Show one row: its columns, what else is known of it, and rows that belong to it."""
        row = self.get_queryset(request).filter(pk=row_id).first()
        if row is None:
            raise Http404
        self.record_look(request, row)
        sections = [self._section_of_related(request, related, row_id) for related in self.related]
        context = {
            "support": self,
            "row": row,
            "name": self.label(row),
            "cells": self.cells(row, self.columns),
            "links": self.links(request, row),
            "sections": [section for section in sections if section.rows],
            "empty": [section for section in sections if not section.rows],
        }
        return render(request, "support/row.html", context)

    def record_look(self, request: HttpRequest, row: Any) -> None:
        """Do what a look at ``row`` demands."""

    def links(self, request: HttpRequest, row: Any) -> Iterator[tuple[str, str]]:
        """Yield addresses of the site that show ``row``, with their words."""
        yield from ()

    def label(self, row: Any) -> str:
        return str(getattr(row, self.name_column)) if self.name_column else str(row.pk)

    def cells(self, row: Any, names: Sequence[Any]) -> list[Cell]:
        return [self._cell(row, name) for name in names]

    def section(self, rows: Iterable[Any], related: Related | None = None, more: str = "") -> Section:
        """Return the table of ``rows``; beside a row it lacks the column that names this row."""
        names = [str(name) for name in self.list_display if related is None or name != related.lookup]
        heads = [Cell(self._head(name), None, own_words=self._column(name) is None) for name in names]
        return Section(self, heads, [self.cells(row, names) for row in rows], more, related)

    def _head(self, name: str) -> str:
        return str(label_for_field(name, self.model, self))

    def address(self, row_id: Any = None) -> str:
        """Return the address of a row, or of the list."""
        names = [self.opts.app_label, self.opts.model_name]
        return reverse("admin:rows", args=names) if row_id is None else reverse("admin:row", args=[*names, row_id])

    def _section_of_related(self, request: HttpRequest, related: Related, row_id: Any) -> Section:
        support = self.admin_site.of(related.model)
        rows = support.get_queryset(request).filter(**{related.lookup: row_id}).order_by(*support.order)[: BESIDE + 1]
        shown_rows = list(rows)
        more = f"{support.address()}?{related.lookup}={row_id}" if len(shown_rows) > BESIDE else ""
        return support.section(shown_rows[:BESIDE], related, more)

    def _column(self, name: str) -> Any:  # a field, or None for a method
        try:
            return self.opts.get_field(name)
        except FieldDoesNotExist:
            return None

    def _of(self, key: Any) -> Support | None:
        related = key.related_model
        return self.admin_site.of(related) if self.admin_site.is_registered(related) else None

    def _cell(self, row: Any, name: str) -> Cell:
        label, field = self._head(name), self._column(name)
        if field is None:
            value = getattr(self, name)(row)
            return Cell(label, value if isinstance(value, datetime) else str(value), own_words=True)
        value = getattr(row, field.attname)
        if name == self.opts.pk.name and not isinstance(field, ForeignKey):
            return Cell(label, str(value), self.address(value), is_code=True)
        if value is None or value in ("", [], {}):
            return Cell(label, "–")
        if isinstance(field, ForeignKey):
            support = self._of(field)
            url = "" if support is None else support.address(value)
            if support is not None and support.name_column:
                return Cell(label, support.label(getattr(row, name)), url)
            return Cell(label, str(value), url, is_code=True)
        if name == self.name_column:
            return Cell(label, str(value), self.address(row.pk))
        if isinstance(value, (dict, list)):
            return Cell(label, json.dumps(value, ensure_ascii=False), is_code=True)
        if isinstance(value, bool):
            return Cell(label, _("yes") if value else _("no"))
        return Cell(label, value if isinstance(value, datetime) else str(value))


class SupportSite(admin.AdminSite):
    """The site: an index with a search of everything, and of each model a list and its rows."""

    def of(self, model: type[Model]) -> Support:
        support = self._registry[model]
        assert isinstance(support, Support)
        return support

    def supports(self) -> list[Support]:
        return [self.of(model) for model in self._registry]

    def lookups_of(self, model: type[Model]) -> set[str]:
        """Return the paths by which a list of ``model`` may be asked for: those by which another page shows it."""
        return {related.lookup for support in self.supports() for related in support.related if related.model is model}

    def owner_of(self, model: type[Model], lookup: str, value: str) -> tuple[str | Promise, str, str]:
        """Return title, id and address of the row to which a list is narrowed."""
        for support in self.supports():
            if any(related.model is model and related.lookup == lookup for related in support.related):
                return support.title, value, support.address(value)
        raise LookupError(lookup)

    def get_urls(self) -> list[URLPattern | URLResolver]:
        rows = "<slug:app>/<slug:model>/"
        return [
            path("", guarded(self.index), name="index"),
            path(rows, guarded(self.rows), name="rows"),
            path(f"{rows}<int:row_id>/", guarded(self.row), name="row"),
            path(f"{rows}<uuid:row_id>/", guarded(self.row), name="row"),
        ]

    def rows(self, request: HttpRequest, app: str, model: str) -> HttpResponse:
        return self._support_named(app, model).changelist_view(request)

    def row(self, request: HttpRequest, app: str, model: str, row_id: UUID | int) -> HttpResponse:
        support = self._support_named(app, model)
        if support.has_uuid != isinstance(row_id, UUID):
            raise Http404
        return support.row_view(request, row_id)

    def _support_named(self, app: str, model: str) -> Support:
        for support in self.supports():
            if (support.opts.app_label, support.opts.model_name) == (app, model):
                return support
        raise Http404

    def index(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:  # type: ignore[override]
        """Show every list with what waits in it, and search all that has a name or an id of its own."""
        query = request.GET.get(SEARCH_VAR, "").strip()[:200]
        groups: dict[str, list[tuple[Support, int | None]]] = {}
        for support in self.supports():
            groups.setdefault(str(support.group), []).append((support, self._waiting(request, support)))
        context = {"asked": query, "groups": groups, "sections": self._search(request, query) if query else []}
        return render(request, "support/index.html", context)

    def _search(self, request: HttpRequest, query: str) -> list[Section]:
        sections = []
        for support in self.supports():
            if not support.has_uuid or not support.search:
                continue
            rows = (
                support.get_queryset(request)
                .filter(support.find(query))
                .order_by(*(support.found_order or support.order))[:FOUND]
            )
            sections.append(support.section(rows))
        return [section for section in sections if section.rows]

    def _waiting(self, request: HttpRequest, support: Support) -> int | None:
        if support.waiting is None:
            return None
        rows = support.model._default_manager.filter(support.waiting).order_by(*support.waiting_order)
        return Bounded(rows, support.list_per_page).count


def ids_in(text: str) -> list[UUID]:
    """Return the ids in ``text``, such as an address."""
    return [UUID(match) for match in UUIDS.findall(text.lower())[:FOUND]]


site = SupportSite(name="support")
