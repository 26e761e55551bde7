"""The compiled translations: made once, also by several processes that start at the same instant."""

import multiprocessing
import time

from deploy import translations

PO = """msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\\n"

msgid "Bye"
msgstr "Riposo"
"""


def test_processes_that_start_at_once_all_find_them(tmp_path, monkeypatch):
    folder = tmp_path / "engines" / "locale" / "it" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.po").write_text(PO)
    written = translations.write_mo

    def slowly(out, messages):
        written(out, messages)
        time.sleep(0.2)  # the others are at the same place now

    monkeypatch.setattr(translations, "ROOT", tmp_path)
    monkeypatch.setattr(translations, "write_mo", slowly)
    fork = multiprocessing.get_context("fork")
    processes = [fork.Process(target=translations.compile_all) for _ in range(3)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(10)
    assert [process.exitcode for process in processes] == [0, 0, 0]
    assert [path.name for path in folder.iterdir() if path.name != "django.po"] == ["django.mo"]
    assert translations.compile_all() == []
