"""Tests of the REST API of the league."""
