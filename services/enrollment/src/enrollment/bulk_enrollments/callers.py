"""For whom somebody calls: a person for the organization, an admin for one that is named, or a
program."""

from typing import Any
from uuid import UUID

from kit.core.errors import Invalid
from kit.security.auth import Caller, Partner, Principal


def organization_for(actor: Caller, named: UUID | None) -> UUID:
    """The caller's own organization, or the one that an admin names.

    Raises `Invalid` when an admin names none.
    """
    organization_id = actor.scope or named
    if organization_id is None:
        raise Invalid.field("organization_id", "required", "This field is required.")
    return organization_id


def author_of(actor: Caller) -> dict[str, Any]:
    """The columns that say who began it, and whether it is a test."""
    if isinstance(actor, Principal):
        return {"user_id": actor.user_id, "profile_id": actor.profile_id, "client_id": None}
    by_client = {"user_id": None, "profile_id": None, "client_id": actor.client_id}
    return by_client | {"test": actor.test}


def is_test(actor: Caller) -> bool:
    """Whether a test client calls."""
    return isinstance(actor, Partner) and actor.test


def payer_of(actor: Caller) -> tuple[UUID, UUID]:
    """The user and the profile, or the client in both places, who owe the charge."""
    if isinstance(actor, Principal):
        return actor.user_id, actor.profile_id
    return actor.client_id, actor.client_id
