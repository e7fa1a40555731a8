"""Alerts for new dates of a training."""
