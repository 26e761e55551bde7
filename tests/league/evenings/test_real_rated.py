"""Results of real tables count for ratings and records as the organiser chose once, corrections included."""

from league.competitions.models import Entrant
from league.competitions.verbs import results, rulings
from league.competitions.verbs.rulings import Consent
from league.evenings import grid
from league.seasons.verbs import substitutes
from league.seasons.verbs.substitutes import Successor
from league.statistics.models import Book, Line
from league.statistics.queries.ratings import ratings_of
from league.statistics.verbs import books, ratings
from league.statistics.verbs.matches import record_match
from tests.league.evenings.room import at_tables, evening, play


def rating(entrant):
    return ratings_of("super_goal", [entrant.player_id]).get(entrant.player_id)


def shootouts(competition):
    """Return the matches decided by a shootout in the books of ``competition`` and of its game."""
    books.refresh(at_once=True)
    keys = [books.key_of_competition(competition.pk), books.key_of_game(competition.game)]
    return [Book.objects.get(key=key).numbers["shootouts"] for key in keys]


def test_they_do_not_unless_it_was_said(cast):
    event = evening(cast, 4)
    play(cast, event, 1)
    assert not Line.objects.filter(competition=event).exists()


def test_they_count_follow_a_correction_and_survive_the_void_match(cast):
    event = evening(cast, 4, real_rated=True)
    play(cast, event, 1, (2, 1))
    one = at_tables(event, 1)[0]
    assert Line.objects.filter(competition=event, counts=True).count() == 4
    ratings.refresh()
    assert rating(one.home) > rating(one.away)
    record_match(one.match, competition=event)
    assert Line.objects.filter(match=one.match).count() == 2, "the void match takes its result along"
    cells = {str(one.id): {"home": "0", "away": "3"}}
    grid.enter(competition=event, number=1, by=cast.organiser, cells=cells, reason="seats mixed up")
    line = Line.objects.get(match=one.match, side="home")
    assert (line.goals_for, line.goals_against, line.outcome) == (0, 3, "L")
    ratings.refresh()
    assert rating(one.home) < rating(one.away)
    rulings.void(fixture=one, by=cast.organiser, reason="not played after all")
    assert not Line.objects.filter(match=one.match).exists()
    results.collect()


def test_a_correction_leaves_who_played_and_when(cast):
    """Also after a substitute has taken over; what is played again is the substitute's."""
    made = evening(cast, 4, real_rated=True)
    play(cast, made, 1, (2, 1))
    one = at_tables(made, 1)[0]
    before = Line.objects.get(match=one.match, side="home")
    substitutes.substitute(
        entrant=one.home, by=cast.organiser, successor=Successor(name="Zora"), consent=Consent(confirmed=True)
    )
    rulings.enter_result(fixture=one, score=rulings.Score(3, 1), by=cast.organiser, reason="counted wrongly")
    after = Line.objects.get(match=one.match, side="home")
    assert (after.player, after.played_at, after.goals_for) == (before.player, before.played_at, 3)
    rulings.replay(fixture=one, by=cast.organiser, reason="wrong rules", confirmed=True)
    rulings.enter_result(fixture=one, score=rulings.Score(0, 1), by=cast.organiser)
    one.refresh_from_db()
    assert Line.objects.get(competition=made, goals_for=0).player.nickname == "Zora"


def test_a_shootout_counts_as_one_and_a_correction_takes_it_back(cast):
    made = evening(cast, 4, real_rated=True, buzzer="shootout")
    first, second = at_tables(made, 1)
    rulings.enter_result(fixture=first, score=rulings.Score(1, 1, (4, 3)), by=cast.organiser)
    rulings.enter_result(fixture=second, score=rulings.Score(2, 2), by=cast.organiser)
    assert list(Line.objects.filter(match=first.match).values_list("outcome", flat=True)) == ["D", "D"]
    assert shootouts(made) == [1, 1]
    record_match(first.match, competition=made)
    assert shootouts(made) == [1, 1], "the void match takes its result along"
    score = rulings.Score(2, 1)
    rulings.enter_result(fixture=first, score=score, by=cast.organiser, reason="no kicks were taken")
    assert shootouts(made) == [0, 0]


def test_walkovers_and_the_house_count_for_nobody(cast):
    event = evening(cast, 3, real_rated=True, odd="house_player", house_name="Oste")
    house = next(at_table for at_table in at_tables(event, 1) if at_table.away.status == Entrant.Status.HOUSE)
    other = next(at_table for at_table in at_tables(event, 1) if at_table != house)
    rulings.enter_result(fixture=house, score=rulings.Score(4, 0), by=cast.organiser)
    rulings.walkover(fixture=other, winner="home", by=cast.organiser, reason="did not come")
    assert not Line.objects.filter(competition=event).exists()
