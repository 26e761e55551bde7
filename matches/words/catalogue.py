"""The words of the live table for the browser: the engines' and those of its own script.

``UI`` lists every msgid that ``static/js/table`` says (a test reads the scripts and compares); places are ``{name}``.
"""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache

from django.utils.translation import gettext, override
from django.utils.translation import gettext_noop as _

from engines.core.text import catalogue

UI = (
    _("Your turn."),
    _("Their turn."),
    _("You have chosen."),
    _("Sending your move…"),
    _("Waiting for both sides."),
    _("Paused."),
    _("The match is over."),
    _("This match is void."),
    _("Two ways lead there: which one?"),
    _("The server lost the last moves: the match goes on from this position."),
    _("Level, {score}."),
    _("{winner} win, {score}."),
    _("Back"),
    _("Confirm"),
    _("Pick up the ball"),
    _("The ball"),
    _("Move with the ball"),
    _("Play the ball"),
    _("{piece} with the ball, {cell}"),
    _("{piece} has the ball: move, or play the ball?"),
    _("{thing} in hand, one target."),
    _("{thing} in hand, {n} targets."),
    _("Nothing in hand."),
    _("Pick {piece}, {cell}"),
    _("The ball is at {cell}."),
    _("{team} may shoot at goal."),
    _("{team} may shoot at goal: {from}."),
    _("{team} may go for the ball."),
    _("{team} may go for the ball: {from}."),
    _("{n} seconds left"),
    _("{time} in all"),
    _("{time} to the whistle"),
    _("Time is up"),
    _("rolled {face}"),
    _("{team} rolled {face}"),
    _("agg. {score}"),
    _("pens {score}"),
    _("{turn} of {of}"),
    _("away {n} s"),
    _("not here"),
    _("bot"),
    _("{n} watching"),
    _("{name} decides"),
    _("On the board: {n} to choose, by arrow keys and Enter."),
    _("Move {n} of {of}"),
    _("Let it run"),
    _("Pause"),
    _("Verified: every roll is what the committed secret says."),
    _("These dice do not agree with what was committed."),
    _("The secret has the fingerprint that was published before the kick-off."),
    _("The secret does not have the published fingerprint."),
    _("{n} rolls computed, {wrong} differ."),
    _("Rolls 1 to {n} were checked with the secret of the match that this one goes on from."),
    _("This device remembers the same fingerprint and the seed that it sent."),
    _("This device remembers another fingerprint."),
    _("1 to {n}"),
    _("should be {n}"),
    _("You play on this device now; your other one only looks on."),
    _("You are playing on another device."),
    _("Take it back"),
    _("{name} is here"),
    _("{name} to play."),
    # chat
    _("Sign in, or sit down with a nickname, to write."),
    _("There is no chat in this room."),
    _("The match has been over for a day: its chat is closed."),
    _("This room is full."),
    _("This room is not open to you now."),
    _("Only the ready sentences may be used here."),
    _("That was quick: wait a few seconds before the next line."),
    _("You have just said that."),
    _("You may not write now."),
    _("Referee"),
    _("Organiser"),
    _("taken out: {because}"),
    _("About this line by {name}"),
    # offers and countdowns (static/js/table/offers.js)
    _("{name} offers a draw."),
    _("You offered a draw."),
    _("Offer a draw"),
    _("{name} asks for a pause."),
    _("You asked for a pause."),
    _("Ask for a pause"),
    _("{name} wants to play on."),
    _("You asked to play on."),
    _("Ask to play on"),
    _("{name} wants to start now."),
    _("You asked to start now."),
    _("Ask to start now"),
    _("Withdraw"),
    _("Accept"),
    _("Decline"),
    _("Claim the match"),
    _("{name} loses in {time} without a move."),
    _("{name} left, and has {time} to come back."),
    _("{name} left: the match may be claimed."),
    _("The pause ends in {time}."),
    _("Who is not here in {time} loses."),
    _("{n} d {h} h"),
    # drafts and line-ups
    _("One moment…"),
    _("Your line-up: move what you like, then confirm."),
    _("Your line-up: {n} placed, tap a place for the next."),
    _("{piece}: where to?"),
    _("{piece} to {cell}"),
    _("{cell}, changing places with {piece}"),
    _("Undo"),
    _("Line-ups"),
    _("As last time"),
    _("Mine: {name}"),
    _("From an empty board"),
    _("Remove"),
    _("Remove {name}"),
    _("That could not be kept: try again."),
    # prompts that are answered by themselves
    _("Always: {choice}"),
    _("Answered by itself: {choice}. Ask me again"),
    _("Ask again"),
    _("Ask again: {prompt}"),
    # the match's own sentences in its frames (matches/live/frames.py), which are in no engine's catalogue
    _("Waiting for an opponent"),
    _("Waiting for the kick-off"),
    _("The match is paused"),
    _("The match was declared void"),
    _("The match is over"),
    _("Both sides are choosing"),
    _("The match is awarded to {winner}"),
    _("The match is closed without a winner"),
    _("Play goes on"),
    _("The match goes on from move {v}"),
    _("The match is paused: something went wrong on the server, and it was reported"),
    _("A ruling was made"),
    _("A position was set up"),
    _("A move was taken back"),
    _("{name} decides for your side"),
    _("Hand the screen to {team}: nobody else looks"),
    _("{ruling}: {reason}"),
    _("three time-outs running"),
    _("its time for the match is used up"),
    _("the other side did not come"),
    _("neither side came"),
    _("A draw is agreed"),
    _("the other side left the table"),
    _("both sides agreed"),
    _("the pause that was agreed is over"),
    # the faces of dice
    _("forward"),
    _("backward"),
    _("lateral"),
    _("diagonal"),
)


@lru_cache
def words(lang: str) -> bytes:
    """Return both catalogues of ``lang`` as JSON: ``{"engine": {...}, "ui": {...}}``."""
    with override(lang):
        ui = {msgid: gettext(msgid) for msgid in UI}
    return json.dumps({"engine": catalogue(lang), "ui": ui}, ensure_ascii=False, sort_keys=True).encode()


def mark(lang: str) -> str:
    """Return a digest of the words of ``lang``: part of their address, so they are cached for ever."""
    return hashlib.sha256(words(lang)).hexdigest()[:12]
