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
    _("Your opponent’s turn."),
    _("You have chosen."),
    _("Sending your move…"),
    _("Waiting for both sides."),
    _("Paused."),
    _("The match is over."),
    _("This match is void."),
    _("There are two ways to get there. Which one?"),
    _("The server lost the last moves: the match goes on from this position."),
    _("Level at {score}."),
    _("{winner} wins {score}."),
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
    _("{team} can shoot at goal."),
    _("{team} can shoot at goal: {from}."),
    _("{team} can go for the ball."),
    _("{team} can go for the ball: {from}."),
    _("{n} s left"),
    _("{time} in all"),
    _("{time} to the whistle"),
    _("Time is up"),
    _("rolled {face}"),
    _("{team} rolled {face}"),
    _("agg. {score}"),
    _("pens {score}"),
    _("{turn} of {of}"),
    _("away {time}"),
    _("not here"),
    _("bot"),
    _("{n} watching"),
    _("{name} decides"),
    _("{n} choices on the board, by arrow keys and Enter."),
    _("Move {n} of {of}"),
    _("Play all"),
    _("Pause"),
    _("Verified: every roll matches the committed secret."),
    _("These dice do not match the commitment."),
    _("The secret matches the fingerprint published before the kick-off."),
    _("The secret does not match the published fingerprint."),
    _("{n} rolls computed, {wrong} differ."),
    _("Rolls 1 to {n} were checked with the secret of the match that this one goes on from."),
    _("This device remembers the same fingerprint and the seed it sent."),
    _("This device remembers another fingerprint."),
    _("1 to {n}"),
    _("should be {n}"),
    _("You play on this device now; your other one only watches."),
    _("You are playing on another device."),
    _("Play here"),
    _("{name} is here"),
    _("{name} to play."),
    # chat
    _("Sign in, or choose a nickname, to write."),
    _("There is no chat in this room."),
    _("The match ended a day ago. Its chat is closed."),
    _("This room is full."),
    _("You cannot enter this room now."),
    _("You can only use preset phrases here."),
    _("Too fast. Wait a few seconds before the next message."),
    _("You just sent that."),
    _("You cannot write now."),
    _("Referee"),
    _("Organiser"),
    _("removed: {because}"),
    _("Options for this message by {name}"),
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
    _("Hint: {choice}"),
    _("No hint just now. Try again in a moment."),
    _("{name} asks to undo the last move."),
    _("You asked to undo your last move."),
    _("Ask to undo your last move"),
    _("{name} wants to start now."),
    _("You asked to start now."),
    _("Ask to start now"),
    _("Withdraw"),
    _("Accept"),
    _("Decline"),
    _("Claim the match"),
    _("{name} loses in {time} without a move."),
    _("{name} left and has {time} to come back."),
    _("{name} left. You can claim the match."),
    _("The pause ends in {time}."),
    _("You lose if you are not here in {time}."),
    _("{n} d {h} h"),
    # drafts and line-ups
    _("One moment…"),
    _("Your line-up: move your pieces, then confirm."),
    _("Your line-up: {n} placed. Tap a place for the next."),
    _("Where does {piece} go?"),
    _("{piece} to {cell}"),
    _("{cell}, swapping with {piece}"),
    _("Undo"),
    _("Line-ups"),
    _("As last time"),
    _("Mine: {name}"),
    _("From an empty board"),
    _("Remove"),
    _("Remove {name}"),
    _("Couldn’t save. Try again."),
    # prompts that are answered by themselves
    _("Always: {choice}"),
    _("Auto-answer: {choice}. Ask me again"),
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
    _("The match is paused: something went wrong on the server, and we know about it"),
    _("The referee ruled"),
    _("A position was set up"),
    _("A move was undone"),
    _("{name} decides for your side"),
    _("Hand the screen to {team}. Nobody else may look."),
    _("{ruling}: {reason}"),
    _("three time-outs in a row"),
    _("it used up its time for the match"),
    _("the other side did not come"),
    _("neither side came"),
    _("A draw is agreed"),
    _("the other side left the match"),
    _("both sides agreed"),
    _("the agreed pause has ended"),
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
