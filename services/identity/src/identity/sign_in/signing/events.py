"""The events about signing keys."""

from contracts.identity import KeysChanged


def keys_changed(key_id: str, *, revoked: bool) -> KeysChanged:
    """A key was made or revoked."""
    return KeysChanged(key_id=key_id, revoked=revoked)
