from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0010_held'),
    ]

    operations = [
        migrations.AddField(
            model_name='match',
            name='audience',
            field=models.UUIDField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='match',
            name='closed',
            field=models.BooleanField(default=False),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(('closed', False), ('audience__isnull', False), _connector='OR'), name='match_closed_has_audience'),
        ),
    ]
