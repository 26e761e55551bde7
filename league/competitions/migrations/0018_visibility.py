from django.db import migrations, models


def unlisted_ones(apps, schema_editor):
    """Who was not listed is seen by whoever has the address, and its matches stand in the lists of its people."""
    Competition = apps.get_model('competitions', 'Competition')
    Fixture = apps.get_model('competitions', 'Fixture')
    Match = apps.get_model('matches', 'Match')
    for competition in Competition.objects.filter(listed=False):
        Competition.objects.filter(pk=competition.pk).update(visibility='link')
        fixtures = Fixture.objects.filter(tie__round__stage__competition=competition).values_list('pk', flat=True)
        origins = [f'fixture:{pk}' for pk in fixtures]
        Match.objects.filter(origin__in=origins).update(listed=True, audience=competition.pk)


class Migration(migrations.Migration):

    dependencies = [
        ('competitions', '0017_official_and_leave'),
        ('matches', '0011_audience'),
    ]

    operations = [
        migrations.AddField(
            model_name='competition',
            name='visibility',
            field=models.CharField(choices=[('public', 'Public'), ('link', 'Link'), ('members', 'Members')], default='public', max_length=8),
        ),
        migrations.RunPython(unlisted_ones, migrations.RunPython.noop),
        migrations.RemoveField(
            model_name='competition',
            name='listed',
        ),
    ]
