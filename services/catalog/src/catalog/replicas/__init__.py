"""Replicas of identity's organizations and trainers."""
