"""The tables of live matches as its first fourteen migrations left them."""

import django.db.models.deletion
import matches.ids
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('matches', '0001_initial'),
        ('matches', '0002_chat_and_officials'),
        ('matches', '0003_line_ups'),
        ('matches', '0004_clocks_and_offers'),
        ('matches', '0005_seats_and_challenges'),
        ('matches', '0006_challenge_controls'),
        ('matches', '0007_part'),
        ('matches', '0008_chat_spectators'),
        ('matches', '0009_weeks_of_thought'),
        ('matches', '0010_held'),
        ('matches', '0011_audience'),
        ('matches', '0012_newest'),
        ('matches', '0013_guided'),
        ('matches', '0014_conditional_moves'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Match',
            fields=[
                ('id', models.UUIDField(default=matches.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('game', models.CharField(max_length=32)),
                ('rules_version', models.PositiveIntegerField()),
                ('options', models.JSONField(default=dict)),
                ('terms', models.JSONField(default=dict)),
                ('title', models.CharField(blank=True, max_length=200)),
                ('back_url', models.CharField(blank=True, max_length=300)),
                ('origin', models.CharField(blank=True, db_index=True, max_length=80)),
                ('rated', models.BooleanField(default=False)),
                ('rematch_allowed', models.BooleanField(default=True)),
                ('listed', models.BooleanField(default=True)),
                ('status', models.CharField(choices=[('waiting', 'Waiting'), ('live', 'Live'), ('paused', 'Paused'), ('finished', 'Finished'), ('void', 'Void')], default='waiting', max_length=10)),
                ('version', models.PositiveIntegerField(default=0)),
                ('snapshot', models.JSONField(null=True)),
                ('rolls', models.PositiveIntegerField(default=0)),
                ('opening', models.JSONField(default=dict)),
                ('result', models.JSONField(null=True)),
                ('move_seconds', models.PositiveIntegerField(null=True)),
                ('budget_seconds', models.PositiveIntegerField(null=True)),
                ('home_used_ms', models.PositiveBigIntegerField(default=0)),
                ('away_used_ms', models.PositiveBigIntegerField(default=0)),
                ('bot_seconds', models.FloatField(default=1.0)),
                ('home_since', models.DateTimeField(null=True)),
                ('away_since', models.DateTimeField(null=True)),
                ('home_timeouts', models.PositiveSmallIntegerField(default=0)),
                ('away_timeouts', models.PositiveSmallIntegerField(default=0)),
                ('period', models.CharField(blank=True, max_length=20)),
                ('time_up_at', models.DateTimeField(null=True)),
                ('time_left_ms', models.PositiveIntegerField(null=True)),
                ('deadline_at', models.DateTimeField(null=True)),
                ('bot_due_at', models.DateTimeField(null=True)),
                ('starts_at', models.DateTimeField(null=True)),
                ('no_show_at', models.DateTimeField(null=True)),
                ('commitment', models.CharField(blank=True, max_length=64)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('started_at', models.DateTimeField(null=True)),
                ('finished_at', models.DateTimeField(null=True)),
                ('chat', models.CharField(choices=[('none', 'None'), ('presets', 'Presets'), ('all', 'All')], default='all', max_length=8)),
                ('chat_hidden', models.BooleanField(default=False)),
                ('resumed_from', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='resumed_as', to='matches.match')),
                ('resumed_rolls', models.PositiveIntegerField(default=0)),
                ('resumed_v', models.PositiveIntegerField(null=True)),
                ('absence_claimed', models.BooleanField(default=True)),
                ('absence_seconds', models.PositiveIntegerField(null=True)),
                ('away_quota_ms', models.PositiveIntegerField(default=0)),
                ('control', models.CharField(blank=True, max_length=16)),
                ('home_quota_ms', models.PositiveIntegerField(default=0)),
                ('resume_at', models.DateTimeField(null=True)),
                ('beside', models.JSONField(blank=True, default=list)),
                ('mode', models.CharField(blank=True, choices=[('', 'Ordinary'), ('hot_seat', 'Hot Seat'), ('practice', 'Practice'), ('guided', 'Guided')], default='', max_length=10)),
                ('part', models.JSONField(blank=True, default=list)),
                ('chat_spectators', models.CharField(choices=[('none', 'None'), ('presets', 'Presets'), ('all', 'All')], default='all', max_length=8)),
                ('held', models.BooleanField(default=False)),
                ('audience', models.UUIDField(blank=True, null=True)),
                ('closed', models.BooleanField(default=False)),
            ],
            options={
                'indexes': [
                    models.Index(condition=models.Q(('deadline_at__isnull', False)), fields=['deadline_at'], name='match_deadline'),
                    models.Index(condition=models.Q(('time_up_at__isnull', False)), fields=['time_up_at'], name='match_time_up'),
                    models.Index(condition=models.Q(('bot_due_at__isnull', False)), fields=['bot_due_at'], name='match_bot_due'),
                    models.Index(condition=models.Q(('no_show_at__isnull', False)), fields=['no_show_at'], name='match_no_show'),
                    models.Index(fields=['status', '-created_at'], name='match_status'),
                    models.Index(condition=models.Q(('resume_at__isnull', False)), fields=['resume_at'], name='match_resume'),
                    models.Index(fields=['-created_at', '-id'], name='match_newest'),
                    models.Index(condition=models.Q(('status', 'finished')), fields=['-finished_at'], name='match_ended'),
                ],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(models.Q(('status', 'finished'), _negated=True), models.Q(('finished_at__isnull', False), ('result__isnull', False)), _connector='OR'), name='match_finished_has_result'),
                    models.CheckConstraint(condition=models.Q(models.Q(('status', 'live'), _negated=True), ('snapshot__isnull', False), _connector='OR'), name='match_live_has_snapshot'),
                    models.CheckConstraint(condition=models.Q(('closed', False), ('audience__isnull', False), _connector='OR'), name='match_closed_has_audience'),
                ],
            },
        ),
        migrations.CreateModel(
            name='MatchCommand',
            fields=[
                ('id', models.UUIDField(default=matches.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('kind', models.CharField(choices=[('start', 'Start'), ('resign', 'Resign'), ('time_up', 'Time Up'), ('award', 'Award'), ('void', 'Void'), ('pause', 'Pause'), ('resume', 'Resume'), ('coaching', 'Coaching'), ('message', 'Message'), ('draw', 'Draw')], max_length=10)),
                ('payload', models.JSONField(default=dict)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('applied_at', models.DateTimeField(null=True)),
                ('outcome', models.CharField(blank=True, max_length=200)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='commands', to='matches.match')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('applied_at__isnull', True)), fields=['created_at'], name='command_open')],
            },
        ),
        migrations.CreateModel(
            name='MatchEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.PositiveIntegerField()),
                ('client_id', models.UUIDField()),
                ('part', models.PositiveSmallIntegerField(default=0)),
                ('seat', models.CharField(blank=True, max_length=4)),
                ('move', models.JSONField()),
                ('rolls', models.JSONField(default=list)),
                ('events', models.JSONField(default=list)),
                ('kind', models.CharField(default='move', max_length=12)),
                ('at', models.DateTimeField()),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='log', to='matches.match')),
            ],
            options={
                'ordering': ['match', 'seq'],
                'constraints': [
                    models.UniqueConstraint(fields=('match', 'seq'), name='event_seq_once'),
                    models.UniqueConstraint(fields=('match', 'client_id', 'part'), name='event_client_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('side', models.CharField(choices=[('home', 'Home'), ('away', 'Away')], max_length=4)),
                ('bot', models.CharField(blank=True, max_length=20)),
                ('name', models.CharField(blank=True, max_length=60)),
                ('invite', models.CharField(blank=True, db_index=True, max_length=43)),
                ('dice_seed', models.CharField(blank=True, max_length=64)),
                ('default_seed', models.BooleanField(default=True)),
                ('seen_at', models.DateTimeField(null=True)),
                ('gone_at', models.DateTimeField(null=True)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='matches.match')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='seats', to=settings.AUTH_USER_MODEL)),
                ('devices', models.JSONField(blank=True, default=dict)),
                ('robot', models.BooleanField(default=False)),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('match', 'side'), name='seat_once'),
                    models.CheckConstraint(condition=models.Q(('bot', ''), ('invite', ''), _connector='OR'), name='seat_user_or_bot'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Heartbeat',
            fields=[
                ('id', models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False)),
                ('at', models.DateTimeField()),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('id', 1)), name='heartbeat_one_row')],
            },
        ),
        migrations.CreateModel(
            name='MatchSecret',
            fields=[
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='secret', serialize=False, to='matches.match')),
                ('value', models.CharField(max_length=64)),
            ],
        ),
        migrations.CreateModel(
            name='Outbox',
            fields=[
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='outbox', serialize=False, to='matches.match')),
                ('topic', models.CharField(default='result', max_length=20)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('taken_at', models.DateTimeField(null=True)),
                ('tries', models.PositiveSmallIntegerField(default=0)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('taken_at__isnull', True)), fields=['created_at'], name='outbox_open')],
            },
        ),
        migrations.CreateModel(
            name='ChatLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('room', models.CharField(choices=[('players', 'Players'), ('spectators', 'Spectators')], max_length=10)),
                ('n', models.PositiveIntegerField()),
                ('client_id', models.UUIDField()),
                ('name', models.CharField(blank=True, max_length=60)),
                ('role', models.CharField(blank=True, max_length=10)),
                ('say', models.JSONField(null=True)),
                ('text', models.CharField(blank=True, max_length=200)),
                ('at', models.DateTimeField()),
                ('hidden_at', models.DateTimeField(null=True)),
                ('hidden_because', models.CharField(blank=True, max_length=200)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='chat_lines', to='matches.match')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='chat_lines', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['user', '-at'], name='chat_by_user')],
                'constraints': [
                    models.UniqueConstraint(fields=('match', 'room', 'n'), name='chat_line_once'),
                    models.UniqueConstraint(fields=('match', 'client_id'), name='chat_client_once'),
                    models.CheckConstraint(condition=models.Q(('say__isnull', True), ('text', ''), _connector='XOR'), name='chat_says_one_thing'),
                ],
            },
        ),
        migrations.CreateModel(
            name='ChatMute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('muted', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='chat_mutes', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('user', 'muted'), name='chat_mute_once'),
                    models.CheckConstraint(condition=models.Q(('user', models.F('muted')), _negated=True), name='chat_mute_not_self'),
                ],
            },
        ),
        migrations.CreateModel(
            name='ChatReport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(blank=True, max_length=200)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('line', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='matches.chatline')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('line', 'by'), name='chat_report_once')],
            },
        ),
        migrations.CreateModel(
            name='Official',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('referee', 'Referee'), ('organiser', 'Organiser')], max_length=10)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='officials', to='matches.match')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('match', 'user'), name='official_once')],
            },
        ),
        migrations.CreateModel(
            name='Silence',
            fields=[
                ('id', models.UUIDField(default=matches.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('until', models.DateTimeField(null=True)),
                ('reason', models.CharField(max_length=200)),
                ('role', models.CharField(max_length=10)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('lifted_at', models.DateTimeField(null=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('match', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='silences', to='matches.match')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='silences', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('lifted_at__isnull', True)), fields=['user'], name='silence_open')],
            },
        ),
        migrations.CreateModel(
            name='LineUp',
            fields=[
                ('id', models.UUIDField(default=matches.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('game', models.CharField(max_length=32)),
                ('name', models.CharField(max_length=40)),
                ('cells', models.JSONField()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='line_ups', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ('name',),
                'constraints': [models.UniqueConstraint(fields=('user', 'game', 'name'), name='line_up_name_once')],
            },
        ),
        migrations.CreateModel(
            name='Offer',
            fields=[
                ('id', models.UUIDField(default=matches.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('seat', models.CharField(choices=[('home', 'Home'), ('away', 'Away')], max_length=4)),
                ('kind', models.CharField(choices=[('draw', 'Draw'), ('pause', 'Pause'), ('resume', 'Resume'), ('start', 'Start'), ('rematch', 'Rematch')], max_length=8)),
                ('status', models.CharField(choices=[('open', 'Open'), ('accepted', 'Accepted'), ('declined', 'Declined'), ('withdrawn', 'Withdrawn'), ('lapsed', 'Lapsed')], default='open', max_length=10)),
                ('client_id', models.UUIDField()),
                ('version', models.PositiveIntegerField()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('changed_at', models.DateTimeField(auto_now=True)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='offers', to='matches.match')),
            ],
            options={
                'indexes': [models.Index(fields=['changed_at'], name='offer_changed')],
                'constraints': [
                    models.UniqueConstraint(fields=('match', 'client_id'), name='offer_client_once'),
                    models.UniqueConstraint(condition=models.Q(('status', 'open')), fields=('match', 'seat', 'kind'), name='offer_one_open'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Challenge',
            fields=[
                ('id', models.UUIDField(default=matches.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('game', models.CharField(max_length=32)),
                ('options', models.JSONField(default=dict)),
                ('side', models.CharField(blank=True, choices=[('home', 'Home'), ('away', 'Away')], max_length=4)),
                ('status', models.CharField(choices=[('open', 'Open'), ('accepted', 'Accepted'), ('declined', 'Declined'), ('cancelled', 'Cancelled'), ('expired', 'Expired')], default='open', max_length=10)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('expires_at', models.DateTimeField()),
                ('match', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='challenge', to='matches.match')),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='challenges', to=settings.AUTH_USER_MODEL)),
                ('to', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='challenged', to=settings.AUTH_USER_MODEL)),
                ('control', models.CharField(default='normal', max_length=16)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('status', 'open')), fields=['expires_at'], name='challenge_open')],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('owner', models.F('to')), _negated=True), name='challenge_not_to_oneself'),
                    models.CheckConstraint(condition=models.Q(('match', None), ('status', 'accepted'), _connector='OR'), name='challenge_match_is_accepted'),
                ],
            },
        ),
        migrations.CreateModel(
            name='SeatController',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('name', models.CharField(max_length=60)),
                ('seat', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='controllers', to='matches.seat')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['number'],
                'constraints': [
                    models.UniqueConstraint(fields=('seat', 'user'), name='controller_once'),
                    models.UniqueConstraint(fields=('seat', 'number'), name='controller_number_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='ConditionalMoves',
            fields=[
                ('id', models.UUIDField(default=matches.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('seat', models.CharField(choices=[('home', 'Home'), ('away', 'Away')], max_length=4)),
                ('version', models.PositiveIntegerField()),
                ('lines', models.JSONField()),
                ('replies', models.JSONField()),
                ('seen', models.PositiveIntegerField()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='conditional_moves', to='matches.match')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('match', 'seat'), name='conditional_moves_once')],
            },
        ),
    ]
