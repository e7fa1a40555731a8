"""Why a batch cannot be shown."""

from kit.errors import NotFound


class BatchUnknown(NotFound):
    """Enrollment has not heard of the batch, or it is not published."""

    code = "enrollment.batch_unknown"
    default_detail = "This batch is not open to enrollments."
