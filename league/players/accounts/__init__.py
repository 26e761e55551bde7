"""django-allauth, adapted: forms, sessions and access to its pages."""
