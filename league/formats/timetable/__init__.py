"""The timetable of an event: competitions that share tables, people and referees.

``terms`` says what is planned and what a plan is, ``planning`` makes a plan and changes it, ``faults``
names what is wrong with one, ``referees`` allots duties, ``durations`` learns from the matches that were played.
"""
