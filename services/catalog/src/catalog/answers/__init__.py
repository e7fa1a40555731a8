"""Public responses: JSON built by PostgreSQL, cached until a change."""
