"""Enrolling: the hot path, in bare SQL.

Everybody who enrolls in a sought-after batch waits for the lock of its one row in `seats`, so
what counts is how long a transaction holds it. Each way to enroll is one statement, which commits
by itself: it checks, counts, inserts, and writes the events. The seats are updated first and
nothing refers to them by a foreign key: both would lengthen the wait.

A statement whose condition does not hold changes nothing and gives no row; why it does not is
looked into afterwards, without a lock.
"""

from typing import Any

import asyncpg
from contracts.enrollment import ChargeRequested, EnrollmentChanged
from kit.auth import Principal
from kit.db import Database, new_id
from kit.messaging import outbox
from kit.messaging.envelope import traceparent

from enrollment.enrollments import eligibility
from enrollment.enrollments.errors import AlreadyEnrolled
from enrollment.enrollments.events import CHARGE_REQUESTED, ENROLLED
from enrollment.enrollments.queries import NEW_ENROLLMENT_COLUMNS, read_of
from enrollment.enrollments.schemas import EnrollmentCreate, EnrollmentRead
from enrollment.enrollments.states import ACTIVE

# $1 the new enrollment's id, $2 the batch, $3 the candidate's profile, $4 their user, $5 and $6
# the events' ids, $7 the trace.
_MAY_ENROLL = f"""
    s.batch_id = $2 AND b.id = $2 AND b.status = 'published'
    AND b.enrollment_opens_at <= now() AND b.enrollment_closes_at > now() AND b.starts_at > now()
    AND NOT EXISTS (
        SELECT FROM enrollments o
        WHERE o.batch_id = $2 AND o.candidate_profile_id = $3
          AND o.status IN ({", ".join(f"'{status}'" for status in sorted(ACTIVE))}))"""

# Whoever waits comes before whoever has only just asked.
_SEAT_LEFT = "s.taken < s.capacity AND s.waiting = 0"


_TELL = outbox.insert_sql(
    EnrollmentChanged, ENROLLED, id_="$5::uuid", sequence="e.version", trace="$7::text"
)
_CHARGE = outbox.insert_sql(
    ChargeRequested, CHARGE_REQUESTED, id_="$6::uuid", sequence="e.version", trace="$7::text"
)


def _enrolling(seat: str, status: str, due_at: str, position: str = "NULL::bigint") -> str:
    """One statement: `seat` gives the batch's row if there is one, and the enrollment is made with
    it, and its events."""
    return f"""
        WITH seat AS ({seat}),
        made AS (
            INSERT INTO enrollments (
                id, batch_id, training_id, organization_id, candidate_profile_id,
                candidate_user_id, status, price_minor, currency, payment_due_at, version)
            SELECT $1::uuid, b.id, b.training_id, b.organization_id, $3::uuid, $4::uuid,
                   {status}, b.price_minor, b.currency, {due_at}, 1
            FROM seat b
            RETURNING *),
        told AS ({_TELL} FROM made e CROSS JOIN seat b),
        charged AS (
            {_CHARGE} FROM made e CROSS JOIN seat b WHERE e.status = 'pending_payment')
        SELECT {NEW_ENROLLMENT_COLUMNS}, {position} AS waiting_position,
               NULL::text AS charge_reference, NULL::text AS charge_status,
               NULL::timestamptz AS refund_requested_at
        FROM made e CROSS JOIN seat b LEFT JOIN profiles p ON p.id = e.candidate_profile_id"""  # noqa: S608


TAKE_SEAT = _enrolling(
    f"""UPDATE seats s SET taken = s.taken + 1, version = s.version + 1 FROM batches b
        WHERE {_MAY_ENROLL} AND NOT b.requires_acceptance AND {_SEAT_LEFT} RETURNING b.*""",  # noqa: S608
    status="CASE WHEN b.price_minor > 0 THEN 'pending_payment' ELSE 'confirmed' END",
    due_at="""CASE WHEN b.price_minor > 0 THEN
        least(now() + make_interval(mins => b.payment_window_minutes), b.starts_at) END""",
)
"""The batch asks for no acceptance: the seat is the candidate's, at once or until it is paid."""

REQUEST = _enrolling(
    f"""SELECT b.* FROM seats s CROSS JOIN batches b
        WHERE {_MAY_ENROLL} AND b.requires_acceptance AND {_SEAT_LEFT}""",  # noqa: S608
    status="'requested'",
    due_at="NULL::timestamptz",
)
"""The organization decides: no seat is taken before it accepts."""

JOIN_WAITING_LIST = _enrolling(
    f"""UPDATE seats s SET waiting = s.waiting + 1, version = s.version + 1 FROM batches b
        WHERE {_MAY_ENROLL} AND NOT ({_SEAT_LEFT}) RETURNING b.*, s.waiting""",  # noqa: S608
    status="'waitlisted'",
    due_at="NULL::timestamptz",
    position="b.waiting",
)
"""No seat is left: the candidate is the last of those who wait for one."""


class Row(asyncpg.Record):  # type: ignore[misc]
    """A row whose columns read as attributes, so that what reads SQLAlchemy's reads it too."""

    def __getattr__(self, name: str) -> Any:
        """The column of this name."""
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


async def enroll(database: Database, actor: Principal, wanted: EnrollmentCreate) -> EnrollmentRead:
    """Enroll the caller in a batch, or put them on its waiting list if they want that.

    Raises `BatchUnknown`, `AlreadyEnrolled`, `SeatsFull` and what else `eligibility` finds.
    """
    ways = [TAKE_SEAT, REQUEST] + ([JOIN_WAITING_LIST] if wanted.join_waiting_list else [])
    try:
        async with database.raw_connection() as connection:
            for statement in ways:
                row = await connection.fetchrow(
                    statement,
                    new_id(),
                    wanted.batch_id,
                    actor.profile_id,
                    actor.user_id,
                    new_id(),
                    new_id(),
                    traceparent(),
                    record_class=Row,
                )
                if row is not None:
                    return read_of(row, actor)
    except asyncpg.UniqueViolationError as error:
        # A second press of the button, while the first was under way.
        raise AlreadyEnrolled from error
    async with database.transaction() as session:
        raise await eligibility.refusal(session, actor, wanted.batch_id)
