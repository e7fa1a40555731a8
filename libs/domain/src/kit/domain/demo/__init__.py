"""Names for demo data that several services must agree on without talking to one another."""

from uuid import UUID, uuid5

_DEMO = UUID("6f1f6b1e-5f0e-5c58-9d0c-8a1f0f3f7c11")


def demo_id(kind: str, key: str) -> UUID:
    """The id of a demo thing: `demo_id("organization", "gla")` is the same in every service."""
    return uuid5(_DEMO, f"{kind}:{key}")
