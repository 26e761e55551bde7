"""The length of passwords: Django's check, in words that every language of the site has."""

from django.contrib.auth.password_validation import MinimumLengthValidator
from django.utils.translation import gettext as _


class LongEnough(MinimumLengthValidator):
    """Refuses passwords that are too short. Django's own Italian catalogue lacks its sentence."""

    def get_error_message(self) -> str:
        return _("This password is too short. It needs at least %(number)d characters.") % {"number": self.min_length}
