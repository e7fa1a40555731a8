"""Why an enrollment, or a step of one, is refused."""

from kit.core.errors import Conflict, NotFound


class EnrollmentNotFound(NotFound):
    """It is not there, or it is somebody else's."""

    code = "enrollment.not_found"
    default_detail = "This enrollment does not exist."


class TransitionRefused(Conflict):
    """The enrollment's state does not allow the step."""

    code = "enrollment.invalid_state"
    default_detail = "The enrollment is no longer in a state that allows this."


class AlreadyEnrolled(Conflict):
    """The candidate has an active enrollment in the batch."""

    code = "enrollment.already_exists"
    default_detail = "You are already enrolled in this batch."


class EnrollmentContended(Conflict):
    """The write was refused twice, and nothing stood in the way when the reason was read."""

    code = "enrollment.conflict"
    default_detail = "Enrollment in this batch changed at the same moment. Try again."


class BatchCancelled(Conflict):
    """The batch will not take place."""

    code = "batch.cancelled"
    default_detail = "This batch has been cancelled."


class BatchStarted(Conflict):
    """The first session has begun."""

    code = "batch.started"
    default_detail = "This batch has already started."


class EnrollmentNotOpen(Conflict):
    """It is too early."""

    code = "enrollment.not_open"
    default_detail = "Enrollment in this batch has not opened yet."


class EnrollmentClosed(Conflict):
    """It is too late."""

    code = "enrollment.closed"
    default_detail = "Enrollment in this batch has closed."


class EnrollmentPaused(Conflict):
    """The batch's organization is suspended."""

    code = "enrollment.paused"
    default_detail = "Nobody can enroll with this organization at present."


class CandidatesOnly(Conflict):
    """The caller's profile is not a candidate's; given as a reason, not answered as a problem."""

    code = "enrollment.candidates_only"
    default_detail = "Only candidates can enroll."
