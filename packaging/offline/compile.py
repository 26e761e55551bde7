"""Compile the archives in ``/tmp`` to bytecode, and leave out of Python's library what nothing here imports.

Runs in Pyodide. To compile in the browser would take as long again as all the rest of the start.
"""

import importlib
import importlib.util
import pkgutil
import shutil
import sys
import zipfile

LIBRARY, SITE = "python_stdlib.zip", "site.zip"
LATE = {
    *("_strptime", "argparse", "calendar", "difflib", "gettext", "hmac", "html", "pprint", "random", "traceback"),
    *("urllib", "zoneinfo"),
}
"""Imported inside functions, or by Pyodide when something fails."""
CODECS = {"__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "raw_unicode_escape", "utf_8", "utf_16_le"}


def imported() -> set[str]:
    """Return the names of all top-level modules once everything of the site has been imported."""
    shutil.unpack_archive(f"/tmp/{SITE}", "/tmp/site", "zip")
    sys.path.insert(0, "/tmp/site")
    for found in pkgutil.walk_packages(["/tmp/site"]):
        importlib.import_module(found.name)
    return {name.partition(".")[0] for name in sys.modules}


def is_wanted(path: str, wanted: set[str]) -> bool:
    """Return whether the file ``path`` of Python's library goes to the browser."""
    top, _slash, rest = path.partition("/")
    if top == "encodings":
        return rest.removesuffix(".py") in CODECS
    return top.removesuffix(".py") in wanted or top.startswith("_sysconfigdata")


def compiled(name: str, keep: set[str] | None) -> None:
    """Write the archive ``name`` anew, with bytecode in place of sources; ``keep``: only these top-level modules.

    Nothing is compressed in it: it is as a whole on its way, which makes it smaller by some 6 in 100, and the browser
    unpacks it faster than Python would.
    """
    with (
        zipfile.ZipFile(f"/tmp/{name}") as source,
        zipfile.ZipFile(f"/tmp/made-{name}", "w") as made,
    ):
        for path in sorted(source.namelist()):
            if path.endswith("/") or (keep is not None and not is_wanted(path, keep)):
                continue
            content = source.read(path)
            if path.endswith(".py"):
                code = compile(content, path, "exec", dont_inherit=True, optimize=2)
                content = importlib._bootstrap_external._code_to_timestamp_pyc(code, 0, 0)  # type: ignore[attr-defined]
                path += "c"
            made.writestr(zipfile.ZipInfo(path), content)


compiled(LIBRARY, imported() | LATE)
compiled(SITE, None)
