import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):
    """The columns of a competition say their words and bounds; nothing changes in the database."""

    dependencies = [
        ('competitions', '0038_longer_runs_of_names'),
    ]

    operations = [
        migrations.AlterField(
            model_name='competition',
            name='advance',
            field=models.CharField(choices=[('auto', 'automatically, as soon as possible'), ('click', 'when you open it'), ('schedule', 'on schedule')], default='auto', max_length=8, verbose_name='The next round opens'),
        ),
        migrations.AlterField(
            model_name='competition',
            name='bot_seconds',
            field=models.FloatField(default=1.0, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(60)]),
        ),
        migrations.AlterField(
            model_name='competition',
            name='bots_allowed',
            field=models.BooleanField(default=True, verbose_name='House bots can fill places'),
        ),
        migrations.AlterField(
            model_name='competition',
            name='budget_seconds',
            field=models.PositiveIntegerField(null=True, validators=[django.core.validators.MinValueValidator(60), django.core.validators.MaxValueValidator(5184000)], verbose_name='Seconds per side for the match'),
        ),
        migrations.AlterField(
            model_name='competition',
            name='by_invitation',
            field=models.BooleanField(default=False, help_text='Only people with a link from you can enter; send links from the console.', verbose_name='By invitation'),
        ),
        migrations.AlterField(
            model_name='competition',
            name='chat',
            field=models.CharField(choices=[('all', 'open'), ('presets', 'preset phrases only'), ('none', 'off')], default='all', max_length=8, verbose_name='Chat of the players'),
        ),
        migrations.AlterField(
            model_name='competition',
            name='chat_spectators',
            field=models.CharField(choices=[('all', 'open'), ('none', 'off')], default='all', help_text='Players read it only after full time.', max_length=8, verbose_name='Chat of the spectators'),
        ),
        migrations.AlterField(
            model_name='competition',
            name='description',
            field=models.TextField(blank=True, max_length=2000, verbose_name='A few words for the page'),
        ),
        migrations.AlterField(
            model_name='competition',
            name='dispute_hours',
            field=models.PositiveSmallIntegerField(default=48, help_text='And for both sides to make statements.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(336)], verbose_name='Hours to dispute a result'),
        ),
        migrations.AlterField(
            model_name='competition',
            name='move_seconds',
            field=models.PositiveIntegerField(null=True, validators=[django.core.validators.MinValueValidator(5), django.core.validators.MaxValueValidator(1209600)], verbose_name='Seconds per decision'),
        ),
        migrations.AlterField(
            model_name='competition',
            name='name',
            field=models.CharField(max_length=80, validators=[django.core.validators.MinLengthValidator(3)], verbose_name='Name'),
        ),
        migrations.AlterField(
            model_name='competition',
            name='no_show_minutes',
            field=models.PositiveIntegerField(default=0, help_text='Anyone later than this after the kick-off loses; 0: only at the end of the round.', validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(1440)], verbose_name='Minutes until a no-show'),
        ),
        migrations.AlterField(
            model_name='competition',
            name='open_to_robots',
            field=models.BooleanField(default=False, verbose_name='Bots by other people can enter'),
        ),
        migrations.AlterField(
            model_name='competition',
            name='places',
            field=models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(2), django.core.validators.MaxValueValidator(1200)], verbose_name='Places'),
        ),
        migrations.AlterField(
            model_name='competition',
            name='real_rated',
            field=models.BooleanField(default=False, help_text='You set this once for the whole competition.', verbose_name='Results of real tables count for ratings'),
        ),
        migrations.AlterField(
            model_name='competition',
            name='report_hours',
            field=models.PositiveSmallIntegerField(default=24, help_text='For a match at a real table, if the other side does not answer; 0: players cannot report.', validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(336)], verbose_name='Hours until a reported result counts'),
        ),
        migrations.AlterField(
            model_name='competition',
            name='round_hours',
            field=models.PositiveIntegerField(default=168, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(2160)], verbose_name='Hours to play a round'),
        ),
        migrations.AlterField(
            model_name='competition',
            name='seeding',
            field=models.CharField(choices=[('draw', 'by a public draw'), ('rating', 'by rating in this game'), ('hand', 'in the order of entry, which you can change')], default='draw', max_length=8, verbose_name='Seeds'),
        ),
        migrations.AlterField(
            model_name='competition',
            name='side_size',
            field=models.PositiveSmallIntegerField(default=1, help_text="They share the side's seat and take turns by the rules; they join by a link.", validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(3)], verbose_name='People per side'),
        ),
        migrations.AlterField(
            model_name='competition',
            name='standings',
            field=models.CharField(blank=True, help_text='The order of the tie-breaks between entrants with equal points.', max_length=40, verbose_name='Rules of the table'),
        ),
        migrations.AlterField(
            model_name='competition',
            name='unplayed',
            field=models.CharField(choices=[('award', 'is awarded by attendance, proposals and answers'), ('wait', 'waits for my decision')], default='award', max_length=8, verbose_name='Unplayed match'),
        ),
        migrations.AlterField(
            model_name='competition',
            name='visibility',
            field=models.CharField(choices=[('public', 'everyone'), ('link', 'anyone with the address; shown in no list'), ('members', 'only its members')], default='public', help_text='Members are its players and staff.', max_length=8, verbose_name='Visibility'),
        ),
        migrations.AlterField(
            model_name='competition',
            name='withdrawals',
            field=models.CharField(choices=[('award', 'the opponents win the remaining matches'), ('void', 'no match counts, not even the played ones')], default='award', max_length=8, verbose_name='Withdrawal from a table'),
        ),
    ]
