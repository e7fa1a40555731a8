"""Fixtures of this service's tests: the service on a real database, and its callers."""

from uuid import UUID

import pytest
from contracts import ADMIN_ROLE, SUPER_ADMIN, Permission
from kit.database.db import new_id
from kit.testing import Actor, ServiceUnderTest, actor, service_fixtures
from kit.web.cache import ANSWERS

service, client, session, queries, clean = service_fixtures("catalog")


@pytest.fixture(autouse=True)
def forget_answers(service: ServiceUnderTest, clean: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Clear the cache, since truncating tables does not invalidate it.

    Only broadcasts trigger polls, so that results do not depend on the machine's speed.
    """
    monkeypatch.setattr("catalog.batches.seat_changes.queries.POLL_SECONDS", 3600.0)
    monkeypatch.setattr("catalog.batches.seat_changes.queries.BUSY_POLL_SECONDS", 0.0)
    ANSWERS.of(service.app).clear()


@pytest.fixture
def organization_id() -> UUID:
    """Return the organization of the test's users."""
    return new_id()


@pytest.fixture
def owner(organization_id: UUID) -> Actor:
    """Return the organization's own profile."""
    return actor("organization", organization_id=organization_id)


@pytest.fixture
def staff(organization_id: UUID) -> Actor:
    """Return a staff member without a role."""
    return actor("staff", organization_id=organization_id)


@pytest.fixture
def staff_admin(organization_id: UUID) -> Actor:
    """Return a staff member with the admin role."""
    return actor("staff", organization_id=organization_id, roles=[ADMIN_ROLE])


@pytest.fixture
def stranger() -> Actor:
    """Return another organization's profile."""
    return actor("organization", organization_id=new_id())


@pytest.fixture
def candidate() -> Actor:
    """Return a candidate."""
    return actor("candidate")


@pytest.fixture
def super_admin() -> Actor:
    """Return an admin with all permissions."""
    return actor("admin", roles=[SUPER_ADMIN])


@pytest.fixture
def settings_admin() -> Actor:
    """Return an admin who may only change settings and places."""
    return actor("admin", permissions=[Permission.MANAGE_APPLICATION_SETTINGS])


@pytest.fixture
def plain_admin() -> Actor:
    """Return an admin without permissions."""
    return actor("admin")
