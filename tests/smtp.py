"""A mail server for tests, which refuses, is silent or ends on command."""

from __future__ import annotations

import email
import re
import socketserver
import threading
from collections import defaultdict
from contextlib import contextmanager
from email import policy


class MailServer(socketserver.ThreadingTCPServer):
    """Takes everything and keeps the letters, but for what the test tells it."""

    allow_reuse_address = daemon_threads = True

    def __init__(self, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), _Session)
        self.letters: list[bytes] = []
        self.sessions = 0
        self.silent = False
        """Take connections and say nothing."""
        self.dies_in_data = 0
        """Letters in whose midst it ends the session."""
        self.answers: dict[str, list[bytes]] = defaultdict(list)
        """Of an address or a command, the answers of the next times; then 250."""
        self.named: list[str] = []
        """Recipients, each as often as it was named."""
        self.holds: dict[str, threading.Event] = {}
        """Recipients that are answered when their event comes."""
        self.ended = threading.Event()

    @property
    def port(self) -> int:
        return self.server_address[1]

    @property
    def mails(self):
        return [email.message_from_bytes(letter, policy=policy.default) for letter in self.letters]


class _Session(socketserver.StreamRequestHandler):
    server: MailServer

    def handle(self) -> None:
        self.server.sessions += 1
        if self.server.silent:
            self.server.ended.wait(30)
            return
        self.say(b"220 here")
        for line in self.rfile:
            command, address = line[:4].upper().decode(), re.search(r"<(.*)>", line.decode())
            if command == "DATA" and not self.take():
                return
            if command != "DATA":
                self.say(self.answer(command, address[1] if address else ""))

    def answer(self, command: str, address: str) -> bytes:
        if command == "QUIT":
            return b"221 bye"
        if command == "RCPT":
            self.server.named.append(address)
            if address in self.server.holds:
                self.server.holds[address].wait(30)
        told = self.server.answers[address if command == "RCPT" else command]
        return told.pop(0) if told else b"250 ok"

    def take(self) -> bool:
        self.say(b"354 go on")
        if self.server.dies_in_data:
            self.server.dies_in_data -= 1
            self.rfile.readline()
            return False
        letter = b"".join(iter(self.rfile.readline, b".\r\n"))
        answer = self.answer("DATA", "")
        if answer.startswith(b"2"):
            self.server.letters.append(letter)
        self.say(answer)
        return True

    def say(self, words: bytes) -> None:
        self.wfile.write(words + b"\r\n")


@contextmanager
def mail_server(port: int = 0):
    """A MailServer at a port of loopback."""
    with MailServer(port) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield server
        finally:
            server.ended.set()
            server.shutdown()
            thread.join()
