"""The limits that docs/bots-api.md tells are those of the code."""

from pathlib import Path

from league.players.api import robots_stream
from league.players.verbs import robots
from matches.verbs import challenges

DOCUMENT = Path("docs/bots-api.md").read_text()


def test_the_numbers_of_the_document_are_those_of_the_code():
    rows = {line.split("|")[1].strip(): line.split("|")[2].strip() for line in DOCUMENT.splitlines() if "|" in line}
    assert rows["requests of one token"] == f"{robots.REQUESTS_A_MINUTE} a minute"
    assert rows["matches of one bot that are not over"] == str(challenges.MATCHES_AT_ONCE)
    assert rows["open offers of one bot"] == str(challenges.OFFERS_AT_ONCE)
    assert rows["event streams of one bot, in each web process"] == str(robots_stream.STREAMS_A_BOT)
    assert rows["bots of one person, tokens of one bot"] == f"{robots.BOTS_A_PERSON}, {robots.TOKENS_A_BOT}"
    for scope in robots.SCOPES:
        assert f"`{scope}`" in rows
