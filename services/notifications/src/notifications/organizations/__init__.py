"""Notifications of organizations and staff: approval, its progress, and documents."""
