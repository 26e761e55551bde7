"""Every fault that is tried on purpose, and the tests that try it: ``docs/faults.md`` has a line for each.

A new test in this folder belongs to one of them, or stands among those in which nothing fails.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final


@dataclass(frozen=True)
class Fault:
    said: str
    """Words of the page for it."""
    tests: tuple[str, ...]
    """Tests of this folder, ``file::function``. The first is the one by which a stranger repeats it."""

    @property
    def command(self) -> str:
        """Command by which a stranger repeats it."""
        file, function = self.tests[0].split("::")
        return f'TABELLONE_LONG=1 make test ARGS="tests/faults/{file}.py -k {function}"'


HOUR: Final = "test_hour::test_an_hour_of_faults_leaves_no_violation"
FAULTS: Final[Mapping[str, Fault]] = {
    "web_killed": Fault(
        "A web process is killed (kill -9) in the middle of play",
        (
            "test_kill::test_every_acknowledged_move_survives",
            "test_kill::test_bots_play_on_after_a_restart",
            "test_kill::test_no_clock_stands_still_after_a_kill",
            "test_comes_back::test_play_goes_on_after_kills_while_pages_listen",
            HOUR,
        ),
    ),
    "web_stopped": Fault("A web process stands still for some seconds and goes on (SIGSTOP, SIGCONT)", (HOUR,)),
    "lines_cut": Fault(
        "All connections are cut",
        (
            "test_network::test_lines_that_are_cut_lose_no_move",
            "test_network::test_who_was_cut_off_misses_nothing",
            HOUR,
        ),
    ),
    "clock_leaps": Fault("The clock of a machine leaps, by up to a minute forward or back", (HOUR,)),
    "valkey_emptied": Fault(
        "Valkey is killed and comes back empty",
        ("test_valkey::test_pages_hear_again_when_it_comes_back_empty", HOUR),
    ),
    "postgresql_killed": Fault(
        "PostgreSQL is killed (kill -9) and started again",
        ("test_kill_stores::test_both_stores_are_killed_under_play", HOUR),
    ),
    "postgresql_promoted": Fault(
        "PostgreSQL is lost for good, and the copy that every commit waits for is promoted",
        ("test_failover::test_a_copy_that_every_commit_waits_for_loses_nothing", HOUR),
    ),
    "copy_behind_promoted": Fault(
        "PostgreSQL is lost for good, and a copy that had fallen behind is promoted: the end of each match is lost, "
        "and everybody is told",
        ("test_failover::test_a_copy_that_lags_loses_the_end_and_everybody_is_told",),
    ),
    "disk_full": Fault(
        "The disk of the database is full",
        (
            "test_full_disk::test_a_full_disk_loses_nothing_and_play_goes_on",
            "test_full_disk::test_results_are_taken_once_when_there_is_room_again",
            HOUR,
        ),
    ),
    "acknowledgements_lost": Fault(
        "A move is written, and its acknowledgement never arrives",
        ("test_network::test_acknowledgements_that_are_lost",),
    ),
    "dead_line": Fault(
        "A connection is dead and does not say so",
        (
            "test_network::test_a_line_that_is_dead_and_does_not_say_so",
            "test_network::test_a_proxy_that_cuts_what_is_silent",
        ),
    ),
    "database_connections_cut": Fault(
        "The database cuts its connections in the middle of statements",
        ("test_database::test_connections_that_are_cut_lose_no_move",),
    ),
    "killed_between_legs": Fault(
        "A web process is killed while second legs open",
        ("test_kill::test_every_second_leg_opens_once_whenever_the_process_dies",),
    ),
    "killed_before_a_reply": Fault(
        "A web process is killed between a move and the conditional reply to it",
        ("test_kill::test_a_conditional_reply_counts_once_whenever_the_process_dies",),
    ),
    "killed_with_line_ups": Fault(
        "A web process is killed while captains hand in their line-ups",
        (
            "test_kill_line_ups::test_whenever_the_process_dies_both_are_sealed_or_both_are_open",
            "test_kill_line_ups::test_kills_at_any_moment_of_the_second_seal",
        ),
    ),
    "everything_killed": Fault(
        "Web process and worker are killed while a cup is played",
        ("test_kill_everything::test_a_cup_of_bots_survives_them_all",),
    ),
    "competition_unattended": Fault(
        "Web process, worker and stores are killed while a competition runs by its timetable",
        (
            "test_unattended::test_a_league_on_schedule",
            "test_unattended::test_a_swiss_that_pairs_itself",
        ),
    ),
    "two_beats": Fault(
        "Two processes keep the timetable, and one of them dies",
        ("test_two_beats::test_two_processes_send_each_task_once_and_one_takes_over_from_the_other",),
    ),
    "copy_for_pages_lost": Fault(
        "The copy that pages are read from falls behind, or dies",
        ("test_replica::test_pages_come_from_the_copy_until_it_lags_or_dies",),
    ),
    "release": Fault(
        "A new release takes over in the middle of play",
        (
            "test_kill::test_a_release_in_the_middle_of_play_loses_nothing",
            "test_rolling_restart::test_web_and_worker_are_restarted_one_after_the_other",
            "test_two_releases::test_both_play_at_the_same_tables",
            "test_older_data::test_data_of_the_oldest_release_goes_over_the_one_between",
        ),
    ),
    "mistake": Fault(
        "Somebody destroys data, and the database goes back to the second before",
        ("test_point_in_time::test_back_to_the_second_before_a_mistake",),
    ),
    "machine_lost": Fault(
        "The machine is lost, and a backup is restored here or elsewhere",
        (
            "test_backup::test_a_running_cup_plays_on_where_it_is_restored_in_place_and_elsewhere",
            "test_backup::test_a_cup_is_restored_in_its_middle_and_played_on",
            "test_backup::test_a_drill_proves_a_backup_and_touches_nothing",
        ),
    ),
    "bad_backup": Fault(
        "A backup cannot be written, is broken, or is none",
        (
            "test_backup::test_a_backup_on_a_full_disk_says_so_and_leaves_nothing",
            "test_backup::test_a_broken_dump_says_so",
            "test_backup::test_what_is_no_backup_is_refused",
            "test_backup::test_a_killed_nightly_backup_leaves_its_dump_only_until_the_next",
            "test_backup::test_a_laptop_that_sleeps_at_night_gets_its_backup_when_it_wakes",
            "test_backup::test_what_ends_them_is_a_sentence",
        ),
    ),
    "parts_killed": Fault(
        "Each process of make up is killed in turn, at last the supervisor",
        (
            "test_supervisor::test_every_part_comes_back_data_survive_and_no_process_is_left_behind",
            "test_embedded_stores::test_children_die_with_their_owner",
            "test_embedded_stores::test_a_note_of_a_dead_server_does_not_stop_the_next",
            "test_embedded_stores::test_an_orphaned_server_is_stopped_and_replaced",
            "test_embedded_stores::test_what_is_left_of_a_killed_server_is_waited_for",
            "test_embedded_stores::test_a_server_with_a_crashed_process_ends_as_a_whole",
            "test_embedded_stores::test_what_valkey_cannot_read_is_put_aside",
            "test_embedded_stores::test_what_a_server_told_is_read_whole_while_another_says_its_last_word",
        ),
    ),
    "bad_place": Fault(
        "make up finds a folder, a disk or a port that it cannot use",
        (
            "test_supervisor::test_a_folder_that_cannot_be_written",
            "test_supervisor::test_a_taken_port_names_another",
            "test_supervisor::test_a_port_that_is_none_is_refused",
            "test_supervisor::test_a_database_that_does_not_answer",
            "test_supervisor::test_a_folder_that_postgresql_cannot_reach_moves_the_home",
            "test_bar::test_a_second_start_says_where_the_first_one_is",
            "test_embedded_stores::test_data_of_another_release_of_postgresql",
            "test_embedded_stores::test_a_half_made_folder_is_made_anew",
            "test_embedded_stores::test_a_folder_of_something_else_is_left_alone",
            "test_embedded_stores::test_a_nearly_full_disk",
            "test_embedded_stores::test_a_disk_that_fills_up_while_the_folder_is_made",
            "test_embedded_stores::test_a_folder_that_cannot_be_written",
            "test_embedded_stores::test_as_root_no_folder_is_opened_up",
        ),
    ),
    "bad_environment": Fault(
        "make up finds no Python, no packages or no room for them",
        (
            "test_supervisor::test_packages_that_cannot_be_installed",
            "test_supervisor::test_a_python_that_is_too_old",
            "test_supervisor::test_a_newer_python_beside_the_old_one_is_taken",
            "test_supervisor::test_the_bootstrap_can_be_read_by_any_python_3",
            "test_supervisor::test_a_python_without_venv",
            "test_supervisor::test_an_environment_on_a_full_disk",
            "test_supervisor::test_a_long_installation_says_how_far_it_is",
            "test_supervisor::test_a_quick_installation_says_nothing_more",
            "test_supervisor::test_an_environment_that_is_named_but_not_there",
            "test_supervisor::test_an_environment_that_may_not_be_entered",
            "test_supervisor::test_an_environment_without_the_packages",
            "test_supervisor::test_an_environment_that_is_none",
            "test_supervisor::test_a_very_busy_machine_keeps_its_environment",
            "test_supervisor::test_uv_is_used_where_it_is_there",
            "test_supervisor::test_a_judge_has_a_place_and_a_stamp_of_its_own",
            "test_supervisor::test_an_environment_is_made_once_and_again_when_its_list_changed",
            "test_supervisor::test_every_python_makes_the_environment_without_a_network",
        ),
    ),
}
CONTROLS: Final = frozenset(
    {
        "test_kill::test_told_before_it_is_written_a_kill_loses_moves",
        "test_kill_stores::test_without_a_guard_a_kill_of_postgresql_loses_moves",
        "test_database::test_what_was_cut_off_and_is_believed_to_be_written_is_lost",
        "test_unattended::test_without_its_transaction_a_killed_worker_loses_a_result",
        "test_hour::test_a_fault_of_the_history_is_found",
    }
)
"""Tests that take a guard away and must find a loss: without them the others would show nothing."""
NOTHING_FAILS: Final = frozenset(
    {
        "test_backup::test_a_file_may_follow_the_word_restore",
        "test_backup::test_the_nightly_backup_keeps_the_last_seven",
        "test_backup::test_beat_asks_for_it",
        "test_backup::test_the_backups_go_where_they_are_told",
        "test_bar::test_two_web_processes_run_and_end_together",
        "test_bar::test_in_a_bar_phones_sign_up_and_connect_over_plain_http",
        "test_embedded_stores::test_they_keep_their_data_and_leave_nothing",
        "test_embedded_stores::test_a_folder_with_blanks_and_accents",
        "test_embedded_stores::test_a_folder_with_characters_that_python_writes_otherwise",
        "test_embedded_stores::test_valkey_asks_for_its_password",
        "test_embedded_stores::test_text_is_ordered_alike_on_every_system",
        "test_embedded_stores::test_a_watched_store_is_stopped_in_good_order",
        "test_pgbouncer::test_moves_go_through_two_connections_that_four_tables_share",
        "test_pgbouncer::test_pages_ask_the_same_questions_on_connections_that_change_hands",
    }
)
"""Tests that stand here because they start whole processes."""


def fault_of(test: str) -> str | None:
    """Return the fault that ``test`` (``file::function``) tries; the hour tells its own."""
    return next((name for name, fault in FAULTS.items() if test in fault.tests and test != HOUR), None)


def every_test() -> Iterator[str]:
    """Give every test of this folder."""
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                yield f"{path.stem}::{node.name}"
