"""Sandbox of browsers' push services. See README.md."""
