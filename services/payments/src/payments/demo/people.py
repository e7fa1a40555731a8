"""Demo people who paid a registration fee, by username."""

from contracts import ProfileType
from kit.domain.demo.enrollments import CANDIDATES

PAID: tuple[tuple[str, ProfileType], ...] = (
    ("gla", ProfileType.ORGANIZATION),
    ("rsp", ProfileType.ORGANIZATION),
    ("nti", ProfileType.ORGANIZATION),
    ("gla.manager", ProfileType.STAFF),
    ("gla.staff", ProfileType.STAFF),
    *((username, ProfileType.CANDIDATE) for username in CANDIDATES),
)
"""Username and profile type; `demo_id("profile", username)` is the payer's ID."""

FEES = {
    ProfileType.CANDIDATE: 115_00,
    ProfileType.STAFF: 230_00,
    ProfileType.ORGANIZATION: 1_150_00,
}
"""Registration fees in halalas."""

CARDS = (("Visa", "1111"), ("MasterCard", "2346"), ("MADA", "0007"))

ON_ACCOUNT = "gla"
"""Username of the organization that may pay on account."""

ACCOUNT_LIMIT = 50_000_00
"""Limit in halalas."""
