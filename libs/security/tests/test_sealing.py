"""Sealed values can only be opened with their secret, purpose and row."""

from kit.security.sealing import seal, unseal


def test_it_opens_with_its_secret_for_its_purpose_in_its_place_only() -> None:
    sealed = seal("secret", "purpose", "row", b"private")
    assert b"private" not in sealed
    assert unseal(["new", "secret"], "purpose", "row", sealed) == b"private"
    assert unseal(["new"], "purpose", "row", sealed) is None
    assert unseal(["secret"], "other", "row", sealed) is None
    assert unseal(["secret"], "purpose", "other", sealed) is None
