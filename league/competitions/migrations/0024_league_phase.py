from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('competitions', '0023_closing_a_stage_early'),
    ]

    operations = [
        migrations.AlterField(
            model_name='stage',
            name='format',
            field=models.CharField(choices=[('league', 'League'), ('knockout', 'Knockout'), ('groups', 'Groups'), ('divisions', 'Divisions'), ('playoffs', 'Playoffs'), ('double_elimination', 'Double'), ('swiss', 'Swiss'), ('league_phase', 'League Phase')], max_length=20),
        ),
    ]
