"""Tests that kill processes on purpose, fill disks and take ports."""
