"""Levels of each content type's approval, with their approvers."""
