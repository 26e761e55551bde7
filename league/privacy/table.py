"""Every model of the site and each of its fields: whether it names a person, why it is stored, how long, what deletion
does with it.

Data only. ``erasing`` and ``archives`` work by it, the privacy page is drawn from it, and a test fails for a model or a
field that is missing here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import Final, TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.competitions.setup.settings import SETTINGS_WITHOUT_WORDS

Words: TypeAlias = "str | Promise"


class On(Enum):
    """The fate of a field when its person is deleted."""

    NOTHING = "nothing"
    """No personal data."""
    ROW = "row"
    """Names the person of the row: the row goes."""
    WITH = "with"
    """Names a row that goes: this row goes with it, by its foreign key."""
    UNLINK = "unlink"
    """Names the person: emptied."""
    NAMELESS = "nameless"
    """Names the person's own row, which stays without a name."""
    NAME = "name"
    """The name at that time: becomes "deleted player"."""
    WORDS = "words"
    """Words in which people may be named: the person's names become "deleted player", the rest stays."""
    STATE = "state"
    """A position or record of a match: the same, but only where it holds a name or a reason."""
    CLEAR = "clear"
    """Set to its empty value in the person's rows."""
    OWN = "own"
    """Has a rule of its own (``erasing.OWN_RULES``)."""


@dataclass(frozen=True)
class Purpose:
    """A group of models on the privacy page."""

    title: Words
    why: Words
    until: Words
    """The storage period; ``%(name)d`` are settings of the same name in capitals."""
    deletion: Words = ""


ACCOUNT: Final = Purpose(
    _("Your account"),
    _("To know you again, to show your name, and to show pages in your language and time zone."),
    _("Until you delete your account. A guest goes after %(guest_days)d days without activity."),
    _("Everything is emptied. A row without a name stays, so that results keep two sides."),
)
SIGN_IN: Final = Purpose(
    _("Signing in"),
    _("To sign you in, to confirm your address, and to keep others out of your account."),
    _("A session ends after 180 days, a link of a mail after 3; keys when you remove them."),
    _("All of it goes."),
)
MATCHES: Final = Purpose(
    _("Matches and chat"),
    _("To play, to show and replay matches, and to let players talk."),
    _("As long as the match. A practice board goes after %(practice_days)d days."),
    _("Your name becomes “deleted player”. Your chat lines, line-ups, mutes and challenges go; moves stay."),
)
COMPETITIONS: Final = Purpose(
    _("Competitions"),
    _("To run competitions: entrants, fixtures, results, rulings, and a public record of each decision."),
    _("As long as the competition. The address of a letter goes when the letter is sent."),
    _("Your name becomes “deleted player”. Your links, comments, statements and days off go; results stay."),
)
CLASSES: Final = Purpose(
    _("School classes"),
    _("To let pupils sign in with a card, without an address or a password."),
    _("Until the day that the teacher set: then the whole class goes."),
    _("The card goes; the name becomes “deleted player”."),
)
CLUBS: Final = Purpose(
    _("Clubs and series"),
    _("To show a club’s members, its staff, and each decision with its author."),
    _("As long as the club or the series; a membership until it ends."),
    _("Your memberships go. Your name becomes “deleted player” in the record."),
)
MESSAGES: Final = Purpose(
    _("Notifications"),
    _("To tell you what concerns you, on the site, by mail and by push if you want it."),
    _("Until 90 days after you read it, or %(unread_days)d days unread; a browser until you remove it."),
    _("All of it goes."),
)
STATISTICS: Final = Purpose(
    _("Statistics"),
    _("To show figures, ratings and leader boards. They are counted from matches."),
    _("As long as the matches."),
    _("Figures of matches stay, without your name."),
)
PUZZLES: Final = Purpose(
    _("Puzzles"),
    _("To count your first answers, and to offer you puzzles near your level."),
    _("As long as the account: one row for each puzzle that you answered."),
    _("All of it goes."),
)
LESSONS: Final = Purpose(
    _("Lessons"),
    _("To show a lesson, and to tell its teacher alone who solved what."),
    _("A lesson until its teacher deletes it; answers at most 400 days."),
    _("Your lessons and your answers go."),
)
MODERATION: Final = Purpose(
    _("Moderation"),
    _("To decide reports, to let you read and appeal against decisions, and to find double accounts."),
    _("Decisions as long as the account; the mark of a browser for 30 days."),
    _("Cases, sanctions and marks go. That a moderator decided stays, without your name."),
)
PROGRAMS: Final = Purpose(
    _("Bots and web hooks"),
    _("To let your programs play, and to tell other sites of a competition's news."),
    _("Until you remove them."),
    _("All of it goes; your bots keep their results without a name."),
)
PRIVACY: Final = Purpose(
    _("Archives and deletions"),
    _("To give you your data, and to delete it after a pause."),
    _("An archive for %(archive_days)d days; a deletion you asked for until it happens or you cancel it."),
    _("All of it goes."),
)
TECHNICAL: Final = Purpose(
    _("Technical rows"), _("To run the site. They name nobody."), _("As long as what they belong to.")
)
PURPOSES: Final = (
    ACCOUNT,
    SIGN_IN,
    MATCHES,
    COMPETITIONS,
    CLASSES,
    CLUBS,
    MESSAGES,
    STATISTICS,
    PUZZLES,
    LESSONS,
    MODERATION,
    PROGRAMS,
    PRIVACY,
)


@dataclass(frozen=True)
class Stored:
    """The fields of one model. A field stands in exactly one of ``people``, ``fields`` and ``plain``."""

    purpose: Purpose
    what: Words = ""
    """The personal data, for the privacy page; empty if there is none."""
    people: Mapping[str, On] = field(default_factory=dict)
    """Foreign keys to users: ROW, UNLINK or NAMELESS."""
    fields: Mapping[str, On] = field(default_factory=dict)
    """Other fields with personal data."""
    of: str = ""
    """Path to the user whom NAME and CLEAR are about."""
    place: str = ""
    """Path to the competition, match, club, series, arena or event: WORDS are looked through in the person's places
    alone.
    Empty: in all rows of the model."""
    plain: str = ""
    """Names of the fields without personal data."""
    secret: str = ""
    """Names of further fields that open something: CLEAR in the person's rows, and in no archive."""

    @cached_property
    def treatment(self) -> dict[str, On]:
        """Return each field's treatment."""
        plain = dict.fromkeys(self.plain.split(), On.NOTHING)
        return {**plain, **self.people, **self.fields, **dict.fromkeys(self.secret.split(), On.CLEAR)}

    def having(self, *kinds: On) -> list[str]:
        return [name for name, kind in self.treatment.items() if kind in kinds]


def plain(fields: str, purpose: Purpose = TECHNICAL) -> Stored:
    """Declare a model without personal data."""
    return Stored(purpose, plain=fields)


NOTHING, ROW, WITH, UNLINK, NAMELESS = On.NOTHING, On.ROW, On.WITH, On.UNLINK, On.NAMELESS
NAME, WORDS, STATE, CLEAR, OWN = On.NAME, On.WORDS, On.STATE, On.CLEAR, On.OWN

_OF_USER = """
    username email nickname language time_zone theme mail channels_off digest digest_at last_login is_superuser is_staff
    is_moderator banned banned_until banned_because sheltered notices renewals is_active date_joined kind password
    groups user_permissions
"""
USER_FIELDS: Final = tuple(_OF_USER.split())
TABLE: Final[dict[str, Stored]] = {
    "auth.Permission": plain("id name content_type codename"),
    "auth.Group": plain("id name permissions"),
    "auth.Group_permissions": plain("id group permission"),
    "contenttypes.ContentType": plain("id app_label model"),
    "sessions.Session": Stored(
        SIGN_IN,
        _("Sessions: the browsers in which you are signed in, and your last sign-in"),
        fields={"session_data": OWN},
        plain="session_key expire_date",
    ),
    "account.EmailAddress": Stored(
        SIGN_IN, _("E-mail addresses"), people={"user": ROW}, fields={"email": ROW}, plain="id verified primary"
    ),
    "account.EmailConfirmation": Stored(
        SIGN_IN,
        _("Links to confirm an address"),
        fields={"email_address": WITH},
        plain="id created sent key",
    ),
    "mfa.Authenticator": Stored(
        SIGN_IN,
        _("Second factors and passkeys: their kind and last use"),
        {"user": ROW},
        plain="id type created_at last_used_at",
        secret="data",
        of="user",
    ),
    "usersessions.UserSession": Stored(
        SIGN_IN,
        _("Of each session: browser and system, network of the address, first and last use"),
        {"user": ROW},
        {"ip": ROW, "user_agent": ROW, "data": ROW},
        plain="id created_at last_seen_at",
        secret="session_key",
        of="user",
    ),
    "socialaccount.SocialApp": plain("id provider provider_id name client_id secret key settings"),
    "socialaccount.SocialAccount": Stored(
        SIGN_IN,
        _("Other sign-ins: the provider and what it told of you"),
        {"user": ROW},
        {"uid": ROW, "extra_data": ROW},
        plain="id provider last_login date_joined",
    ),
    "socialaccount.SocialToken": Stored(
        SIGN_IN, fields={"account": WITH, "token": WITH, "token_secret": WITH}, plain="id app expires_at"
    ),
    # ── who somebody is ──
    "players.User": Stored(
        ACCOUNT,
        _("Name, sign-in name, e-mail address, password (hashed), language, time zone, theme, choices, ban"),
        people={"owner": NAMELESS, "merged_into": NAMELESS},
        fields=dict.fromkeys(USER_FIELDS, OWN),
        plain="id bot erased_at sign_outs",
    ),
    "players.User_groups": Stored(ACCOUNT, people={"user": ROW}, plain="id group"),
    "players.User_user_permissions": Stored(ACCOUNT, people={"user": ROW}, plain="id permission"),
    "players.Notification": Stored(
        MESSAGES,
        _("Your notifications, their dates, and whether you read them"),
        people={"user": ROW},
        fields={"message": WORDS, "about": WORDS, "url": OWN},
        plain="id kind key at read_at mailed_at pushed_at on_page by_mail by_push",
    ),
    "players.ResetHelper": Stored(
        SIGN_IN, _("People who may confirm a new password for you"), {"user": ROW, "helper": ROW}, plain="id at"
    ),
    "players.ResetRequest": Stored(
        SIGN_IN,
        _("Requests for a new password"),
        {"user": ROW, "confirmed_by": UNLINK},
        plain="id expires_at wrong confirmed_at used_at",
        secret="digest",
        of="user",
    ),
    "players.ApiToken": Stored(
        PROGRAMS,
        _("Tokens of your programs: their names and last use"),
        people={"user": ROW},
        fields={"name": ROW},
        plain="id scopes created_at used_at revoked_at",
        secret="digest",
        of="user",
    ),
    "players.LadderPlace": Stored(
        PROGRAMS, _("Ratings of your bots"), {"bot": ROW}, plain="id game rating deviation volatility played"
    ),
    "players.LadderMatch": Stored(PROGRAMS, people={"home": NAMELESS, "away": NAMELESS}, plain="match counted_at"),
    # ── matches ──
    "matches.Match": Stored(
        MATCHES,
        _("Title, moves and results of your matches"),
        fields={
            "title": WORDS,
            "part": WORDS,
            "snapshot": STATE,
            "opening": STATE,
            "result": STATE,
            "back_url": OWN,
        },
        place="match:pk",
        plain="id game mode rules_version options terms origin beside rated rematch_allowed listed audience closed "
        "chat chat_spectators chat_hidden status version rolls move_seconds budget_seconds control absence_seconds "
        "absence_claimed home_used_ms away_used_ms bot_seconds home_since away_since home_timeouts away_timeouts "
        "home_quota_ms away_quota_ms set_piece home_placing_ms away_placing_ms "
        "resume_at period time_up_at time_left_ms deadline_at bot_due_at starts_at "
        "no_show_at held commitment resumed_from resumed_v resumed_rolls created_at started_at finished_at "
        "archived_at rolls_counted visited_at leg second_leg",
    ),
    "matches.MatchSecret": plain("match value"),
    "matches.Seat": Stored(
        MATCHES,
        _("Where you sat, under which name, on which device, and when you were there"),
        {"user": NAMELESS},
        {"name": NAME, "people": WORDS, "devices": OWN, "seen_at": CLEAR, "gone_at": CLEAR, "seen_in": CLEAR},
        of="user",
        place="match:match",
        plain="id match side bot dice_seed default_seed robot places",
        secret="invite",
    ),
    "matches.SeatController": Stored(
        MATCHES,
        people={"user": NAMELESS},
        fields={"name": NAME},
        of="user",
        place="match:seat__match",
        plain="id seat number",
    ),
    "matches.Official": Stored(
        MATCHES,
        _("Tables at which you were an official"),
        people={"user": ROW},
        place="match:match",
        plain="id match role",
    ),
    "matches.Challenge": Stored(
        MATCHES,
        _("Challenges"),
        {"owner": ROW, "to": ROW},
        plain="id game options winner side control legs status match created_at expires_at",
    ),
    "matches.MatchEvent": Stored(
        MATCHES,
        fields={"move": STATE, "events": STATE},
        place="match:match",
        plain="id match seq client_id part seat rolls kind at",
    ),
    "matches.MatchArchive": Stored(MATCHES, fields={"packed": OWN}, place="match:match", plain="match"),
    "matches.MatchCommand": Stored(
        MATCHES,
        fields={"payload": STATE, "outcome": WORDS},
        place="match:match",
        plain="id match kind created_at applied_at",
    ),
    "matches.Offer": plain("id match seat kind status client_id version created_at changed_at", MATCHES),
    "matches.Heartbeat": plain("id at"),
    "matches.Maintenance": plain("id sentence begins_at until ended_at"),
    "deploy.Incident": plain("id title story began_at ended_at"),
    "matches.Outbox": plain("match topic created_at taken_at tries"),
    "matches.Review": plain("match mark status steps mistakes seconds asked_at busy_until tries made_at", MATCHES),
    "matches.ReviewedSide": plain("id match side luck fortune error decisions sound", MATCHES),
    "matches.FaceCount": plain("id sides face rolls"),
    "matches.CheckedMatch": plain("match_id commitment rolls wrong checked_at"),
    "matches.LineUp": Stored(
        MATCHES, _("Saved line-ups"), {"user": ROW}, {"name": ROW, "cells": ROW}, plain="id game created_at"
    ),
    "matches.ConditionalMoves": Stored(
        MATCHES,
        _("Conditional moves"),
        {"user": ROW},
        {"lines": ROW, "replies": ROW},
        plain="id match seat version seen created_at",
    ),
    "matches.ChatLine": Stored(
        MATCHES,
        _("Chat lines"),
        {"user": NAMELESS},
        {"name": NAME, "text": OWN, "say": WORDS, "hidden_because": WORDS},
        of="user",
        place="match:match",
        plain="id match room n client_id role at hidden_at",
    ),
    "matches.ChatMute": Stored(MATCHES, _("Whom you mute"), {"user": ROW, "muted": ROW}, plain="id"),
    "matches.Silence": Stored(
        MODERATION,
        _("Time-outs in the chat"),
        {"user": ROW, "by": NAMELESS},
        {"reason": WORDS},
        place="match:match",
        plain="id match until role at lifted_at",
    ),
    "matches.ChatReport": Stored(
        MODERATION,
        _("Your reports"),
        {"by": ROW},
        {"reason": WORDS},
        place="match:line__match",
        plain="id line at",
    ),
    # ── competitions ──
    "competitions.Competition": Stored(
        COMPETITIONS,
        _("Competitions that you own"),
        {"owner": NAMELESS},
        {"name": OWN, "slug": OWN, "description": WORDS, "cancelled_because": WORDS, "frozen_because": WORDS},
        place="competition:pk",
        plain=" ".join(SETTINGS_WITHOUT_WORDS)
        + " id game options preset standings club hall succession_days objection_days status check_in_opens_at "
        "check_in_closes_at check_in_done_at previous season time_zone blackout wishes asked_stages points criteria "
        "champion frozen_at leave_days official_at log_position demo created_at changed_at swept_position swept_at "
        "played_elsewhere published_at started_at finished_at",
    ),
    "competitions.Entrant": Stored(
        COMPETITIONS,
        _("Your entries: name, club, strength, withdrawal, personal link"),
        {"player": NAMELESS},
        {
            "name": OWN,
            "code": OWN,
            "club": CLEAR,
            "withdrawn_because": CLEAR,
            "stands_in_for": WORDS,
            "link_sent_at": CLEAR,
            "link_opened_at": CLEAR,
        },
        of="player",
        place="competition:competition",
        plain="id competition seed status strength division first_round last_round here_round rests turned_away "
        "checked_in_at entered_at",
        secret="personal_key side_key",
    ),
    "competitions.Member": Stored(
        COMPETITIONS,
        _("Your places in sides and squads, personal link"),
        {"user": NAMELESS},
        {"link_sent_at": CLEAR, "link_opened_at": CLEAR},
        of="user",
        place="competition:competition",
        plain="id competition entrant number joined_at",
        secret="personal_key",
    ),
    "competitions.Staff": Stored(
        COMPETITIONS,
        _("Roles that you have in competitions"),
        {"user": ROW, "invited_by": NAMELESS},
        place="competition:competition",
        plain="id competition role invited_at accepted_at",
        secret="key",
        of="user",
    ),
    "competitions.ResultEntry": Stored(
        COMPETITIONS,
        _("Results and rulings that you entered, with reasons"),
        {"actor": NAMELESS},
        {"signed": WORDS, "reason": WORDS, "why": WORDS},
        place="competition:competition",
        plain="id competition position fixture entrant points kind home_goals away_goals shootout winner carry "
        "extra_time how closing cards scorers match_id own forfeits source at chain",
    ),
    "competitions.Draw": Stored(
        COMPETITIONS,
        fields={"entrants": OWN},
        place="competition:competition",
        plain="id competition number algorithm commitment seed entrants_hash order committed_at revealed_at",
    ),
    "competitions.AuditEntry": Stored(
        COMPETITIONS,
        _("The public record of what you did in a competition"),
        {"actor": NAMELESS},
        {"signed": WORDS, "message": WORDS},
        place="competition:competition",
        plain="id competition at verb",
    ),
    "competitions.Report": Stored(
        COMPETITIONS,
        people={"by": NAMELESS},
        place="competition:fixture__tie__round__stage__competition",
        plain="id fixture seat home_goals away_goals shootout extra_time at counts_at state",
    ),
    "competitions.Dispute": Stored(
        COMPETITIONS,
        _("Disputes: your statements"),
        {"by": NAMELESS, "decided_by": NAMELESS},
        {"home_statement": OWN, "away_statement": OWN, "reason": WORDS},
        place="competition:fixture__tie__round__stage__competition",
        plain="id fixture report seat at deadline_at reminded_at outcome decided_at",
    ),
    "competitions.Proposal": Stored(
        COMPETITIONS,
        people={"by": NAMELESS},
        place="competition:fixture__tie__round__stage__competition",
        plain="id fixture seat kick_off_at made_at state answered_at",
    ),
    "competitions.OptionChange": Stored(
        COMPETITIONS,
        people={"by": NAMELESS},
        fields={"reason": WORDS},
        place="competition:competition",
        plain="id competition scope stage number fixture options clock at",
    ),
    "competitions.Invitation": Stored(
        COMPETITIONS,
        _("Invitations to a competition"),
        {"made_by": NAMELESS},
        {"name": NAME},
        of="entrant__player",
        place="competition:competition",
        plain="id competition key state entrant made_at answered_at",
    ),
    "competitions.Letter": Stored(
        COMPETITIONS,
        _("The address of a letter that is not sent yet"),
        {"by": ROW},
        {"to": OWN},
        place="competition:competition",
        plain="id competition entrant invitation language at",
    ),
    "competitions.Announcement": Stored(
        COMPETITIONS,
        _("Announcements that you wrote"),
        {"by": NAMELESS},
        {"words": WORDS},
        place="competition:competition",
        plain="id competition at taken_back_at",
    ),
    "competitions.Comment": Stored(
        COMPETITIONS,
        _("Comments that you wrote"),
        {"by": ROW},
        {"words": WORDS},
        place="competition:fixture__tie__round__stage__competition",
        plain="id fixture at taken_back_at",
    ),
    "competitions.Absence": Stored(
        COMPETITIONS, _("Days on which you cannot play"), {"user": ROW}, {"first": ROW, "last": ROW}, plain="id"
    ),
    "competitions.Stage": plain("id competition number format settings pairing_due", COMPETITIONS),
    "competitions.Group": Stored(
        COMPETITIONS,
        fields={"name": WORDS, "table": WORDS},
        place="competition:stage__competition",
        plain="id stage number members table_position outlook_position",
    ),
    "competitions.Outlook": plain("id group position ranges chances points runs wanted seed made_at", COMPETITIONS),
    "competitions.Round": plain("id stage number part step made_by status opens_at closes_at", COMPETITIONS),
    "competitions.Tie": Stored(
        COMPETITIONS,
        fields={"reason": WORDS},
        place="competition:round__stage__competition",
        plain="id round group number kind home_slot away_slot home away winner decided home_points away_points "
        "leg leg_since leg_scores",
    ),
    "competitions.TeamLineUp": Stored(
        COMPETITIONS,
        _("Line-ups of teams that you handed in"),
        {"by": NAMELESS},
        place="competition:tie__round__stage__competition",
        plain="id tie entrant leg numbers handed_in_at",
    ),
    "competitions.Availability": Stored(
        COMPETITIONS,
        _("Whether you can play for your team; until the line-ups open"),
        {"user": ROW},
        place="competition:tie__round__stage__competition",
        plain="id tie entrant can asked_at answered_at",
        of="user",
    ),
    "competitions.Fixture": Stored(
        COMPETITIONS,
        people={"home_player": NAMELESS, "away_player": NAMELESS},
        fields={"reason": WORDS},
        place="competition:tie__round__stage__competition",
        plain="id tie competition ended_at leg board home away match status kick_off_at table fixed sequence "
        "home_goals away_goals shootout how",
    ),
    "competitions.Hall": plain("id wait_minutes rest_minutes", COMPETITIONS),
    "competitions.HallTable": Stored(
        COMPETITIONS,
        fields={"place": WORDS, "closed_because": WORDS},
        place="competition:hall__competitions",
        plain="id hall number game stream closed_at",
    ),
    "competitions.Call": plain("id table fixture home away called_at due_at began_at ended_at end", COMPETITIONS),
    "competitions.CalledPlayer": Stored(
        COMPETITIONS, _("Calls of your matches to real tables"), {"user": ROW}, plain="id call ended_at"
    ),
    "competitions.QueuePlace": plain("id fixture place stream", COMPETITIONS),
    "competitions.OnePerson": Stored(
        COMPETITIONS,
        _("Names that are the same person as you at an event"),
        {"one": ROW, "other": ROW},
        plain="id hall",
    ),
    # ── statistics ──
    "statistics.MatchFigures": plain("match version figures story", STATISTICS),
    "statistics.Line": Stored(
        STATISTICS,
        _("The score of each of your matches"),
        {"player": NAMELESS, "opponent": NAMELESS},
        place="match:match",
        plain="id match side competition game goals_for goals_against outcome how played_at line_up board counts "
        "audience",
    ),
    "statistics.Rating": Stored(
        STATISTICS,
        _("Your ratings"),
        {"player": NAMELESS},
        place="match:match",
        plain="id game match number rating deviation volatility at last",
    ),
    "statistics.Outdated": plain("id kind game competition player since"),
    "statistics.Book": plain("key competition numbers seconds made_at", STATISTICS),
    "statistics.Week": plain("id game begins numbers seconds made_at", STATISTICS),
    "statistics.Career": Stored(
        STATISTICS,
        _("Sums of your matches by game"),
        {"player": NAMELESS},
        plain="id game played won drawn lost goals_for goals_against clean_sheets unbeaten winning comebacks "
        "points_a_match sums story runs public_unbeaten public_winning",
    ),
    # ── moderation ──
    "moderation.Case": Stored(
        MODERATION,
        _("Reports about you and by you, and appeals"),
        {"subject": ROW, "other": ROW, "opened_by": UNLINK, "closed_by": NAMELESS},
        {"said": WORDS, "answer": WORDS},
        plain="id kind thing line sanction times opened_at closed_at outcome",
    ),
    "moderation.Reporter": Stored(MODERATION, _("Names and analyses that you reported"), {"by": ROW}, plain="id case"),
    "moderation.Sanction": Stored(
        MODERATION,
        _("Decisions about you"),
        {"user": ROW, "by": NAMELESS},
        {"reason": WORDS, "detail": WORDS, "lifted_because": WORDS},
        plain="id kind until case silence at seen_at lifted_at",
    ),
    "moderation.Act": Stored(
        MODERATION,
        people={"by": NAMELESS, "subject": NAMELESS},
        fields={"reason": WORDS, "detail": WORDS},
        plain="id verb case at",
    ),
    "moderation.Sighting": Stored(
        MODERATION, _("The mark of a browser in which you signed in"), {"user": ROW}, {"mark": ROW}, plain="id at"
    ),
    # ── delivery ──
    "delivery.PushKey": plain("id private"),
    "delivery.PushSubscription": Stored(
        MESSAGES,
        _("Browsers that get push messages"),
        {"user": ROW},
        {"browser": ROW},
        plain="id host made_at failures next_at",
        secret="endpoint p256dh auth session",
        of="user",
    ),
    "delivery.PushMessage": Stored(MESSAGES, fields={"subscription": WITH, "notification": WITH}, plain="id"),
    "delivery.WebHook": Stored(
        PROGRAMS,
        _("Web hooks"),
        {"by": ROW},
        {"url": ROW, "host": ROW},
        place="competition:competition",
        plain="id competition made_at seen_position stopped failures next_at",
        secret="secret",
        of="by",
    ),
    "delivery.HookMessage": Stored(
        PROGRAMS,
        fields={"words": WORDS, "answer": WORDS},
        place="competition:hook__competition",
        plain="id hook key made_at attempts due_at taken_at",
    ),
    "delivery.MailMessage": Stored(
        MESSAGES,
        _("Mails to you that are not sent yet"),
        fields={"to": OWN, "subject": WORDS, "text": WORDS, "html": WORDS, "headers": WORDS, "answer": WORDS},
        plain="id sender made_at expires_at due_at attempts taken_at given_up_at",
    ),
    # ── evenings, series, seasons, classes, clubs ──
    "evenings.RoundClock": plain("id round seconds left ends_at buzzed_at scores", COMPETITIONS),
    "evenings.Sheet": plain("id fixture seat key made_at used_at", COMPETITIONS),
    "series.Series": Stored(
        CLUBS,
        _("Series that you own"),
        {"owner": NAMELESS},
        {"name": OWN, "slug": OWN, "description": WORDS},
        place="series:pk",
        plain="id points rest best by_round months first_day last_day decay minimum ties club_best listed position "
        "created_at competitions levels categories",
    ),
    "series.SeriesEvent": plain("id series competition added_at level day", CLUBS),
    "series.SeriesMark": Stored(
        CLUBS,
        _("Categories in which you are counted in a series"),
        {"user": ROW},
        place="series:series",
        plain="id series category at",
    ),
    "series.SamePerson": Stored(
        CLUBS,
        _("Names that are the same person as you in a series"),
        {"one": NAMELESS, "other": NAMELESS, "by": NAMELESS},
        place="series:series",
        plain="id series at",
    ),
    "series.SeriesEntry": Stored(
        CLUBS, people={"actor": NAMELESS}, fields={"message": WORDS}, place="series:series", plain="id series at verb"
    ),
    "events.Event": Stored(
        CLUBS,
        _("Events that you own"),
        {"owner": NAMELESS},
        {"name": OWN, "slug": OWN, "place": WORDS, "description": WORDS},
        place="event:pk",
        plain="id first_day last_day opens closes breaks time_zone hall finals_last listed position planned_at "
        "created_at competitions",
    ),
    "events.EventCompetition": Stored(
        CLUBS,
        fields={"category": WORDS, "one_of": WORDS},
        place="event:event",
        plain="id event competition minutes referees ends_by born_from born_to licensed added_at",
    ),
    "events.Particulars": Stored(
        CLUBS,
        _("Year of birth and licence that you or an organiser told an event for its categories"),
        {"user": ROW},
        plain="id event birth_year licence",
    ),
    "events.Presence": Stored(CLUBS, _("Events to which you came"), {"user": ROW}, plain="id event at"),
    "events.PlannedMatch": Stored(
        CLUBS, _("Matches that you referee"), {"referee": UNLINK}, plain="id event fixture minutes first_at"
    ),
    "events.PlannedRound": Stored(CLUBS, plain="id event round starts_at"),
    "events.EventEntry": Stored(
        CLUBS, people={"actor": NAMELESS}, fields={"message": WORDS}, place="event:event", plain="id event at verb"
    ),
    "seasons.Leave": Stored(
        COMPETITIONS,
        _("Leave from a season"),
        {"by": NAMELESS},
        place="competition:competition",
        plain="id competition entrant first last starts_at ends_at taken_at over_at",
    ),
    "seasons.Substitution": Stored(
        COMPETITIONS,
        _("Substitutions"),
        {"before": NAMELESS, "after": NAMELESS, "by": NAMELESS},
        {"name_before": WORDS, "name_after": WORDS, "reason": WORDS},
        place="competition:competition",
        plain="id competition entrant waited_as position at",
    ),
    "seasons.Archive": Stored(
        COMPETITIONS,
        fields={"pages": OWN, "digest": OWN},
        place="competition:competition",
        plain="id competition edition made_at",
    ),
    "seasons.Asking": plain("id competition until closed_at", COMPETITIONS),
    "seasons.Renewal": Stored(
        COMPETITIONS, of="entrant__player", plain="id asking entrant carried key answer answered_at"
    ),
    "classes.SchoolClass": plain("id competition code delete_on made_at", CLASSES),
    "classes.Card": Stored(
        CLASSES,
        _("A pupil's card"),
        {"user": ROW},
        plain="id school entrant wrong closed_until key_wrong key_closed_until tried tried_at",
        secret="key nonce",
        of="user",
    ),
    "classes.Forgotten": Stored(CLASSES, people={"teacher": UNLINK}, plain="id at pupils matches on_its_day"),
    "clubs.Club": Stored(
        CLUBS,
        _("Clubs that you own"),
        {"owner": NAMELESS},
        {"name": OWN, "slug": OWN, "description": WORDS, "closed_because": WORDS},
        place="club:pk",
        plain="id visibility joining key succession_days objection_days created_at closed_at",
    ),
    "following.Follow": Stored(
        ACCOUNT,
        _("Your follows and followers"),
        {"user": ROW, "player": ROW},
        plain="id club competition since",
    ),
    "following.HiddenResults": Stored(ACCOUNT, _("Your wish to see results only on a tap"), {"user": ROW}),
    "analysis.Analysis": Stored(
        ACCOUNT,
        _("Your analyses"),
        {"owner": ROW},
        {"title": WORDS, "text": OWN},
        plain="id game visibility hidden version moves at position created_at updated_at",
    ),
    "puzzles.Puzzle": plain(
        "code game rules_version kind theme seat line solution gap worths offered rating deviation volatility tried "
        "solved",
        STATISTICS,
    ),
    "puzzles.Solver": Stored(
        PUZZLES,
        _("Your level at puzzles"),
        {"user": ROW},
        plain="id game rating deviation volatility tried solved streak best_streak best_rush",
    ),
    "puzzles.Attempt": Stored(
        PUZZLES,
        _("Your answers to puzzles"),
        {"user": ROW},
        plain="id puzzle answer right day right_on_day rating change at",
    ),
    "lessons.Lesson": Stored(
        LESSONS,
        _("Lessons that you made"),
        {"owner": ROW},
        {"title": ROW},
        plain="id school made_at",
        secret="key",
        of="owner",
    ),
    "lessons.Step": Stored(
        LESSONS, fields={"lesson": WITH, "words": WITH, "question": WITH}, plain="id place line solution"
    ),
    "lessons.Participant": Stored(
        LESSONS,
        _("Lessons that you solve, and your name there"),
        {"user": ROW},
        {"name": ROW},
        plain="id lesson begun_at",
    ),
    "lessons.Answer": Stored(
        LESSONS, _("Your answers in lessons"), fields={"participant": WITH}, plain="id step answer right solved at"
    ),
    "arenas.Arena": Stored(
        MATCHES,
        _("Arenas that you created"),
        {"owner": NAMELESS},
        {"name": OWN, "slug": OWN},
        place="arena:pk",
        plain="id game options club starts_at minutes control half_clock rated bots open_to_robots ends_at "
        "started_at ended_at cancelled_at created_at",
    ),
    "arenas.ArenaPlayer": Stored(
        MATCHES,
        _("Arenas that you were in"),
        {"user": NAMELESS},
        place="arena:arena",
        plain="id arena status half_clock joined_at seen_at waiting_since playing",
    ),
    "arenas.ArenaMatch": plain(
        "id arena match home away home_half away_half opened_at outcome short taken_at", MATCHES
    ),
    "arenas.ArenaEntry": Stored(MATCHES, people={"actor": NAMELESS}, plain="id arena at verb message"),
    "clubs.Membership": Stored(
        CLUBS,
        _("Memberships of clubs"),
        {"user": ROW},
        place="club:club",
        plain="id club staff asked since",
        secret="key",
        of="user",
    ),
    "clubs.HousePreset": Stored(
        CLUBS, people={"made_by": NAMELESS}, fields={"name": WORDS}, place="club:club", plain="id club values made_at"
    ),
    "clubs.ClubEntry": Stored(
        CLUBS, people={"actor": NAMELESS}, fields={"message": WORDS}, place="club:club", plain="id club at verb"
    ),
    "clubs.Handover": Stored(
        CLUBS,
        _("Ownership that you offered or were offered"),
        {"owner": ROW, "to": ROW},
        plain="id competition club kind state made_at ends_at ended_at",
    ),
    "privacy.Deletion": Stored(PRIVACY, _("Your wish to be deleted"), {"user": ROW}, plain="asked_at due_at"),
    "privacy.DataArchive": Stored(
        PRIVACY,
        _("Archives of your data"),
        {"user": ROW},
        plain="id asked_at ready_at size last_sheet",
        secret="file",
        of="user",
    ),
}
