"""Answers of the API that show a dataclass: names, types and help are read from it, so that each is declared once."""

from collections.abc import Iterable
from dataclasses import Field, field, fields
from functools import cache
from inspect import getmembers
from typing import Annotated, Any, ClassVar, TypeVar, get_args, get_origin, get_type_hints

from django.utils.functional import Promise, cached_property
from rest_framework import serializers
from rest_framework_dataclasses.field_utils import DataclassDefinition, TypeInfo
from rest_framework_dataclasses.serializers import DataclassSerializer
from rest_framework_dataclasses.types import Dataclass

T = TypeVar("T", bound=Dataclass)


class Shape(DataclassSerializer[T]):
    """Serializer of a dataclass. Every answer has all of its fields; properties are read like fields."""

    Meta: ClassVar[Any]  # dataclass, fields, ref_name and parts, as ``shape_of`` makes it

    @cached_property
    def dataclass_definition(self) -> DataclassDefinition[T]:
        return _definition(self.Meta.dataclass)

    def build_typed_field(
        self, field_name: str, type_info: TypeInfo, extra_kwargs: dict[str, Any]
    ) -> tuple[type[serializers.Field[Any, Any, Any, Any]], dict[str, Any]]:
        """Show a dataclass or model by its part, and a text that is translated when it is read like any text."""
        parts, shown, single = self.Meta.parts, type_info.base_type, not (type_info.is_many or type_info.is_mapping)
        if single and (shown in parts or Promise in get_args(shown)):
            return parts.get(shown, serializers.CharField), {"allow_null": True} if type_info.is_nullable else {}
        return super().build_typed_field(field_name, type_info, extra_kwargs)


def shape_of(
    shown: type[T],
    names: Iterable[str] = (),
    *,
    called: str = "",
    about: str = "",
    parts: Iterable[Any] = (),  # serializers whose Meta names a dataclass or a model
    **declared: serializers.Field[Any, Any, Any, Any],
) -> type[Shape[T]]:
    """Make the serializer of the dataclass ``shown``, for answers. ``Annotated[int, "From 1."]`` there adds help.

    ``names``: fields and properties to show, usually all fields. ``called``, ``about``: name and text in the API's
    document, usually the dataclass's name with Out, and its docstring. ``parts``: serializers of dataclasses and models
    in it. ``declared``: fields that are not as in the dataclass.
    """
    called = called or f"{shown.__name__}Out"
    by_type = {getattr(part.Meta, "dataclass", None) or part.Meta.model: part for part in parts}
    order = list(names) or list(dict.fromkeys([*(each.name for each in fields(shown)), *declared]))
    meta = type("Meta", (), {"dataclass": shown, "fields": order, "ref_name": called, "parts": by_type})
    return type(called, (Shape,), {"__doc__": about or shown.__doc__, "Meta": meta, **declared})


@cache
def _definition(shown: type[T]) -> DataclassDefinition[T]:
    """Return the fields and properties of the dataclass ``shown`` with their types, none with a default."""
    types, helped = get_type_hints(shown), get_type_hints(shown, include_extras=True)
    for name, member in getmembers(shown, lambda member: isinstance(member, property | cached_property)):
        getter: Any = member.fget if isinstance(member, property) else member.func
        types[name] = get_type_hints(getter)["return"]
        helped[name] = get_type_hints(getter, include_extras=True)["return"]
    return DataclassDefinition(shown, {name: _field(hint) for name, hint in helped.items()}, types)


def _field(hint: Any) -> Field[Any]:
    texts = [extra for extra in get_args(hint)[1:] if isinstance(extra, str)] if get_origin(hint) is Annotated else []
    described: Field[Any] = field(metadata={"serializer_kwargs": {"help_text": texts[0]}} if texts else {})
    return described
