from contracts.identity import KeysChanged


def keys_changed(key_id: str, *, revoked: bool) -> KeysChanged:
    return KeysChanged(key_id=key_id, revoked=revoked)
