from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID

import pytest
from contracts import Permission, ProfileType
from contracts.catalog import BatchUpdated
from contracts.enrollment import EnrollmentStatus
from contracts.identity import OrganizationUpdated
from contracts.testing import event
from kit.database.db import new_id
from kit.testing import Actor, actor

from services.notifications.tests.factories import CHARGE, Service, enrollment, profile

Enroll = Callable[..., Awaitable[UUID]]
PORTS = {"name_en": "Gulf Ports", "name_ar": "موانئ الخليج"}


@pytest.fixture
async def batch(service: Service) -> BatchUpdated:
    """Create a batch of Gulf Ports."""
    made = event(
        BatchUpdated,
        code="FRK-204-1",
        title_en=CHARGE["title_en"],
        title_ar=CHARGE["title_ar"],
    )
    await service.deliver(made)
    ports = event(OrganizationUpdated, organization_id=made.organization_id, **PORTS)
    await service.deliver(ports)
    return made


@pytest.fixture
def writer(batch: BatchUpdated) -> Actor:
    """Return a user of the organization."""
    return actor("organization", organization_id=batch.organization_id)


@pytest.fixture
def admin() -> Actor:
    """Return an admin of the settings."""
    return actor("admin", permissions=[Permission.MANAGE_APPLICATION_SETTINGS])


@pytest.fixture
def enroll(service: Service, batch: BatchUpdated) -> Enroll:
    """Return a function that enrolls a user and returns its ID."""

    async def put(
        status: EnrollmentStatus = EnrollmentStatus.CONFIRMED,
        *,
        enrollment_id: UUID | None = None,
        sequence: int = 1,
        **person: Any,
    ) -> UUID:
        user_id = person.pop("user_id", None) or new_id()
        given = {"email": f"{user_id}@example.org", "verified": True, "active": True}
        candidate = profile(ProfileType.CANDIDATE, user_id=user_id, **given | person)
        await service.deliver(candidate)
        await service.deliver(
            enrollment(
                status,
                enrollment_id=enrollment_id or new_id(),
                batch_id=batch.batch_id,
                organization_id=batch.organization_id,
                candidate_profile_id=candidate.profile_id,
                candidate_user_id=user_id,
            ),
            # A restated event sends no notification.
            restated=True,
            sequence=sequence,
        )
        return user_id

    return put


def to_batch(batch: BatchUpdated, *statuses: str, **changes: Any) -> dict[str, Any]:
    """Build a message to the batch's candidates."""
    audience = {
        "kind": "batch",
        "batch_id": str(batch.batch_id),
        "statuses": statuses or ["confirmed"],
    }
    words = {"subject_en": "Bring your shoes", "text_en": "The yard is wet."}
    return {**words, "audience": audience, **changes}


def to_people(*types: str, **changes: Any) -> dict[str, Any]:
    """Build a message to all users with these profile types."""
    audience = {"kind": "people", "profile_types": types}
    words = {"subject_en": "We move", "text_en": "Tonight.", "subject_ar": "ننتقل"}
    return {**words, "text_ar": "الليلة.", "audience": audience | changes}
