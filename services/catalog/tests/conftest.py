"""Fixtures of this service's tests: the service on a real database, and who calls it."""

from uuid import UUID

import pytest
from contracts import ADMIN_ROLE, SUPER_ADMIN, Permission
from kit.database.db import new_id
from kit.testing import Actor, ServiceUnderTest, actor, service_fixtures
from kit.web.cache import ANSWERS

service, client, session, queries, clean = service_fixtures("catalog")


@pytest.fixture(autouse=True)
def forget_answers(service: ServiceUnderTest, clean: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Emptying the tables is no change that the cache hears of, and rows are never deleted else.

    How quick the machine is decides nothing: what no change is reported of is not looked at.
    """
    monkeypatch.setattr("catalog.batches.seat_changes.queries.LOOK_SECONDS", 3600.0)
    monkeypatch.setattr("catalog.batches.seat_changes.queries.REST_SECONDS", 0.0)
    ANSWERS.of(service.app).clear()


@pytest.fixture
def organization_id() -> UUID:
    """The organization that the test's people belong to."""
    return new_id()


@pytest.fixture
def owner(organization_id: UUID) -> Actor:
    """An organization's own profile."""
    return actor("organization", organization_id=organization_id)


@pytest.fixture
def staff(organization_id: UUID) -> Actor:
    """A staff member without a role."""
    return actor("staff", organization_id=organization_id)


@pytest.fixture
def staff_admin(organization_id: UUID) -> Actor:
    """A staff member who holds the admin role."""
    return actor("staff", organization_id=organization_id, roles=[ADMIN_ROLE])


@pytest.fixture
def stranger() -> Actor:
    """The profile of another organization."""
    return actor("organization", organization_id=new_id())


@pytest.fixture
def candidate() -> Actor:
    """A learner."""
    return actor("candidate")


@pytest.fixture
def super_admin() -> Actor:
    """An admin who may do everything."""
    return actor("admin", roles=[SUPER_ADMIN])


@pytest.fixture
def settings_admin() -> Actor:
    """An admin who may change settings and places, and nothing else."""
    return actor("admin", permissions=[Permission.MANAGE_APPLICATION_SETTINGS])


@pytest.fixture
def plain_admin() -> Actor:
    """An admin without permissions."""
    return actor("admin")
