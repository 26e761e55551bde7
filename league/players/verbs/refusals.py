"""Refusals of a mail server: of one e-mail, for now or for good, or of all."""

from smtplib import SMTPDataError, SMTPException, SMTPRecipientsRefused


def is_of_one(error: Exception) -> bool:
    """Return whether the server refused this e-mail or its address, and may take the next one."""
    return isinstance(error, SMTPRecipientsRefused | SMTPDataError)


def is_final(error: SMTPException | OSError) -> bool:
    """Return whether it will refuse this e-mail again: there is no such address, say."""
    if isinstance(error, SMTPRecipientsRefused):
        codes = [code for code, _words in error.recipients.values()]
    else:
        codes = [error.smtp_code] if isinstance(error, SMTPDataError) else []
    return bool(codes) and all(500 <= code < 600 for code in codes)
