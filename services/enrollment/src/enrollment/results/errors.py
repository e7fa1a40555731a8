from kit.core.errors import Conflict, NotFound


class AssessmentNotFound(NotFound):
    """The assessment does not exist or belongs to another organization."""

    code = "assessment.not_found"
    default_detail = "This assessment does not exist."


class BatchFinished(Conflict):
    """The batch's results are decided."""

    code = "batch.finished"
    default_detail = "This batch is finished: its results can no longer be changed."


class BatchRunning(Conflict):
    """The batch's last session has not ended, or the batch is cancelled."""

    code = "batch.not_ended"
    default_detail = "The batch can be finished when its last session has ended."


class AssessmentMissing(Conflict):
    """The training requires a score, but the batch has no assessment."""

    code = "assessment.required"
    default_detail = "This training asks for a minimum score: add an assessment first."


class ResultsIncomplete(Conflict):
    """Marks or scores are missing and the caller did not accept that."""

    code = "result.incomplete"
    default_detail = "Attendance or scores of some people are missing."


class RowsInvalid(Conflict):
    """A file has invalid rows; nothing is stored."""

    code = "import.rows_invalid"
    default_detail = "Some rows of the file cannot be stored. Correct them and upload it again."
