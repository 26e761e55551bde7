"""Wiring: settings, URLs, ASGI and Celery entry points, the stores and the supervisor."""

import gc

# What a process loads stays, and it makes 700 objects every moment meanwhile: as Python has it, looking for garbage
# takes a seventh of the start of each process (0.12 s of 0.88), and a quarter of the time to collect all tests.
gc.set_threshold(50_000)
