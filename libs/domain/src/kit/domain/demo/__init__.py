"""IDs of demo data that several services share without communicating."""

from uuid import UUID, uuid5

_DEMO = UUID("6f1f6b1e-5f0e-5c58-9d0c-8a1f0f3f7c11")


def demo_id(kind: str, key: str) -> UUID:
    """Return the ID of a demo record: equal in every service."""
    return uuid5(_DEMO, f"{kind}:{key}")
