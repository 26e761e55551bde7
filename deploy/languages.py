"""Languages of the site: a catalogue that is complete becomes a choice by its code in ``OFFERED``."""

from typing import Final

NAMES: Final = {"en": "English", "it": "Italiano", "pt-br": "Português (Brasil)", "es": "Español"}
"""Every language by its code, named as its speakers name it."""
OFFERED: Final = ("en", "it", "pt-br", "es")
"""Codes of the complete languages; readers of the others get English (``tests/web/test_catalogues.py``)."""
UNREVIEWED: Final = frozenset({"pt-br", "es"})
"""Languages that no native speaker has read yet: their pages say so and ask for help."""

LANGUAGES: Final = [(code, NAMES[code]) for code in OFFERED]
