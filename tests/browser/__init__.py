"""Tests in a real headless Chromium against the real ASGI server."""
