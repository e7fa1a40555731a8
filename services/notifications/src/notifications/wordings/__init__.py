"""Administrators' wordings, which replace packaged texts."""
