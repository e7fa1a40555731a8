"""Replicas of other services' data: users, profiles, enrollments and charges."""
