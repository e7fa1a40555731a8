"""The author of a bulk enrollment is notified of slow steps, once per state."""

from typing import Any

from contracts.enrollment import BulkEnrollmentChanged, BulkEnrollmentStatus
from contracts.testing import event
from kit.database.db import AsyncSession, new_id

from services.notifications.tests.factories import Service, notifications_of, sign_up

Status = BulkEnrollmentStatus


async def test_it_is_said_what_came_of_a_large_file_and_where_it_goes_on(
    service: Service, session: AsyncSession
) -> None:
    user = await sign_up(service)
    large: dict[str, Any] = {
        "bulk_enrollment_id": new_id(),
        "organization_id": new_id(),
        "user_id": user.user_id,
        "file_name": "drivers {x}.xlsx",
        "row_count": 400,
        "valid": 390,
        "invalid": 10,
        "confirmed": 388,
        "test": False,
    }
    # Corrected rows are checked again, and events may be redelivered.
    steps = (
        Status.CHECKING,
        Status.CHECKED,
        Status.CHECKED,
        Status.PROCESSING,
        Status.AWAITING_PAYMENT,
        Status.FINISHED,
    )
    for sequence, status in enumerate(steps, 1):
        changed = event(BulkEnrollmentChanged, **large, status=status)
        await service.deliver(changed, sequence=sequence)
    for silent in ({"test": True}, {"user_id": None}, {"row_count": 3}):
        other = large | {"bulk_enrollment_id": new_id()} | silent
        await service.deliver(event(BulkEnrollmentChanged, **other, status=Status.CHECKED))
    found = await notifications_of(session, user.user_id)
    kinds = ["welcome", "bulk_checked", "bulk_awaiting_payment", "bulk_finished"]
    assert [each.kind for each in found] == kinds
    _, checked, _, finished = found
    assert checked.body_en.startswith("drivers {x}.xlsx: 390 of 400 rows")
    assert "388" in finished.body_ar
    assert checked.link and checked.link.endswith(f"?id={large['bulk_enrollment_id']}")
