from django.db import migrations, models


class Migration(migrations.Migration):
    """The line-up beside each line; older lines get theirs when their figures are counted again."""

    dependencies = [
        ("statistics", "0009_board_by_index_alone"),
    ]

    operations = [
        migrations.AddField(
            model_name="line",
            name="line_up",
            field=models.CharField(blank=True, db_default="", default="", max_length=16),
        ),
    ]
