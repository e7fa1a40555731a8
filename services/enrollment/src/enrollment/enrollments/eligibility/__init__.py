"""Obstacles to enrolling."""
