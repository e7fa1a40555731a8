"""Demo data: believable people and organizations. `python -m identity.demo` loads it."""
