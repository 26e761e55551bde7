from django.db import migrations, models


class Migration(migrations.Migration):
    """A third choice of ``withdrawals``; nothing changes in the database."""

    dependencies = [
        ('competitions', '0040_words_and_bounds_of_succession'),
    ]

    operations = [
        migrations.AlterField(
            model_name='competition',
            name='withdrawals',
            field=models.CharField(choices=[('award', 'the opponents win the remaining matches'), ('void', 'no match counts, not even the played ones'), ('half', 'before half of the matches none counts, after that the opponents win the rest')], default='award', max_length=8, verbose_name='Withdrawal from a table'),
        ),
    ]
