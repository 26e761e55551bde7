"""Permission and its rules: who is seen by whom, which names, addresses and notifications are wanted."""
