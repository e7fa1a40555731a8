"""Builders of account events.

Fields come from rows, or from equally named columns of a statement (`outbox.build_event_insert`).
"""

from collections.abc import Iterator
from typing import Any

from contracts import Event
from contracts.identity import PrincipalChanged, ProfileUpdated, SecurityChange, SecurityChanged
from kit.database.db import new_id

from identity.accounts.accounts.models import Account, Profile, ProfileStatus, User
from identity.accounts.media.service import image_url


def principal_changed(user: User) -> PrincipalChanged:
    """Announce a new principal version, which invalidates older access tokens."""
    return PrincipalChanged(user_id=user.id, principal_version=user.principal_version)


def security_changed(user: User, change: SecurityChange) -> SecurityChanged:
    return SecurityChanged(change_id=new_id(), user_id=user.id, change=change)


def profile_updated(user: User, profile: Profile) -> ProfileUpdated:
    return ProfileUpdated(
        **profile_updated_data(
            user,
            profile,
            image_url=image_url(profile.image_key),
            verified=user.verified_at is not None,
            active=user.active and profile.status is ProfileStatus.ACTIVE,
        )
    )


def profile_updated_data(user: Any, profile: Any, **derived: Any) -> dict[str, Any]:
    """Build the fields of `ProfileUpdated`; `derived` has those that are not columns."""
    return {
        "profile_id": profile.id,
        "user_id": user.id,
        "profile_type": profile.type,
        "organization_id": profile.organization_id,
        "username": user.username,
        "email": user.email,
        "phone": user.phone,
        "name_en": user.name_en,
        "name_ar": user.name_ar,
        "locale": user.locale,
        "approval_status": profile.approval_status,
        "paid": profile.paid,
        **derived,
    }


def profiles_updated(account: Account) -> Iterator[tuple[Event, int]]:
    """Yield the current state of each of an account's profiles, with its sequence."""
    for membership in account.memberships:
        yield profile_updated(account.user, membership.profile), membership.profile.version
