from datetime import datetime
from enum import StrEnum
from ipaddress import ip_network
from typing import Annotated
from uuid import UUID

from contracts import Permission, ProfileType
from kit.domain.fields import InputModel, Moment, PlainText
from pydantic import AfterValidator, BaseModel, Field, StringConstraints
from pydantic_core import PydanticCustomError

MAX_NETWORKS = 20


class PartnerPermission(StrEnum):
    """Permissions by which a route's guard admits API clients."""

    VIEW_BATCH = Permission.VIEW_BATCH.value
    VIEW_ENROLLMENTS = Permission.VIEW_ENROLLMENTS.value
    VIEW_ENROLLMENTS_REQUESTS = Permission.VIEW_ENROLLMENTS_REQUESTS.value
    CREATE_BULK_ENROLLMENTS = Permission.CREATE_BULK_ENROLLMENTS.value
    VIEW_CERTIFICATES = Permission.VIEW_CERTIFICATES.value


_ALL_PEOPLE = frozenset({ProfileType.ORGANIZATION, ProfileType.STAFF})
TYPES_BY_PERMISSION: dict[PartnerPermission, frozenset[ProfileType]] = {
    PartnerPermission.VIEW_BATCH: _ALL_PEOPLE,
    PartnerPermission.VIEW_ENROLLMENTS: _ALL_PEOPLE,
    PartnerPermission.VIEW_ENROLLMENTS_REQUESTS: frozenset({ProfileType.ORGANIZATION}),
    PartnerPermission.CREATE_BULK_ENROLLMENTS: frozenset({ProfileType.ORGANIZATION}),
    PartnerPermission.VIEW_CERTIFICATES: _ALL_PEOPLE,
}
"""Profile types of an organization with the same permission, as in those routes' guards."""


class PartnerClientStatus(StrEnum):
    ACTIVE = "active"
    EXPIRED = "expired"
    REVOKED = "revoked"


class PartnerClientSort(StrEnum):
    """Sort keys; a minus means descending."""

    CREATED = "created_at"
    CREATED_DESC = "-created_at"
    NAME = "name"
    NAME_DESC = "-name"


def _network(value: str) -> str:
    try:
        return str(ip_network(value.strip(), strict=False))
    except ValueError:
        raise PydanticCustomError(
            "api_client.invalid_network",
            "Enter an address or a network, such as 203.0.113.7 or 203.0.113.0/24.",
        ) from None


Network = Annotated[str, StringConstraints(max_length=50), AfterValidator(_network)]


class PartnerClientForm(InputModel):
    name: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=2, max_length=80), PlainText
    ]
    permissions: Annotated[list[PartnerPermission], Field(min_length=1, max_length=20)]
    networks: Annotated[list[Network], Field(max_length=MAX_NETWORKS)] = []
    """Allowed addresses and CIDR networks of the caller; empty allows all."""
    expires_at: Moment
    """At most one year ahead."""


class PartnerClientCreate(PartnerClientForm):
    test: bool = False
    """Sandbox client: its bulk enrollments take no seat, cost nothing and notify no one. Cannot be
    changed later.
    """


class PartnerClientUpdate(PartnerClientForm):
    """Changes to a client, which invalidate its tokens."""

    version: int
    """Version of the client that the user read."""


class PartnerClientRead(BaseModel):
    """A client, without its secrets."""

    id: UUID
    name: str
    permissions: list[PartnerPermission]
    networks: list[str]
    test: bool
    """True if its bulk enrollments run in the sandbox."""
    status: PartnerClientStatus
    expires_at: datetime
    revoked_at: datetime | None
    last_used_at: datetime | None
    """Time of the last issued token, accurate to a minute."""
    last_used_network: str | None
    """Network of the last token request: an IPv4 address or an IPv6 /64."""
    secret_created_at: datetime
    """Creation time of the current secret."""
    previous_secret_ends_at: datetime | None
    """End of the previous secret's validity; null if it is not valid."""
    can_rotate: bool
    """True if the reader has all permissions of the client."""
    version: int
    created_at: datetime


class PartnerClientIssued(PartnerClientRead):
    """A client with its new secret, which is not shown again."""

    client_secret: str


class GrantableRead(BaseModel):
    """A permission that a client can have."""

    slug: PartnerPermission
    grantable: bool
    """True if the reader has it and may grant it."""
