"""Tests of the pages for support."""
