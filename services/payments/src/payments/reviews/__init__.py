"""Decisions about money that is not what was asked for."""
