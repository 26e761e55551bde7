from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

INDEXES = {
    "competition": [
        models.Index(fields=["status", "-published_at"], name="competition_published"),
        models.Index(fields=["-created_at", "-id"], name="competition_newest"),
        models.Index(fields=["-finished_at"], name="competition_ended", condition=models.Q(finished_at__isnull=False)),
        models.Index(fields=["-started_at"], name="competition_running", condition=models.Q(status="running")),
        models.Index(
            fields=["id"],
            name="competition_unswept",
            condition=models.Q(status="running") & ~models.Q(swept_position=models.F("log_position")),
        ),
        models.Index(fields=["-changed_at"], name="competition_changed"),
        models.Index(fields=["swept_at"], name="competition_swept", condition=models.Q(status="running")),
        models.Index(
            fields=["check_in_closes_at"],
            name="competition_check_in",
            condition=models.Q(status="registration", check_in_closes_at__isnull=False, check_in_done_at=None),
        ),
        models.Index(fields=["visibility"], name="competition_hidden", condition=~models.Q(visibility="public")),
    ],
    "round": [
        models.Index(fields=["closes_at"], name="round_to_close", condition=models.Q(status="open")),
        models.Index(fields=["opens_at"], name="round_to_open", condition=models.Q(status="pending")),
    ],
    "stage": [models.Index(fields=["competition"], name="stage_to_pair", condition=models.Q(pairing_due=True))],
    "draw": [
        models.Index(fields=["revealed_at"], name="draw_revealed", condition=models.Q(revealed_at__isnull=False))
    ],
}


class Migration(migrations.Migration):
    """Index what lists and periodic tasks look for, without a lock on running competitions."""

    atomic = False

    dependencies = [
        ("competitions", "0028_sweep"),
    ]

    operations = [
        AddIndexConcurrently(model_name=model, index=index) for model, indexes in INDEXES.items() for index in indexes
    ]
