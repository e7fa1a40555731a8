from contracts.enrollment import AppealChanged, AppealStatus

from enrollment.appeals.models import Appeal
from enrollment.enrollments.models import Enrollment
from enrollment.replicas.models import Batch


def appeal_changed(
    appeal: Appeal, enrollment: Enrollment, batch: Batch, previous: AppealStatus | None
) -> AppealChanged:
    """Build the event for the appeal's state; `previous` is None for a new appeal."""
    return AppealChanged(
        appeal_id=appeal.id,
        previous_status=previous,
        status=appeal.status,
        enrollment_id=enrollment.id,
        batch_id=enrollment.batch_id,
        training_id=enrollment.training_id,
        organization_id=enrollment.organization_id,
        candidate_user_id=enrollment.candidate_user_id,
        batch_code=batch.code,
        batch_title_en=batch.title_en,
        batch_title_ar=batch.title_ar,
        result=appeal.new_result or appeal.result,
        answer=appeal.answer,
    )
