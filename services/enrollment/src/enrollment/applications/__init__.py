"""Applications of organizations, with some of their staff, to announcements."""
