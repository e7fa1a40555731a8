"""Stands in for the push services of browsers. See README.md."""
