"""A bot in under a hundred lines: it accepts every challenge and plays a legal move at random. Python, no package.

    python docs/example_bot.py http://localhost:8000 TOKEN                       wait for challenges
    python docs/example_bot.py http://localhost:8000 TOKEN super_goal greedy     first begin a match against a house bot

It ends with Ctrl-C, or with --once after its first match. docs/bots-api.md tells what each line is about.
"""

import json
import random
import sys
import time
import urllib.error
import urllib.request
import uuid

SITE, TOKEN, *WORDS = [word for word in sys.argv[1:] if word != "--once"]
ONCE = "--once" in sys.argv


def ask(path, body=None, timeout=30):
    """The answer to a GET, or to a POST of ``body``. Waits when it has asked too often."""
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    while True:
        try:
            request = urllib.request.Request(f"{SITE}/api/v1/{path}", data, headers)
            return urllib.request.urlopen(request, timeout=timeout)
        except urllib.error.HTTPError as error:
            if error.code not in (429, 503):
                raise
            time.sleep(float(error.headers.get("Retry-After") or 5))


def choose(match):
    """Your own idea goes here: ``match["view"]`` is the position, ``match["legal"]`` what may be done."""
    return random.choice(match["legal"])


def play(match_id):
    """Move while it is our turn."""
    while True:
        match = json.load(ask(f"matches/{match_id}/"))
        if not match["legal"]:
            return
        move = {"id": str(uuid.uuid4()), "v": match["version"], "moves": [choose(match)]}
        try:
            ask(f"matches/{match_id}/moves/", move)
        except urllib.error.HTTPError as error:
            if error.code != 409:  # 409: the match has moved on meanwhile, look again
                print("refused:", json.load(error)["detail"])
                return


def events():
    """What happens to us, for ever; the stream is opened again when it breaks."""
    while True:
        try:
            for line in ask("bot/events/", timeout=30):  # an empty line every few seconds says: still here
                if line.strip():
                    yield json.loads(line)
        except OSError as error:
            print("the stream broke:", error)
        time.sleep(1 + random.random())


def main():
    if WORDS:
        game, bot = (*WORDS, "greedy")[:2]
        print("playing", json.load(ask("challenges/", {"game": game, "bot": bot}))["match"])
    for event in events():
        if event["type"] == "challenge":
            try:
                ask(f"challenges/{event['challenge']}/accept/", {})
            except urllib.error.HTTPError as error:
                print("not accepted:", json.load(error)["detail"])
        elif event["type"] == "your_turn":
            play(event["match"])
        elif event["type"] == "match_end":
            print("over:", event["match"], (event["result"] or {}).get("score"))
            if ONCE:
                return


if __name__ == "__main__":
    main()
