"""Every model and every field of the installed apps is in the table of what is stored, and nothing else is."""

from __future__ import annotations

from django.apps import apps
from django.db.models import ForeignKey

from league.players.models import User
from league.privacy.erasing import OWN_RULES
from league.privacy.table import TABLE, On


def fields_of(model):
    return {field.name for field in (*model._meta.local_fields, *model._meta.local_many_to_many)} | {
        field.name for field in model._meta.concrete_fields
    }


def missing(models, table):
    """Models and fields that are not in ``table``, and those that it has too many."""
    found = {model._meta.label: fields_of(model) for model in models}
    wrong = sorted(set(found) ^ set(table))
    for label in set(found) & set(table):
        wrong += [f"{label}.{name}" for name in sorted(found[label] ^ set(table[label].treatment))]
    return wrong


def test_every_model_and_field_is_in_the_table():
    assert missing(apps.get_models(include_auto_created=True), TABLE) == []


def test_a_field_or_model_that_is_left_out_is_found():
    less = {label: stored for label, stored in TABLE.items() if label != "matches.LineUp"}
    models = apps.get_models(include_auto_created=True)
    assert missing(models, less) == ["matches.LineUp"]
    less["clubs.Membership"] = TABLE["clubs.Club"]
    assert "clubs.Membership.user" in missing(models, less)


def test_no_field_stands_in_the_table_twice():
    for label, stored in TABLE.items():
        listed = [*stored.people, *stored.fields, *stored.plain.split(), *stored.secret.split()]
        assert len(listed) == len(set(listed)), label


def test_every_foreign_key_to_a_user_is_said_to_name_a_person():
    for label, stored in TABLE.items():
        model = apps.get_model(label)
        names = {
            field.name
            for field in model._meta.concrete_fields
            if isinstance(field, ForeignKey) and field.related_model is User
        }
        assert names == set(stored.people), label
        assert set(stored.people.values()) <= {On.ROW, On.UNLINK, On.NAMELESS}, label


def test_what_is_personal_has_a_purpose_and_words_for_its_people():
    for label, stored in TABLE.items():
        assert str(stored.purpose.title) and str(stored.purpose.until), label
        if On.ROW in stored.people.values() or stored.having(On.NAME, On.CLEAR):
            assert stored.what or stored.having(On.NAMELESS) or "permission" in label or "groups" in label, label


def test_every_field_with_a_rule_of_its_own_has_one():
    ruled = {label for labels in OWN_RULES for label in labels.split()}
    assert {label for label, stored in TABLE.items() if stored.having(On.OWN)} == ruled
