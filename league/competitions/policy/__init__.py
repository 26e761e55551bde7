"""Permission: who may see, enter, run and decide a competition."""
