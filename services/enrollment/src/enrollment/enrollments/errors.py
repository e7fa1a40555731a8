from kit.core.errors import Conflict, NotFound


class EnrollmentNotFound(NotFound):
    """The enrollment does not exist or belongs to another person or organization."""

    code = "enrollment.not_found"
    default_detail = "We couldn't find this enrollment."


class TransitionRefused(Conflict):
    """The enrollment's state does not allow the transition."""

    code = "enrollment.invalid_state"
    default_detail = "The status of this enrollment has changed, so this is no longer possible."


class AlreadyEnrolled(Conflict):
    code = "enrollment.already_exists"
    default_detail = "You're already enrolled in this batch."


class EnrollmentContended(Conflict):
    """Enrolling failed twice, although no obstacle was found when the reason was read."""

    code = "enrollment.conflict"
    default_detail = "This batch changed while you were enrolling. Try again."


class BatchCancelled(Conflict):
    code = "batch.cancelled"
    default_detail = "This batch has been cancelled."


class BatchStarted(Conflict):
    code = "batch.started"
    default_detail = "This batch has already started."


class EnrollmentNotOpen(Conflict):
    """Enrollment has not opened yet."""

    code = "enrollment.not_open"
    default_detail = "Enrollment in this batch hasn't opened yet."


class EnrollmentClosed(Conflict):
    """Enrollment has closed."""

    code = "enrollment.closed"
    default_detail = "Enrollment in this batch has closed."


class EnrollmentPaused(Conflict):
    """The batch's organization is suspended."""

    code = "enrollment.paused"
    default_detail = "Enrollment with this organization is paused."


class CandidatesOnly(Conflict):
    """The caller is not a candidate. Listed as an obstacle; never returned as an error."""

    code = "enrollment.candidates_only"
    default_detail = "You need a candidate account to enroll."
