"""Applications: an organization applies to an announcement with some of its staff."""
