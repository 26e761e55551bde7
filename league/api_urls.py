"""Addresses of the REST API, version 1, under ``/api/v1/``; the views are in each room's ``api``."""

from importlib.util import find_spec

from django.urls import URLPattern, URLResolver, include, path, re_path

from league.analysis import api as analyses
from league.api.addresses import Nowhere
from league.api.games import Games
from league.api.schema import Document
from league.arenas import api as arenas
from league.classes import api as classes
from league.clubs import api as clubs
from league.clubs import api_handovers as handovers
from league.competitions.api import (
    competitions,
    endpoints,
    exchange,
    halls,
    notes,
    people,
    play,
    reports,
    schedule,
    staff,
    stages,
)
from league.evenings import api as evenings
from league.events import api as events
from league.leagues import api as leagues
from league.lessons import api as lessons
from league.moderation import api as moderation
from league.players.api import players
from league.puzzles import api as puzzles
from league.seasons.api import accidents as seasons
from league.seasons.api import end as ends
from league.seasons.api import endpoints as season_endpoints
from league.series import api as series
from league.statistics import api as statistics

ONE = "competitions/<uuid:competition_id>/"
CLUB = "clubs/<uuid:club_id>/"
ARENA = "arenas/<uuid:arena_id>/"
EVENT = "events/<uuid:event_id>/"
FIXTURE = f"{ONE}fixtures/<uuid:fixture_id>/"

app_name = "api"
urlpatterns: list[URLPattern | URLResolver] = [
    path("schema/", Document.as_view(), name="schema"),
    path("games/", Games.as_view(), name="games"),
    path("competitions/", competitions.Competitions.as_view(), name="competitions"),
    path("competitions/import/", exchange.Import.as_view(), name="import"),
    path("competitions/import-report/", exchange.ImportReport.as_view(), name="import_report"),
    path("competition-schema/", exchange.Schema.as_view(), name="competition_schema"),
    path(f"{ONE}export/", exchange.Export.as_view(), name="export"),
    path(ONE, competitions.OneCompetition.as_view(), name="competition"),
    *endpoints.urlpatterns,
    path(f"{ONE}entrants/", competitions.Entrants.as_view(), name="entrants"),
    path(f"{ONE}invitations/", people.Invitations.as_view(), name="invitations"),
    path(f"{ONE}list/", people.EntrantList.as_view(), name="entrant_list"),
    path("arenas/", arenas.Arenas.as_view(), name="arenas"),
    path(ARENA, arenas.OneArena.as_view(), name="arena"),
    path(f"{ARENA}table/", arenas.ArenaStandings.as_view(), name="arena_table"),
    path(f"{ARENA}join/", arenas.ArenaJoin.as_view(), name="arena_join"),
    path(f"{ARENA}pause/", arenas.ArenaPause.as_view(), name="arena_pause"),
    path(f"{ARENA}leave/", arenas.ArenaLeave.as_view(), name="arena_leave"),
    path(f"{ARENA}here/", arenas.ArenaHere.as_view(), name="arena_here"),
    path(f"{ARENA}half-clock/", arenas.ArenaHalfClock.as_view(), name="arena_half_clock"),
    path(f"{ARENA}end/", arenas.ArenaEnd.as_view(), name="arena_end"),
    path(f"{ARENA}cancel/", arenas.ArenaCancel.as_view(), name="arena_cancel"),
    path("series/", series.AllSeries.as_view(), name="all_series"),
    path("series/<uuid:series_id>/", series.OneSeries.as_view(), name="series"),
    path("series/<uuid:series_id>/merit/", series.OrderOfMerit.as_view(), name="merit"),
    path("series/<uuid:series_id>/statistics/", series.SeriesStatistics.as_view(), name="series_statistics"),
    path("series/<uuid:series_id>/events/", series.Events.as_view(), name="series_events"),
    path("series/<uuid:series_id>/events/<uuid:competition_id>/", series.OneEvent.as_view(), name="series_event"),
    path("series/<uuid:series_id>/next/", series.NextEvent.as_view(), name="series_next"),
    path("series/<uuid:series_id>/people/", series.People.as_view(), name="series_people"),
    path("series/<uuid:series_id>/people/<int:matched_id>/", series.OneMatch.as_view(), name="series_match"),
    path("series/<uuid:series_id>/marks/", series.Marks.as_view(), name="series_marks"),
    path("series/<uuid:series_id>/marks/<int:mark_id>/", series.OneMark.as_view(), name="series_mark"),
    path("presets/", stages.Presets.as_view(), name="presets"),
    *season_endpoints.urlpatterns,
    *clubs.urlpatterns,
    *events.urlpatterns,
    path(f"{ONE}inactive/", seasons.Inactive.as_view(), name="inactive"),
    path(f"{ONE}inactive/remind/", seasons.Remind.as_view(), name="remind"),
    path(f"{ONE}substitutions/", seasons.Substitutions.as_view(), name="substitutions"),
    path(f"{ONE}leaves/", seasons.Leaves.as_view(), name="leaves"),
    path(f"{ONE}end/", ends.End.as_view(), name="end"),
    path(f"{ONE}reopen/", ends.Reopen.as_view(), name="reopen"),
    path(f"{ONE}archive/", ends.Editions.as_view(), name="archives"),
    path(f"{ONE}archive/<int:number>/", ends.Edition.as_view(), name="archive"),
    path(f"{ONE}renewals/", ends.Renewals.as_view(), name="renewals"),
    path(f"{ONE}renewals/again/", ends.AskAgain.as_view(), name="ask_again"),
    path(f"{ONE}renewals/close/", ends.CloseAsking.as_view(), name="close_asking"),
    path("renewals/answer/", ends.AnswerRenewal.as_view(), name="answer_renewal"),
    path(f"{ONE}evening/", evenings.OneEvening.as_view(), name="evening"),
    path(f"{ONE}evening/clock/", evenings.Clock.as_view(), name="evening_clock"),
    path(f"{ONE}evening/walk-in/", evenings.WalkIn.as_view(), name="walk_in"),
    path(f"{ONE}entrants/<uuid:entrant_id>/evening/", evenings.CheckIn.as_view(), name="evening_check_in"),
    path(f"{ONE}rounds/<int:number>/grid/", evenings.Grid.as_view(), name="grid"),
    path(f"{ONE}tables/", halls.Tables.as_view(), name="tables"),
    path(f"{ONE}rounds/", play.Rounds.as_view(), name="rounds"),
    path(f"{ONE}fixtures/", play.Fixtures.as_view(), name="fixtures"),
    path(FIXTURE, play.OneFixture.as_view(), name="fixture"),
    path(f"{ONE}ties/<uuid:tie_id>/", play.OneTie.as_view(), name="team_tie"),
    path(f"{FIXTURE}proposals/", schedule.Proposals.as_view(), name="proposals"),
    path(f"{FIXTURE}comments/", notes.Comments.as_view(), name="comments"),
    path(f"{ONE}plan/", schedule.Plan.as_view(), name="plan"),
    path(f"{ONE}options/", schedule.Options.as_view(), name="options"),
    path(f"{ONE}announcements/", notes.Announcements.as_view(), name="announcements"),
    path("absences/", schedule.Absences.as_view(), name="absences"),
    path(f"{FIXTURE}matters/", reports.Matters.as_view(), name="matters"),
    path(f"{ONE}bracket/", play.Bracket.as_view(), name="bracket"),
    path(f"{ONE}standings/", play.TableView.as_view(), name="standings"),
    path(f"{ONE}boards/", leagues.BoardTables.as_view(), name="board_tables"),
    path(f"{ONE}entrants/<uuid:entrant_id>/figures/", leagues.FiguresOfTeam.as_view(), name="team_figures"),
    path(f"{ONE}draws/", play.Draws.as_view(), name="draws"),
    path(f"{ONE}results/", play.ResultLog.as_view(), name="results"),
    path(f"{ONE}audit/", play.Audit.as_view(), name="audit"),
    path(f"{ONE}staff/", staff.StaffList.as_view(), name="staff"),
    path(f"{ONE}statistics/", statistics.CompetitionStatistics.as_view(), name="competition_statistics"),
    path(f"{ONE}leaders/", statistics.CompetitionLeaders.as_view(), name="competition_leaders"),
    path(f"{ONE}records/", statistics.CompetitionRecords.as_view(), name="competition_records"),
    path("games/<slug:slug>/statistics/", statistics.GameStatistics.as_view(), name="game_statistics"),
    path("games/<slug:slug>/records/", statistics.GameRecords.as_view(), name="game_records"),
    path("players/<uuid:player_id>/versus/<uuid:rival_id>/", statistics.Versus.as_view(), name="versus"),
    path("matches/<uuid:match_id>/statistics/", statistics.MatchStatistics.as_view(), name="match_statistics"),
    path("classes/", classes.AllClasses.as_view(), name="classes"),
    path(f"{ONE}class/", classes.OneClass.as_view(), name="class"),
    path(f"{ONE}class/pupils/", classes.Pupils.as_view(), name="class_pupils"),
    path(f"{ONE}class/cards/<uuid:card_id>/pin/", classes.NewPin.as_view(), name="class_pin"),
    path("clubs/", clubs.AllClubs.as_view(), name="clubs"),
    path(CLUB, clubs.OneClub.as_view(), name="club"),
    path("events/", events.AllEvents.as_view(), name="events"),
    path(EVENT, events.OneEvent.as_view(), name="event"),
    path(f"{EVENT}competitions/", events.EventParts.as_view(), name="event_competitions"),
    path(f"{EVENT}tables/", events.EventDesk.as_view(), name="event_tables"),
    path(f"{EVENT}timetable/", events.EventTimetable.as_view(), name="event_timetable"),
    path(f"{EVENT}people/", events.EventPeople.as_view(), name="event_people"),
    path(f"{CLUB}join/", clubs.JoinClub.as_view(), name="club_join"),
    path(f"{CLUB}members/", clubs.ClubMembers.as_view(), name="club_members"),
    path(f"{CLUB}members/<uuid:membership_id>/", clubs.OneMember.as_view(), name="club_member"),
    path(f"{CLUB}link/", clubs.ClubLink.as_view(), name="club_link"),
    path(f"{CLUB}honours/", clubs.Honours.as_view(), name="club_honours"),
    path(f"{CLUB}statistics/", clubs.ClubStatistics.as_view(), name="club_statistics"),
    path(f"{CLUB}presets/", clubs.ClubPresets.as_view(), name="club_presets"),
    path(f"{CLUB}audit/", clubs.ClubAudit.as_view(), name="club_audit"),
    path("handovers/", handovers.Handovers.as_view(), name="handovers"),
    path("moderation/cases/", moderation.Cases.as_view(), name="moderation_cases"),
    path("moderation/cases/<uuid:case_id>/decide/", moderation.Decide.as_view(), name="moderation_decide"),
    path("moderation/audit/", moderation.Audit.as_view(), name="moderation_audit"),
    path("notices/", moderation.Notices.as_view(), name="notices"),
    path("analyses/", analyses.Analyses.as_view(), name="analyses"),
    path("analyses/<uuid:analysis_id>/", analyses.OneAnalysis.as_view(), name="analysis"),
    path("puzzles/", puzzles.Puzzles.as_view(), name="puzzles"),
    path("puzzles/daily/", puzzles.DailyPuzzle.as_view(), name="daily_puzzle"),
    path("puzzles/next/", puzzles.NextPuzzle.as_view(), name="next_puzzle"),
    path("puzzles/<slug:code>/", puzzles.OnePuzzle.as_view(), name="puzzle"),
    path("lessons/", lessons.Lessons.as_view(), name="lessons"),
    path("lessons/<uuid:lesson_id>/", lessons.OneLesson.as_view(), name="lesson"),
    path("lessons/<uuid:lesson_id>/steps/", lessons.LessonSteps.as_view(), name="lesson_steps"),
    path("lessons/<uuid:lesson_id>/steps/<int:place>/", lessons.OneLessonStep.as_view(), name="lesson_step"),
    path("lessons/<uuid:lesson_id>/results/", lessons.LessonResults.as_view(), name="lesson_results"),
    path("lessons/by-key/<str:key>/", lessons.AskedLesson.as_view(), name="asked_lesson"),
    path("", include("league.players.api.urls")),
    path("players/<uuid:player_id>/", players.OnePlayer.as_view(), name="player"),
    path("players/<uuid:player_id>/record/", statistics.PlayerRecord.as_view(), name="player_record"),
    path("players/<uuid:player_id>/matches/", statistics.PlayerMatches.as_view(), name="player_matches"),
]
if find_spec("matches.api.urls"):
    urlpatterns.append(path("", include("matches.api.urls")))
urlpatterns.append(re_path("", Nowhere.as_view(), name="nowhere"))
