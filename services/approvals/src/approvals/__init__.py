"""Levels of approvers and their decisions."""
