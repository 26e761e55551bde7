"""The front page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from league.competitions.policy.parties import entries_of
from league.competitions.verbs import availability, silent_captains
from league.competitions.words.queue import next_of
from league.players.models import User
from league.puzzles.pages import daily_card
from league.site.pages import reading, visitor_marks
from matches import feed
from matches.pages.visitors import tagged


@tagged(visitor_marks.home)
def home(request: HttpRequest) -> HttpResponse:
    """Show an introduction to visitors, and to a player what is next. One part, as an open page asks for it again."""
    user = request.user
    drawn_at = [feed.drawn_at("lobby")]  # before the page's data is read
    if user.is_authenticated:
        drawn_at.append(feed.drawn_at(f"user:{user.pk}"))
    entries = entries_of(user) if user.is_authenticated else []
    recent, ahead = reading.front_fixtures(user, entries)
    next_up = next_of(user.pk, [row.tie.round.stage.competition for row in ahead]) if isinstance(user, User) else []
    at_tables = {up.fixture.match_id for up in next_up if up.table is not None}
    waiting = [match for match in reading.your_turn(user) if match.pk not in at_tables]
    above = {*at_tables, *(match.pk for match in waiting)}
    beside = [fixture for fixture in ahead if fixture.match_id not in above]
    open_now, running = reading.open_competitions(user), reading.running_competitions(user)
    of_fixtures = [fixture.tie.round.stage.competition for fixture in (*ahead, *recent)]
    context = {
        "feed": reading.heard(*drawn_at, competitions=[*of_fixtures, *open_now, *running]),
        "live": reading.live_now(user),
        "open": open_now,
        "running": running,
        "recent": recent,
        "waiting": waiting,
        "next": beside,
        "next_up": next_up,
        "line_ups": silent_captains.to_name(user, ahead) if user.is_authenticated else [],
        "questions": availability.to_answer(user, ahead) if user.is_authenticated else [],
        "table": reading.front_table(user, entries, [*ahead, *recent], running),
        "daily": daily_card(timezone.localdate()),
    }
    return render(request, "home/home.html", context)
