from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0035_no_index_of_what_a_move_writes"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="away_placing_ms",
            field=models.PositiveBigIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="match",
            name="home_placing_ms",
            field=models.PositiveBigIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="match",
            name="set_piece",
            field=models.CharField(blank=True, db_default="", default="", max_length=20),
        ),
    ]
