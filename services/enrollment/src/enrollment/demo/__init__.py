"""The demo's enrollments: who of its people learns what."""
