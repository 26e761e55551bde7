"""Attack: mail servers that refuse, are silent, drip or end in the midst, and workers that are killed."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from datetime import timedelta
from email.utils import parsedate_to_datetime
from types import SimpleNamespace

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core.cache import cache
from django.core.mail import EmailMessage, EmailMultiAlternatives, send_mail
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone
from kombu.exceptions import OperationalError
from redis.exceptions import ConnectionError as ValkeyAway

from deploy import metrics, status
from deploy.environment import ROOT
from deploy.stores import free_port
from engines.core.text import text
from league.competitions.tasks import send_letters
from league.competitions.verbs import invitations
from league.delivery import mail, mailing, smtp
from league.delivery.models import MailMessage
from league.moderation import factors
from league.players.models import Notification, User
from league.players.verbs import notify
from tests.cast import PASSWORD
from tests.league.builders import competition
from tests.security.test_outgoing_requests import dripping
from tests.server import surroundings
from tests.smtp import mail_server

BACKEND = "league.delivery.mail.Outbox"
TRANSPORT = "league.delivery.smtp.EmailBackend"


@pytest.fixture(autouse=True)
def outbox(settings):
    """The product's own settings of real mail; no server listens yet."""
    settings.EMAIL_BACKEND, settings.EMAIL_TRANSPORT, settings.EMAIL_IS_REAL = BACKEND, TRANSPORT, True
    settings.ACCOUNT_EMAIL_VERIFICATION, settings.ACCOUNT_PREVENT_ENUMERATION = "optional", "strict"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", free_port(), 5
    forget()
    yield
    forget()


@pytest.fixture
def server(settings):
    with mail_server(settings.EMAIL_PORT) as server:
        yield server


def forget():
    """No server rests and no run goes on."""
    cache.delete_many([mail.RESTS, mail.FAILURES, mail.WOKEN, mailing.SENDER])


def write(*people, subject="Hello", **more):
    for person in people or ["anna@example.org"]:
        EmailMessage(subject, "A link", to=[person], **more).send()
    return MailMessage.objects.order_by("-made_at").first()


def later(row=None):
    """All pauses and holds are over."""
    forget()
    mail.waiting().update(due_at=timezone.now())
    if row is not None:
        row.refresh_from_db()
    return row


def sign_up(name="gino"):
    form = {"username": name, "email": f"{name}@example.org", "password1": "Xk49-pluto-rosso"}
    return Client().post("/accounts/signup/", form, follow=True)


@pytest.mark.parametrize("silent", [False, True])
def test_no_page_waits_for_the_mail_server_and_its_mail_comes_when_it_is_back(cast, settings, silent):
    """Nobody listens, or somebody who never speaks: a request asks neither."""
    EmailAddress.objects.create(user=cast.anna, email=cast.anna.email, primary=True, verified=True)
    settings.EMAIL_TIMEOUT = 0.2
    with mail_server() as mute:
        mute.silent = True
        settings.EMAIL_PORT = mute.port if silent else settings.EMAIL_PORT
        answer = sign_up()
        assert answer.status_code == 200 and User.objects.filter(username="gino").exists()
        answer = Client().post("/accounts/password/reset/", {"email": cast.anna.email}, follow=True)
        assert answer.status_code == 200 and "on its way" in answer.content.decode()
        assert mute.sessions == 0 and mail.waiting().count() == 2
        assert mailing.send_due() == 0
        assert mail.waiting().count() == 2 and mail.waiting().exclude(answer="").exists()
        assert mute.sessions > 0 or not silent
    with mail_server() as server:
        settings.EMAIL_PORT = server.port
        later()
        assert mailing.send_due() == 2 and {each["To"] for each in server.mails} == {
            "gino@example.org",
            cast.anna.email,
        }
    assert "/password/reset/key/" in str(server.mails) + "".join(each.get_content() for each in server.mails)


def test_notifications_digests_and_letters_survive_a_silent_server(cast, settings):
    """They were marked before they were sent, and the worker's child that waited was killed."""
    for user in (cast.anna, cast.bruno):
        EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    User.objects.filter(pk=cast.bruno.pk).update(digest=True)
    message = text("The draw is done")
    notify.notify(
        users=User.objects.filter(pk__in=[cast.anna.pk, cast.bruno.pk]), kind="news", message=message, url="/", key="k"
    )
    invitations.invite(
        competition=competition(cast.organiser, places=4), by=cast.organiser, names="Gino, gino@example.org"
    )
    settings.EMAIL_TIMEOUT = 0.2
    with mail_server(settings.EMAIL_PORT) as mute:
        mute.silent = True
        assert (notify.send_mails(), notify.send_digests(), send_letters()) == (1, 1, 1)
        assert mute.sessions == 0 and mailing.send_due() == 0
    with mail_server() as server:
        settings.EMAIL_PORT = server.port
        later()
        assert mailing.send_due() == 3
    assert {each["To"] for each in server.mails} == {cast.anna.email, cast.bruno.email, "gino@example.org"}
    assert (notify.send_mails(), notify.send_digests(), send_letters(), mailing.send_due()) == (0, 0, 0, 0)


def test_what_is_marked_as_mailed_has_its_mail(cast, monkeypatch):
    """Killed between the two, neither is there."""
    notify.notify(users=[cast.anna], kind="news", message=text("The draw is done"), url="/", key="k")
    EmailAddress.objects.create(user=cast.anna, email=cast.anna.email, primary=True, verified=True)
    invitations.invite(
        competition=competition(cast.organiser, places=4), by=cast.organiser, names="Gino, gino@example.org"
    )
    with monkeypatch.context() as patched:
        patched.setattr(EmailMessage, "send", lambda message: 1 / 0)
        for send in (notify.send_mails, send_letters):
            with pytest.raises(ZeroDivisionError):
                send()
        User.objects.filter(pk=cast.anna.pk).update(digest=True)
        with pytest.raises(ZeroDivisionError):
            notify.send_digests()
    assert Notification.objects.get().mailed_at is None and User.objects.get(pk=cast.anna.pk).digest_at is None
    assert notify.send_digests() == send_letters() == 1


def test_a_mail_goes_with_the_transaction_of_what_it_is_about(db):
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        write()
        raise ZeroDivisionError
    assert not MailMessage.objects.exists()


@pytest.mark.parametrize("page", ["signup", "password/change"])
def test_a_form_of_an_account_writes_its_mail_or_nothing(cast, monkeypatch, page):
    EmailAddress.objects.create(user=cast.anna, email=cast.anna.email, primary=True, verified=True)
    client, password = Client(raise_request_exception=False), cast.anna.password
    form = {"oldpassword": PASSWORD, "password1": "Xk49-pluto-rosso", "password2": "Xk49-pluto-rosso"}
    if page == "signup":
        form = {"username": "gino", "email": "gino@example.org", "password1": "Xk49-pluto-rosso"}
    else:
        client.force_login(cast.anna, backend="django.contrib.auth.backends.ModelBackend")
    with monkeypatch.context() as patched:
        patched.setattr(mail.Outbox, "send_messages", lambda *_: 1 / 0)
        assert client.post(f"/accounts/{page}/", form).status_code == 500
    assert not User.objects.filter(username="gino").exists()
    assert User.objects.get(pk=cast.anna.pk).password == password
    assert client.post(f"/accounts/{page}/", form).status_code == 302 and mail.waiting().count() == 1


def test_one_deadline_for_a_server_that_drips(db, settings, monkeypatch):
    """Each byte comes in time, and the greeting never ends."""
    monkeypatch.setattr(smtp, "WHOLE", 0.5)
    row = write()
    for secure in (False, True):
        settings.EMAIL_USE_SSL = secure
        first = b"\x16\x03\x03\x40\x00\x02\x00\x3f\xfc\x03\x03" if secure else b"220 "
        with dripping(first, pause=0.1, lasts=30) as drip:
            settings.EMAIL_PORT = drip.port
            later()
            assert mailing.send_due() == 0 and drip.opened == 1
    assert later(row).attempts == 2 and mail.waiting().exists()


def test_the_next_address_of_a_server_is_tried(db, server, settings, monkeypatch):
    """A name with an address of IPv6 where the server listens on IPv4 alone."""
    write()
    monkeypatch.setattr(smtp.outgoing, "look_up", lambda *_: ["::1", "127.0.0.1"])
    assert mailing.send_due() == 1


def test_addresses_that_do_not_answer_have_one_deadline_together(db, monkeypatch):
    asked = []

    def connect(address, timeout):
        asked.append(timeout)
        clock.now += timeout
        raise TimeoutError

    clock = SimpleNamespace(now=0.0)
    clock.monotonic = lambda: clock.now
    write()
    monkeypatch.setattr(smtp.outgoing, "look_up", lambda *_: [f"192.0.2.{number}" for number in range(50)])
    monkeypatch.setattr(smtp, "time", clock)
    monkeypatch.setattr(smtp.outgoing, "time", clock)
    monkeypatch.setattr(smtp.socket, "create_connection", connect)
    with pytest.raises(mail.ServerAway):
        mailing.transmit(MailMessage.objects.get())
    assert sum(asked) == smtp.WHOLE


def test_refused_for_now_is_tried_again_and_taken(db, server):
    row = write()
    server.answers["anna@example.org"] = [b"450 greylisted, anna@example.org"]
    assert mailing.send_due() == 0
    row.refresh_from_db()
    assert row.answer == "450 greylisted, ..." and row.due_at > timezone.now() + mail.FIRST_WAIT / 2
    assert mailing.send_due() == 0 and server.named == ["anna@example.org"], "not before its pause is over"
    later()
    assert mailing.send_due() == 1 and len(server.letters) == 1
    assert later(row).taken_at and row.attempts == 2


def test_a_mail_is_refused_for_now_after_a_day_without_the_server(db, server):
    """Each attempt at a server that was away counts: greylisting comes after hundreds of them."""
    row = write()
    MailMessage.objects.update(attempts=300)
    server.answers["anna@example.org"] = [b"450 greylisted"]
    assert mailing.send_due() == 0
    row.refresh_from_db()
    assert row.answer == "450 greylisted" and row.due_at > timezone.now() + mail.LONGEST_WAIT / 2
    assert later(row).attempts == 301 and mailing.send_due() == 1


def test_the_pause_of_a_mail_grows_and_has_an_end(db, server):
    row, pauses = write(), []
    server.answers["DATA"] = [b"451 not now"] * 9
    for _ in range(9):
        before = timezone.now()
        assert mailing.send_due() == 0
        row.refresh_from_db()
        pauses.append(round((row.due_at - before) / mail.FIRST_WAIT))
        later()
    assert pauses == [1, 2, 4, 8, 16, 32, 60, 60, 60]


def test_an_address_that_does_not_exist_holds_up_no_other(db, server, caplog):
    server.answers["anna@example.org"] = [b"550 no anna@example.org here"] * 9
    write("anna@example.org", "bruno@example.org")
    assert mailing.send_due() == 1
    given_up = MailMessage.objects.get(given_up_at__isnull=False)
    assert given_up.answer == "550 no ... here"
    assert str(given_up.pk) in caplog.text and "anna" not in caplog.text
    later()
    assert mailing.send_due() == 0 and server.named.count("anna@example.org") == 1, "never again"


def test_a_server_that_ends_in_the_midst_gets_the_same_mail_again(db, server):
    row, others = write(), ["bruno@example.org", "carlo@example.org"]
    number = row.headers["Message-ID"]
    server.dies_in_data = 1
    assert mailing.send_due() == 0
    assert later(row).attempts == 1 and row.due_at is not None
    write(*others)
    assert mailing.send_due() == 3
    assert [each["Message-ID"] for each in server.mails if each["To"] == row.to] == [number]


def test_a_mail_that_ends_each_session_lets_the_others_go_first(db, server):
    """Its own pause grows besides: after the server's rest those behind it leave."""
    write("anna@example.org")
    server.answers["anna@example.org"] = [b"421 closing"] * 99
    assert mailing.send_due() == 0
    write("bruno@example.org")
    assert mailing.send_due() == 0, "the server rests"
    forget()
    assert mailing.send_due() == 1 and server.mails[0]["To"] == "bruno@example.org"


@pytest.mark.parametrize("command", ["EHLO", "MAIL"])
def test_a_server_that_refuses_us_is_not_asked_for_each_mail(db, server, command):
    """Our sender, or us: that is about every mail, and is not final for any of them."""
    write(*(f"p{number}@example.org" for number in range(20)))
    server.answers["EHLO"] = server.answers["HELO"] = [b"554 not you"] * 99 if command == "EHLO" else []
    server.answers["MAIL"] = [b"553 not this sender"] * 99
    assert mailing.send_due() == 0
    assert 1 <= server.sessions <= mailing.LANES and mail.waiting().count() == 20
    server.answers.clear()
    later()
    assert mailing.send_due() == 20


def test_the_rest_of_a_server_grows_and_ends_with_the_first_success(db, settings, caplog):
    write("anna@example.org", "bruno@example.org")
    rests = []
    for _ in range(9):
        assert mailing.send_due() == 0
        rests.append(int(re.findall(r"next attempt in (\d+) s", caplog.text)[-1]))
        assert mail.claim(1) == []
        cache.delete(mail.RESTS)
    assert rests == [5, 10, 20, 40, 80, 160, 300, 300, 300]
    assert mail.waiting().filter(due_at__lte=timezone.now()).count() == 2, "no mail waits longer than the server"
    with mail_server(settings.EMAIL_PORT):
        assert mailing.send_due() == 2
    assert cache.get(mail.FAILURES) is None


def test_a_server_that_is_slow_with_one_address_holds_up_no_other(db, server):
    server.holds["slow@example.org"] = threading.Event()
    write("slow@example.org", "anna@example.org", "bruno@example.org", "carlo@example.org", "dora@example.org")
    run = {}

    def watch():
        while not mailing_done(server, 4):
            pass
        run["before"] = len(server.letters)
        server.holds["slow@example.org"].set()

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    assert mailing.send_due() == 5 and run["before"] == 4
    watcher.join()


def mailing_done(server, number):
    server.ended.wait(0.02)
    return len(server.letters) >= number or server.ended.is_set()


@pytest.mark.django_db(transaction=True)
def test_a_worker_killed_after_sending_sends_the_same_mail_again(server, settings):
    """At least once: the server has taken it, and nobody noted that."""
    row = write()
    killed = (
        "import os, signal, django; django.setup()\n"
        "from league.delivery import mail, mailing\n"
        "mail.record = lambda *_: os.kill(os.getpid(), signal.SIGKILL)\n"
        "mailing.send_due()"
    )
    around = surroundings("outward", EMAIL_URL=f"smtp://127.0.0.1:{server.port}")
    ended = subprocess.run([sys.executable, "-c", killed], env=around, cwd=ROOT, timeout=120, check=False)
    assert ended.returncode == -9 and len(server.letters) == 1
    row.refresh_from_db()
    assert row.taken_at is None and row.attempts == 1 and row.due_at > timezone.now(), "it is held"
    cache.delete(mailing.SENDER)
    assert mailing.send_due() == 0, "held for a minute: the worker might live"
    later()
    assert mailing.send_due() == 1
    first, twin = server.mails
    assert first["Message-ID"] == twin["Message-ID"] == row.headers["Message-ID"] and first["Date"] == twin["Date"]


def test_one_run_at_a_time(db, server):
    write()
    assert cache.add(mailing.SENDER, True, timeout=30)
    assert mailing.send_due() == 0
    cache.delete(mailing.SENDER)
    assert mailing.send_due() == 1


def test_links_leave_the_row_with_the_mail(db, server):
    server.answers["bruno@example.org"] = [b"550 no"]
    write("anna@example.org", "bruno@example.org", headers={"X-Link": "secret"})
    mailing.send_due()
    for row in MailMessage.objects.all():
        assert (row.to, row.subject, row.text, row.html, row.headers, row.due_at) == ("", "", "", "", {}, None)


@pytest.mark.parametrize("page", ["reset", "signup"])
def test_a_link_that_has_ended_is_not_sent(cast, server, settings, caplog, page):
    EmailAddress.objects.create(user=cast.anna, email=cast.anna.email, primary=True, verified=True)
    if page == "reset":
        Client().post("/accounts/password/reset/", {"email": cast.anna.email})
    else:
        sign_up()
    row = MailMessage.objects.get()
    lasts = timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT) if page == "reset" else timedelta(days=3)
    assert abs(row.expires_at - row.made_at - lasts) < timedelta(minutes=1) and "Expires" not in row.headers
    MailMessage.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert mailing.send_due() == 0 and server.sessions == 0
    assert later(row).given_up_at and row.text == "" and str(row.pk) in caplog.text


def test_after_days_a_mail_is_given_up_and_the_operator_is_told(db, caplog):
    row = write()
    mailing.send_due()
    MailMessage.objects.update(expires_at=timezone.now())
    mailing.send_due()
    assert later(row).given_up_at and "was given up after 1 attempts" in caplog.text
    assert "anna" not in caplog.text


def test_every_mail_says_that_a_machine_wrote_it(cast, server):
    """RFC 3834, so that no other machine answers it; and it has one Message-ID, one Date and its language."""
    EmailAddress.objects.create(user=cast.anna, email=cast.anna.email, primary=True, verified=True)
    Authenticator.objects.create(user=cast.anna, type=Authenticator.Type.TOTP, data={})
    User.objects.filter(pk=cast.anna.pk).update(language="it")
    cast.anna.refresh_from_db()
    factors.take(user=cast.anna, reason="lost the phone in the sea")
    sign_up()
    client = Client()
    client.force_login(cast.anna, backend="django.contrib.auth.backends.ModelBackend")
    form = {"oldpassword": PASSWORD, "password1": "Xk49-pluto-rosso", "password2": "Xk49-pluto-rosso"}
    client.post("/accounts/password/change/", form)
    Client().post("/accounts/password/reset/", {"email": cast.anna.email})
    notify.notify(users=[cast.anna], kind="news", message=text("The draw is done"), url="/", key="k")
    assert notify.send_mails() == 1
    invitations.invite(
        competition=competition(cast.organiser, places=4), by=cast.organiser, names="Gino, gino@example.org"
    )
    assert send_letters() == 1
    send_mail("Hello", "from a command", None, ["admin@example.org"])
    assert mailing.send_due() == 7
    for letter in server.mails:
        assert letter["Auto-Submitted"] == "auto-generated", letter["Subject"]
        assert len(letter.get_all("Message-ID")) == len(letter.get_all("Date")) == 1
        assert parsedate_to_datetime(letter["Date"]).tzinfo is not None
    (told,) = [letter for letter in server.mails if letter["List-Unsubscribe"]]
    assert told["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click" and told["Content-Language"] == "it"


def test_each_recipient_has_a_row_and_sees_the_open_ones(db, server):
    server.answers["bruno@example.org"] = [b"550 no"]
    people = {
        "to": ["Anna <anna@example.org>", "bruno@example.org"],
        "cc": ["carlo@example.org"],
        "bcc": ["dora@example.org"],
    }
    message = EmailMultiAlternatives("Hé", "text", **people, reply_to=["reply@example.org"])
    message.attach_alternative("<p>html</p>", "text/html")
    assert message.send() == 1
    assert mailing.send_due() == 3 and sorted(server.named) == [
        f"{name}@example.org" for name in ("anna", "bruno", "carlo", "dora")
    ]
    for letter in server.mails:
        assert (letter["To"], letter["Cc"]) == ("Anna <anna@example.org>, bruno@example.org", "carlo@example.org")
        assert letter["Subject"] == "Hé" and letter["Reply-To"] == "reply@example.org" and "dora" not in str(letter)
        assert [part.get_content_type() for part in letter.iter_parts()] == ["text/plain", "text/html"]
    write_html = EmailMessage("Hello", "<p>only</p>", to=["anna@example.org"])
    write_html.content_subtype = "html"
    write_html.send()
    assert mailing.send_due() == 1 and server.mails[-1].get_content_type() == "text/html"


def test_what_cannot_be_kept_is_refused_where_it_is_written(db):
    attached = EmailMessage("Hello", "text", to=["anna@example.org"])
    attached.attach("a.txt", "words")
    other = EmailMultiAlternatives("Hello", "text", to=["anna@example.org"])
    other.attach_alternative("{}", "application/json")
    for message, words in (
        (attached, "no attachments"),
        (other, "not text/plain, application/json"),
        (EmailMessage("a\nb", "", to=["a@example.org"]), "newlines"),
    ):
        with pytest.raises(ValueError, match=words):
            message.send()
    assert not MailMessage.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_commit_wakes_the_worker_once_and_without_a_broker_nobody_notices(monkeypatch, caplog):
    sent = []
    monkeypatch.setattr(mail.current_app, "send_task", lambda name, **options: sent.append(name))
    write("anna@example.org", "bruno@example.org")
    assert sent == [mail.TASK], "one wake waits"
    forget()
    for error in (OperationalError("no broker"), ValkeyAway("no cache")):

        def away(*given, error=error, **named):
            raise error

        monkeypatch.setattr(mail.current_app, "send_task", away)
        write()
        forget()
    assert MailMessage.objects.count() == 4 and caplog.text.count("waits for the sweep") == 2


def test_the_operator_sees_what_waits_and_what_was_given_up(db, server):
    server.answers |= {"anna@example.org": [b"450 later"], "bruno@example.org": [b"550 never"]}
    write("anna@example.org", "bruno@example.org", "carlo@example.org")
    mailing.send_due()
    write("dora@example.org")
    mail.waiting().exclude(answer="").update(made_at=timezone.now() - timedelta(minutes=20))
    with connection.cursor() as cursor:
        cursor.execute(metrics._SITE)
        figures = dict(zip([name for name, _ in metrics._SITE_NAMES], cursor.fetchone(), strict=True))
    assert (figures["mail_waiting"], figures["mail_failing"], figures["mail_given_up"]) == (2, 1, 1)
    assert 1190 <= figures["mail_age_seconds"] < 1300


def held_up_for() -> tuple[float, bool]:
    """Return the age that raises the alarm, and whether the page of status calls mail slow."""
    with connection.cursor() as cursor:
        cursor.execute(metrics._SITE)
        figures = dict(zip([name for name, _ in metrics._SITE_NAMES], cursor.fetchone(), strict=True))
    return float(figures["mail_held_up_seconds"] or 0), status._mail(timezone.now())[0] == "warn"


def test_one_mailbox_that_is_full_for_ever_raises_no_alarm(db, server, settings):
    settings.EMAIL_IS_REAL = True
    server.answers |= {"anna@example.org": [b"452 full"] * 9}
    write("anna@example.org")
    mailing.send_due()
    mail.waiting().update(made_at=timezone.now() - timedelta(hours=30))
    assert held_up_for() == (pytest.approx(30 * 3600, abs=60), True), "perhaps the server refuses everybody"
    write("bruno@example.org")
    mailing.send_due()
    assert held_up_for() == (0, False)
    write("carlo@example.org")
    mail.waiting().filter(answer="").update(made_at=timezone.now() - timedelta(minutes=20))
    assert held_up_for() == (pytest.approx(1200, abs=60), True), "nobody sends it"


def test_a_fault_of_ours_in_one_mail_stops_no_other(db, server, monkeypatch, caplog):
    write("anna@example.org", "bruno@example.org")
    made = mail.message_of
    monkeypatch.setattr(mail, "message_of", lambda row: 1 / 0 if row.to.startswith("anna") else made(row))
    assert mailing.send_due() == 1 and "nobody foresaw" in caplog.text
    assert mail.waiting().get().to == "anna@example.org"


def test_without_a_real_server_a_mail_is_printed(db, settings, capfd):
    settings.EMAIL_TRANSPORT = "django.core.mail.backends.console.EmailBackend"
    write(subject="What would be sent")
    assert mailing.send_due() == 1
    assert "Subject: What would be sent" in capfd.readouterr().out
