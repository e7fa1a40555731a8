"""Events, permissions and profile types shared by the services.

Each publisher has a module. `audit` and `personal_data` have the events of all publishers, `people`
those of bulk enrollment between enrollment and identity. Importing this package registers every
event.
"""

from contracts import (
    approvals,
    audit,
    catalog,
    enrollment,
    identity,
    notifications,
    payments,
    people,
    personal_data,
)
from contracts.event import EVENTS, Event
from contracts.permissions import (
    ADMIN_ROLE,
    SUPER_ADMIN,
    Permission,
)
from contracts.profiles import (
    NEEDS_APPROVAL,
    PAYS_REGISTRATION,
    ApprovalStatus,
    ContentType,
    ProfileType,
)

__all__ = [
    "ADMIN_ROLE",
    "EVENTS",
    "NEEDS_APPROVAL",
    "PAYS_REGISTRATION",
    "SUPER_ADMIN",
    "ApprovalStatus",
    "ContentType",
    "Event",
    "Permission",
    "ProfileType",
    "approvals",
    "audit",
    "catalog",
    "enrollment",
    "identity",
    "notifications",
    "payments",
    "people",
    "personal_data",
]
