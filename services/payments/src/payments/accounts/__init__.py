"""Accounts let organizations pay later: up to a limit, with a monthly bill."""
