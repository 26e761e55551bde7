"""The private parts of dependencies that `league` leans on: each with its gain and the versions it was tried with."""
