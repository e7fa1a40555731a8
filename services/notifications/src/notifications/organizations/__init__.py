"""What organizations and staff are notified of: approval, its progress, and documents."""
