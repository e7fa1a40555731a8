"""Asking for approval: what was submitted, how it was decided, and what is to be mended."""
