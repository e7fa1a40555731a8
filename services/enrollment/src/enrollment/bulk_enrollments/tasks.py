"""Background work on files. Each chunk is one transaction, so any replica may run it or crash."""

from datetime import timedelta

from kit.messaging.periodic import Job, Sweep
from kit.web.app import Context

from enrollment.bulk_enrollments.confirmation.test_mode import service as testmode
from enrollment.bulk_enrollments.pipeline import (
    check_next_chunk,
    end_admission,
    end_with_batch,
    expire_unpaid,
    request_admission,
)
from enrollment.bulk_enrollments.service import delete_ended_people, delete_expired_keys
from enrollment.bulk_enrollments.states import CHECK_SWEEP
from enrollment.config import Settings

_INTERVAL = timedelta(seconds=1)
_SHORT_INTERVAL = timedelta(seconds=0.3)
"""Short because uploaders watch the check. Also the pause between chunks of an admission, which
limits its load.
"""


async def empty_bulk_rows(context: Context[Settings]) -> int:
    """Delete personal data of files past retention and return the number of files."""
    async with context.database.transaction() as session:
        return await delete_ended_people(session, context.settings.bulk_people_kept)


TASKS = (
    Sweep(CHECK_SWEEP, _SHORT_INTERVAL, check_next_chunk),
    Sweep("request_admission", _SHORT_INTERVAL, request_admission),
    Sweep("end_admission", _INTERVAL, end_admission),
    Sweep("process_tests", _INTERVAL, testmode.advance_next_test),
    Sweep("expire_bulk_enrollments", timedelta(seconds=5), expire_unpaid),
    Sweep("end_bought_seats", timedelta(seconds=5), end_with_batch),
    Sweep("forget_idempotency_keys", timedelta(hours=1), delete_expired_keys),
    Job("empty_bulk_rows", timedelta(hours=1), empty_bulk_rows),
)
