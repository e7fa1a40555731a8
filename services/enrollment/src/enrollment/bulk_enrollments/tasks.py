"""Background work on files. Each chunk is one transaction, so any replica may run it or crash."""

from datetime import timedelta

from kit.messaging.periodic import Job, Sweep
from kit.web.app import Context

from enrollment.bulk_enrollments.confirmation.test_mode import service as testmode
from enrollment.bulk_enrollments.pipeline import (
    check_portion,
    end_admission,
    end_with_batch,
    expire_unpaid,
    request_admission,
)
from enrollment.bulk_enrollments.service import empty_ended, forget_keys
from enrollment.bulk_enrollments.states import CHECK_SWEEP
from enrollment.config import Settings

_SOON = timedelta(seconds=1)
_AT_ONCE = timedelta(seconds=0.3)
"""Short because uploaders watch the check. Also the pause between chunks of an admission, which
limits its load.
"""


async def empty_bulk_rows(context: Context[Settings]) -> int:
    """Delete personal data of files past retention and return the number of files."""
    async with context.database.transaction() as session:
        return await empty_ended(session, context.settings.bulk_people_kept)


TASKS = (
    Sweep(CHECK_SWEEP, _AT_ONCE, check_portion),
    Sweep("request_admission", _AT_ONCE, request_admission),
    Sweep("end_admission", _SOON, end_admission),
    Sweep("process_tests", _SOON, testmode.process),
    Sweep("expire_bulk_enrollments", timedelta(seconds=5), expire_unpaid),
    Sweep("end_bought_seats", timedelta(seconds=5), end_with_batch),
    Sweep("forget_idempotency_keys", timedelta(hours=1), forget_keys),
    Job("empty_bulk_rows", timedelta(hours=1), empty_bulk_rows),
)
