"""Limits of uploaded files; those of spreadsheets are `kit.spreadsheets.cells.Limits`."""

MAX_UPLOAD_BYTES = 5 * 1024 * 1024
"""Upload limit of a picture or document, in bytes."""
