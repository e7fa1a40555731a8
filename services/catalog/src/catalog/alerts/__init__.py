"""Whoever is told of new dates of a training, and the telling."""
