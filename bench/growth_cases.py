"""List requests of the screens, for `bench.growth`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from hashlib import md5
from typing import Any
from uuid import UUID

from contracts import SUPER_ADMIN
from kit.database.pages import MAX_COUNT
from kit.domain.timezone import today
from kit.testing import Actor, actor

DAYS = 730
"""Over which `growth.sql` spreads its rows."""


def id_of(kind: str, number: int) -> UUID:
    """As `growth.sql` makes them."""
    # No secret is made of it.
    prefix = md5(kind.encode(), usedforsecurity=False).hexdigest()[:8]
    return UUID(f"{prefix}-0000-7000-8000-{number:012x}")


def _as(who: Actor, **claims: Any) -> Actor:
    assert who.profile
    profile = {name: value for name, value in claims.items() if name != "user_id"}
    user = {"user_id": claims["user_id"]} if "user_id" in claims else {}
    return replace(who, profile=who.profile.model_copy(update=profile), **user)


ADMIN = actor("admin", roles=[SUPER_ADMIN])
LARGEST, OTHER = (
    _as(actor("organization"), organization_id=id_of("organization", number)) for number in (0, 7)
)
APPROVER = _as(ADMIN, user_id=id_of("user", 1))
CANDIDATE = _as(actor("candidate"), id=id_of("person", 0), user_id=id_of("user", 0))


@dataclass(frozen=True, slots=True)
class Case:
    """A request and its caller.

    `{last}` is the last counted page of `of` rows, and `{since}` a day with at least a thousand
    rows after it. A file's cost is that of a thousand of its rows.
    """

    name: str
    path: str
    of: str = ""
    who: Actor = ADMIN

    @property
    def is_file(self) -> bool:
        """Tell if the response is a file."""
        return "/export" in self.path

    def address(self, numbers: Mapping[str, int], most: int = 1000) -> str:
        """Build the path for these numbers of rows; for a file with the day of its first row."""
        rows = numbers.get(self.of, 0)
        days = 1 + DAYS * most // rows if rows else 0
        return self.path.format(
            last=min(rows, MAX_COUNT) // 20,
            code=f"{rows // 2:07}",
            half=rows // 2,
            transaction=900_000_000 + (rows // 2) * 17,
            email=f"person{rows // 4}@",
            organization=id_of("organization", 7),
            since=today() - timedelta(days),
            today=today(),
        )


CASES: dict[str, Sequence[Case]] = {
    "payments": (
        Case("first page", "payments"),
        Case("page 100", "payments?page=100"),
        Case("last page", "payments?page={last}", "payments"),
        Case("failed ones", "payments?status=failed"),
        Case("transfers by amount", "payments?way=bank_transfer&sort=-amount_minor"),
        Case("oldest first", "payments?sort=created_at"),
        Case("Arabic family name", "payments?search=العتيبي"),
        Case("Arabic first and family name", "payments?search=هدى العتيبي"),
        Case("failed ones of a family name", "payments?search=العتيبي&status=failed"),
        Case("one reference", "payments?search=ITQ-2026-{code}", "payments"),
        Case("the end of a reference", "payments?search={code}", "payments"),
        Case("one transaction", "payments?search={transaction}", "payments"),
        Case("one address", "payments?search={email}", "people"),
        Case("nothing found", "payments?search=zzyzx"),
        Case("the largest organization's", "payments", who=LARGEST),
        Case("another organization's", "payments", who=OTHER),
        Case("a candidate's charges", "charges", who=CANDIDATE),
        Case(
            "1,000 rows of a file",
            "payments/export?format=csv&created_from={since}",
            "payments",
            actor("admin", roles=[SUPER_ADMIN]),
        ),
    ),
    "enrollment": (
        Case("first page of enrollments", "enrollments"),
        Case("page 100", "enrollments?page=100"),
        Case("last page", "enrollments?page={last}", "enrollments"),
        Case("waiting ones by start", "enrollments?status=waitlisted&sort=starts_at"),
        Case("rejected ones", "enrollments?status=rejected&sort=-updated_at"),
        Case("unpaid ones by day", "enrollments?status=pending_payment&sort=payment_due_at"),
        Case("by candidate", "enrollments?sort=candidate"),
        Case("by candidate, page 100", "enrollments?sort=-candidate&page=100"),
        Case("by start", "enrollments?sort=-starts_at"),
        Case("Arabic family name", "enrollments?search=العتيبي"),
        Case("Arabic first and family name", "enrollments?search=هدى العتيبي"),
        Case("one reference", "enrollments?search=ITQ-2026-{code}", "enrollments"),
        Case("one address", "enrollments?search={email}", "people"),
        Case("nothing found", "enrollments?search=zzyzx"),
        Case("how many in each state", "enrollments/counts"),
        Case("the largest organization's", "enrollments", who=LARGEST),
        Case("another organization's", "enrollments", who=OTHER),
        Case("another's with a family name", "enrollments?search=العتيبي", who=OTHER),
        Case("another's by candidate", "enrollments?sort=candidate", who=OTHER),
        Case(
            "the largest's rejected ones",
            "enrollments?status=rejected&sort=-updated_at",
            who=LARGEST,
        ),
        Case("the largest's counts", "enrollments/counts", who=LARGEST),
        Case("home: how many wait", "enrollments?status=waitlisted&page_size=1"),
        Case("home: how many are confirmed", "enrollments?status=confirmed&page_size=1"),
        Case(
            "home: unpaid ones",
            "enrollments?status=pending_payment&sort=payment_due_at&page_size=5",
        ),
        Case(
            "home: the largest's requests",
            "enrollments/requests?page_size=5&sort=created_at",
            who=LARGEST,
        ),
        Case("a candidate's own", "enrollments/mine", who=CANDIDATE),
        Case(
            "1,000 rows of a file",
            "enrollments/export?format=csv&created_from={since}T00:00:00Z",
            "enrollments",
            actor("admin", roles=[SUPER_ADMIN]),
        ),
        Case("first page of certificates", "certificates"),
        Case("last page of certificates", "certificates?page={last}", "certificates"),
        Case("certificates that expire", "certificates?state=expiring"),
        Case("certificates by holder", "certificates?sort=holder_name"),
        Case("certificates by training", "certificates?sort=-training_title"),
        Case("certificates by expiry", "certificates?sort=-expires_on"),
        Case("certificates: Arabic family name", "certificates?search=العتيبي"),
        Case("certificates: one holder", "certificates?search=هدى العتيبي"),
        Case("certificates: nothing found", "certificates?search=zzyzx"),
        Case("certificates of another organization", "certificates", who=OTHER),
        Case("a candidate's certificates", "certificates/mine", who=CANDIDATE),
    ),
    "catalog": (
        Case("first page of batches", "batches/managed"),
        Case("page 100 of batches", "batches/managed?page=100", "batches"),
        Case("last page of batches", "batches/managed?page={last}", "batches"),
        Case("upcoming batches of a level", "batches/managed?phase=upcoming&level=advanced"),
        Case("batches by title", "batches/managed?sort=title_en"),
        Case("batches by Arabic title", "batches/managed?sort=title_ar"),
        Case("batches by free seats", "batches/managed?sort=seats_left"),
        Case("batches: Arabic search", "batches/managed?search=الرافعات"),
        Case("batches: one code", "batches/managed?search=BENCH-{half}", "batches"),
        Case("batches: nothing found", "batches/managed?search=zzyzx"),
        Case("batches of another organization", "batches/managed", who=OTHER),
        Case("another's batches: Arabic search", "batches/managed?search=الرافعات", who=OTHER),
        Case(
            "1,000 rows of a file of batches",
            "batches/managed/export?format=csv&starts_from={since}&starts_to={today}",
            "batches",
            actor("admin", roles=[SUPER_ADMIN]),
        ),
        Case(
            "home: next batches",
            "batches/managed?phase=upcoming&status=published&page_size=5&sort=starts_at",
        ),
        Case("first page of trainings", "trainings/managed"),
        Case("last page of trainings", "trainings/managed?page={last}", "trainings"),
        Case("trainings by next batch", "trainings/managed?sort=starts_at"),
        Case("trainings changed last", "trainings/managed?sort=-updated_at"),
        Case("trainings: Arabic search", "trainings/managed?search=الرافعات"),
        Case("trainings of another organization", "trainings/managed", who=OTHER),
        Case("first page of announcements", "announcements/managed"),
        Case("last page of announcements", "announcements/managed?page={last}", "announcements"),
        Case("announcements: Arabic search", "announcements/managed?search=الرافعات"),
        Case("public announcements", "announcements"),
    ),
    "notifications": (
        Case("a person's, of many", "notifications", who=CANDIDATE),
        Case("their unread ones", "notifications?unread=true", who=CANDIDATE),
        Case("their last page", "notifications?page=50", who=CANDIDATE),
        Case("how many are unread", "notifications/unread-count", who=CANDIDATE),
        Case("failed deliveries", "notifications/deliveries"),
        Case("page 100 of failed ones", "notifications/deliveries?page=100"),
        Case("sent deliveries", "notifications/deliveries?status=sent"),
        Case("deliveries: Arabic family name", "notifications/deliveries?search=العتيبي"),
        Case(
            "deliveries: Arabic first and family name",
            "notifications/deliveries?search=هدى العتيبي",
        ),
        Case(
            "sent ones: Arabic family name", "notifications/deliveries?search=العتيبي&status=sent"
        ),
        Case("deliveries: one address", "notifications/deliveries?search={email}", "people"),
        Case("deliveries: nothing found", "notifications/deliveries?search=zzyzx"),
        Case("inquiries", "queries"),
        Case("last page of inquiries", "queries?page={last}", "batches"),
        Case("inquiries by their last change", "queries?sort=-updated_at"),
        Case("open inquiries", "queries?status=open"),
        Case("inquiries: Arabic family name", "queries?search=العتيبي"),
        Case("inquiries: one address", "queries?search={email}", "batches"),
        Case("inquiries: nothing found", "queries?search=zzyzx"),
        Case(
            "1,000 rows of a file of inquiries",
            "queries/export?format=csv&created_from={since}",
            "batches",
            actor("admin", roles=[SUPER_ADMIN]),
        ),
    ),
    "identity": (
        Case("first page of users", "users"),
        Case("last page of users", "users?page={last}", "people"),
        Case("users by name", "users?sort=name_ar"),
        Case("staff among users", "users?type=staff"),
        Case("unverified users", "users?verified=false"),
        Case("users: Arabic family name", "users?search=العتيبي"),
        Case("users: Arabic first and family name", "users?search=هدى العتيبي"),
        Case("users: one address", "users?search={email}", "people"),
        Case("users: nothing found", "users?search=zzyzx"),
        Case("candidates", "candidates"),
        Case("candidates: Arabic family name", "candidates?search=العتيبي"),
        Case("last page of candidates", "candidates?page={last}", "people"),
        Case("candidates by name", "candidates?sort=name_en"),
        Case("candidates of an organization", "candidates", who=OTHER),
        Case("those with a family name", "candidates?search=العتيبي", who=OTHER),
        Case(
            "1,000 rows of a file of candidates",
            "candidates/export?format=csv&registered_from={since}",
            "people",
            actor("admin", roles=[SUPER_ADMIN]),
        ),
        Case("an organization's people", "staff", who=LARGEST),
        Case("its people with a family name", "staff?search=العتيبي", who=LARGEST),
        Case("organizations", "organizations"),
        Case("organizations by name", "organizations?sort=name_ar"),
        Case("organizations: one", "organizations?search=academy7@"),
        Case("audit trail", "audit-trail"),
        Case("audit trail: last page", "audit-trail?page={last}", "entries"),
        Case("audit trail of a noun", "audit-trail?noun=batch"),
        Case("audit trail of an organization", "audit-trail?organization_id={organization}"),
        Case("audit trail: Arabic family name", "audit-trail?search=العتيبي"),
        Case("audit trail: nothing found", "audit-trail?search=zzyzx"),
        Case(
            "1,000 rows of a file of the audit trail",
            "audit-trail/export?format=csv&recorded_from={since}",
            "entries",
            actor("admin", roles=[SUPER_ADMIN]),
        ),
    ),
    "approvals": (
        Case("first page of requests", "approvals"),
        Case("last page of requests", "approvals?page={last}", "batches"),
        Case("pending requests by due day", "approvals?status=pending&sort=due_on"),
        Case("those that wait for an approver", "approvals?mine=true", who=APPROVER),
        Case("overdue requests", "approvals?overdue=true"),
        Case("requests of one kind", "approvals?content_type=announcement"),
        Case("requests: Arabic family name", "approvals?search=العتيبي"),
        Case("requests: Arabic first and family name", "approvals?search=هدى العتيبي"),
        Case("requests: nothing found", "approvals?search=zzyzx"),
    ),
}
