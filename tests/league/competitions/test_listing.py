"""Entrants by CSV: columns as they come, every bad line named, nothing half done."""

from datetime import timedelta

import pytest
from django.core import mail
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from league.competitions.errors import EntryRefused
from league.competitions.exchange.people import decoded
from league.competitions.models import Letter
from league.competitions.tasks import send_letters
from league.competitions.verbs import drawing, entries, invitations, listing, swiss
from tests.league.builders import competition, running

LIST = "Aldo Rossi;aldo@example.org;2;Bar Sport\nBerta;;1\n\nCarlo\n"


@pytest.fixture
def cup(cast):
    return competition(cast.organiser, places=2, seeding="hand")


def test_it_works(cast, cup):
    assert listing.check(competition=cup, text=LIST).problems == []
    entrants = listing.enter_list(competition=cup, by=cast.organiser, text=LIST)
    assert [(row.name, row.club, row.status) for row in entrants] == [
        ("Aldo Rossi", "Bar Sport", "entered"),
        ("Berta", "", "entered"),
        ("Carlo", "", "waiting"),
    ]
    drawing.draw(competition=cup, by=cast.organiser)
    assert list(cup.entrants.filter(seed__isnull=False).values_list("name", flat=True)) == ["Berta", "Aldo Rossi"]
    assert send_letters() == 1
    assert mail.outbox[0].to == ["aldo@example.org"] and f"/enter/{entrants[0].personal_key}/" in mail.outbox[0].body
    assert Letter.objects.get().to == "", "the address is not kept"


@pytest.mark.parametrize(
    "given",
    [
        "name,club\nAldo,Bar Sport",
        "Club\tNome\nBar Sport\tAldo",
        "\ufeffNome;E-mail;Club\r\nAldo;;Bar Sport\r\n",
        'Aldo,,,"Bar Sport"',
    ],
)
def test_columns_are_told_by_their_heads_or_their_order(cup, given):
    read = listing.check(competition=cup, text=given)
    assert read.problems == []
    assert [(line.name, line.club) for line in read.lines] == [("Aldo", "Bar Sport")]


def test_a_single_column_has_no_head_but_its_own_name(cup):
    assert [line.name for line in listing.check(competition=cup, text="Team\nNome").lines] == ["Team", "Nome"]
    assert [line.name for line in listing.check(competition=cup, text="Nome\nTeam").lines] == ["Team"]


def test_every_bad_line_is_named_and_nobody_enters(cast, cup):
    entries.enter_names(competition=cup, by=cast.organiser, names="Dora")
    given = "Aldo\nx\ndora\nAldo\nBerta;nowhere\nCarlo;;zero\nEnea;;3\nFulvia;;3\nGino;;;;more\nHilde;;;" + "x" * 31
    read = listing.check(competition=cup, text=given)
    assert [number for number, _reason in read.problems] == [2, 3, 4, 5, 6, 8, 9, 10]
    with pytest.raises(EntryRefused, match=r"Line 2.*Line 10"):
        listing.enter_list(competition=cup, by=cast.organiser, text=given)
    assert cup.entrants.count() == 1


def test_seeds_count_only_where_they_are_set_by_hand(cast):
    cup = competition(cast.organiser)
    ((number, reason),) = listing.check(competition=cup, text="Aldo;;1").problems
    assert number == 1 and "by hand" in reason


@pytest.mark.parametrize("seed", ["0", "1025", "00000112345", "000001" + "9" * 5000, "²", "٣"])
def test_a_seed_that_no_list_has_is_named(cast, seed):
    cup = competition(cast.organiser, seeding="hand")
    ((number, reason),) = listing.check(competition=cup, text=f"Aldo;;{seed}").problems
    assert number == 1 and "from 1 to 1024" in reason
    assert listing.check(competition=cup, text="Aldo;;0007").lines[0].seed == 7


def test_a_second_list_finds_the_seeds_of_the_first_taken(cast, cup):
    listing.enter_list(competition=cup, by=cast.organiser, text="Aldo;;1\nBerta;;3")
    read = listing.check(competition=cup, text="Carlo;;1\nDora;;2\nEnea;;3\nFulvia;;4")
    assert read.problems == [(1, "Aldo already has seed 1."), (3, "Berta already has seed 3.")]


def test_an_address_longer_than_what_is_stored_is_named(cup):
    ((number, reason),) = listing.check(competition=cup, text=f"Aldo;{'a' * 250}@example.org").problems
    assert number == 1 and "is not an e-mail address" in reason


@pytest.mark.parametrize("given", ["", "\n \n", "x" * 400_000, "\n".join(f"Player {n}" for n in range(1100))])
def test_too_little_and_too_much_are_refused(cast, cup, given):
    with pytest.raises(EntryRefused):
        listing.enter_list(competition=cup, by=cast.organiser, text=given)


def test_a_file_of_a_spreadsheet_is_read_as_it_was_saved():
    assert decoded("Nicolò".encode("utf-8-sig")) == decoded("Nicolò".encode("cp1252")) == "Nicolò"


def test_right_lines_are_entered_and_the_others_come_back(cast, cup):
    given = "name;seed\nAldo;1\nx\nBerta;2\nBerta"
    made, read = listing.enter_good_lines(competition=cup, by=cast.organiser, text=given)
    assert [entrant.name for entrant in made] == ["Aldo", "Berta"]
    assert (read.heading, read.texts[3], read.texts[5]) == ("name;seed", "x", "Berta") and set(read.wrong) == {3, 5}
    again, read = listing.enter_good_lines(competition=cup, by=cast.organiser, text=given)
    assert not again and set(read.wrong) == {2, 3, 4, 5} and cup.entrants.count() == 2


def test_who_gets_a_letter_has_the_link(cast, cup):
    aldo, berta = listing.enter_list(competition=cup, by=cast.organiser, text="Aldo;aldo@example.org\nBerta")
    assert not aldo.link_unsent and berta.link_unsent


def test_a_team_may_have_a_long_name(cast, cup):
    name = "Associazione Sportiva di Borgo San Lorenzo"[:40]
    assert [entrant.name for entrant in listing.enter_list(competition=cup, by=cast.organiser, text=name)] == [name]


def test_what_the_heading_lacks_is_told_on_the_page_too(client, cast, cup):
    client.force_login(cast.organiser)
    page = reverse("competitions:paste", args=[cup.slug])
    given = {"words": "Sukunimi;E-mail\nVirtanen;v@example.org", "do": "enter"}
    assert "Line 1: The column Sukunimi is not known" in client.post(page, given).text and not cup.entrants.exists()


def test_an_uploaded_file_of_a_spreadsheet_is_read(client, cast, cup):
    client.force_login(cast.organiser)
    page = reverse("competitions:paste", args=[cup.slug])
    content = "Cognome\tNome\tRating\r\nRossi\tMario\t1500\r\nPiù\tAnna\t\r\n".encode("utf-16")
    answer = client.post(page, {"file": SimpleUploadedFile("list.txt", content), "do": "check"}).text
    assert "Mario Rossi" in answer and "Anna Più" in answer and "not read: Rating" in answer
    answer = client.post(page, {"file": SimpleUploadedFile("list.txt", b"\x81\x8d"), "do": "check"}).text
    assert "This file is not text" in answer


def test_names_typed_one_a_line_are_one_each(cast, cup):
    with pytest.raises(EntryRefused, match="Line 2"):
        entries.enter_names(competition=cup, by=cast.organiser, names="Rossi, Mario\nAldo;Uno")
    with pytest.raises(EntryRefused, match="Line 1"):
        entries.enter_names(competition=cup, by=cast.organiser, names=["Rossi\nMario"])
    with pytest.raises(EntryRefused, match="Line 1"):
        entries.enter_names(competition=cup, by=cast.organiser, names="Rossi\x0bMario")
    made = entries.enter_names(competition=cup, by=cast.organiser, names="Cognome;Nome\nRossi;Mario\nBianchi;Anna")
    assert [entrant.name for entrant in made] == ["Mario Rossi", "Anna Bianchi"]


def test_a_late_name_with_a_line_break_is_not_two_people(cast):
    cup = running(cast.organiser, "swiss", 6)
    with pytest.raises(EntryRefused, match="Line 1"):
        swiss.join(competition=cup, by=cast.organiser, names=["Rossi\nMario"])


def test_a_table_of_invitations_is_read_by_its_heading(cast, cup):
    given = "E-mail;Cognome;Nome\nm@example.org;Rossi;Mario\n;Bianchi;Anna\n"
    made = invitations.invite(competition=cup, by=cast.organiser, names=given)
    assert [invitation.name for invitation in made] == ["Mario Rossi", "Anna Bianchi"]
    assert [letter.to for letter in Letter.objects.all()] == ["m@example.org"]
    with pytest.raises(EntryRefused, match="Line 1"):
        invitations.invite(competition=cup, by=cast.organiser, names="Rossi, Mario")


def test_an_address_that_nothing_was_sent_to_goes_after_a_week_and_the_letter_after_thirty_days(cast, cup):
    now, hour = timezone.now(), timedelta(hours=1)
    made = invitations.invite(competition=cup, by=cast.organiser, names=["Mario Rossi, m@example.org"])
    for days in (7, 30):
        for at in (now - timedelta(days=days) + hour, now - timedelta(days=days) - hour):
            Letter.objects.create(competition=cup, invitation=made[0], to="m@example.org", by=cast.organiser, at=at)
    before = list(Letter.objects.order_by("-at").values_list("pk", flat=True))
    assert send_letters() == 2
    assert list(Letter.objects.order_by("-at").values_list("pk", "to")) == [(pk, "") for pk in before[:4]]
