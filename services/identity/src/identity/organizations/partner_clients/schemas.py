"""Partner clients as they are shown, made and changed."""

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
    """What a client may be given: the permissions that some route's guard admits clients by."""

    VIEW_BATCH = Permission.VIEW_BATCH.value
    VIEW_ENROLLMENTS = Permission.VIEW_ENROLLMENTS.value
    VIEW_ENROLLMENTS_REQUESTS = Permission.VIEW_ENROLLMENTS_REQUESTS.value
    CREATE_BULK_ENROLLMENTS = Permission.CREATE_BULK_ENROLLMENTS.value
    VIEW_CERTIFICATES = Permission.VIEW_CERTIFICATES.value


_ALL_PEOPLE = frozenset({ProfileType.ORGANIZATION, ProfileType.STAFF})
HELD_BY: dict[PartnerPermission, frozenset[ProfileType]] = {
    PartnerPermission.VIEW_BATCH: _ALL_PEOPLE,
    PartnerPermission.VIEW_ENROLLMENTS: _ALL_PEOPLE,
    PartnerPermission.VIEW_ENROLLMENTS_REQUESTS: frozenset({ProfileType.ORGANIZATION}),
    PartnerPermission.CREATE_BULK_ENROLLMENTS: frozenset({ProfileType.ORGANIZATION}),
    PartnerPermission.VIEW_CERTIFICATES: _ALL_PEOPLE,
}
"""The profiles of an organization that may do the same, by the guards of those routes."""


class PartnerClientStatus(StrEnum):
    """Whether a client is given tokens."""

    ACTIVE = "active"
    EXPIRED = "expired"
    REVOKED = "revoked"


class PartnerClientSort(StrEnum):
    """What the list is sorted by; a minus means descending."""

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
    """What of a client can be changed."""

    name: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=2, max_length=80), PlainText
    ]
    permissions: Annotated[list[PartnerPermission], Field(min_length=1, max_length=20)]
    networks: Annotated[list[Network], Field(max_length=MAX_NETWORKS)] = []
    """Addresses and networks (CIDR) that it may call from; empty is anywhere."""
    expires_at: Moment
    """Within a year."""


class PartnerClientCreate(PartnerClientForm):
    """A new client."""

    test: bool = False
    """For trying out: its bulk enrollments take no seat, cost nothing and reach nobody. It stays
    so."""


class PartnerClientUpdate(PartnerClientForm):
    """All of a client that can be changed. Tokens that it has are refused afterwards."""

    version: int
    """Of the client that was looked at."""


class PartnerClientRead(BaseModel):
    """A client; nobody is shown its secrets again."""

    id: UUID
    name: str
    permissions: list[PartnerPermission]
    networks: list[str]
    test: bool
    """Its bulk enrollments are tests."""
    status: PartnerClientStatus
    expires_at: datetime
    revoked_at: datetime | None
    last_used_at: datetime | None
    """When it last got a token, to about a minute."""
    last_used_network: str | None
    """From where: an IPv4 address or an IPv6 /64."""
    secret_created_at: datetime
    """Of the present secret."""
    previous_secret_ends_at: datetime | None
    """Until when the one before it is good; null when it is not."""
    can_rotate: bool
    """The reader may do all that the client may."""
    version: int
    created_at: datetime


class PartnerClientIssued(PartnerClientRead):
    """A client with its new secret, which is shown this once."""

    client_secret: str


class GrantableRead(BaseModel):
    """Something that a client can be given."""

    slug: PartnerPermission
    grantable: bool
    """The reader may do it, and so may give it."""
