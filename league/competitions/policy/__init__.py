"""Permission to see, enter, run and decide a competition."""
