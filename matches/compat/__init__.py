"""Private parts of dependencies: each with its gain and the versions it was tried with."""
