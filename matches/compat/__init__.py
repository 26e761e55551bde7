"""The private parts of dependencies that this app leans on: each with its gain and the versions it was tried with."""
