"""Steps of people, processes, time and faults around one match, in any order, and a model that knows what must happen.

``table`` is the machine: each rule does one thing at the real live half (``world``), tells the model what may follow
from it, and then everything is compared: the log, the row, the outbox, and each frame that any socket was sent.
"""
