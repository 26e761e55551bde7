"""The field of the columns of JSON that are read by the thousand."""

from typing import Any

import msgspec
from django.db import models
from django.db.models.fields.json import KeyTransform


class JSONField(models.JSONField):
    """Django's, read by msgspec: of the rows of a league of 20, with 2,300 such values, in six sevenths of the time."""

    def deconstruct(self) -> Any:  # as Django types it
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.JSONField", args, kwargs

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:  # as Django types them
        if value is None or (isinstance(expression, KeyTransform) and not isinstance(value, str)):
            return value
        return msgspec.json.decode(value)
