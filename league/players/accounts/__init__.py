"""django-allauth, adapted: forms, sessions, and which of its pages are for whom."""
