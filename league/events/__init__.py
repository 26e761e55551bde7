"""An event: a weekend at one place whose competitions share people, tables, a timetable and referees."""
