from kit.core.errors import Conflict, NotFound


class AssessmentNotFound(NotFound):
    """The assessment does not exist or belongs to another organization."""

    code = "assessment.not_found"
    default_detail = "We couldn't find this assessment."


class BatchFinished(Conflict):
    """The batch's results are decided."""

    code = "batch.finished"
    default_detail = "This batch is finished, so its results can no longer change."


class BatchRunning(Conflict):
    """The batch's last session has not ended, or the batch is cancelled."""

    code = "batch.not_ended"
    default_detail = "You can finish the batch once its last session ends."


class AssessmentMissing(Conflict):
    """The training requires a score, but the batch has no assessment."""

    code = "assessment.required"
    default_detail = "This training requires a minimum score. Add an assessment first."


class ResultsIncomplete(Conflict):
    """Marks or scores are missing and the caller did not accept that."""

    code = "result.incomplete"
    default_detail = "Enter the missing attendance and scores first."


class RowsInvalid(Conflict):
    """A file has invalid rows; nothing is stored."""

    code = "import.rows_invalid"
    default_detail = (
        "Nothing was imported because some rows have errors. Correct them and upload the file "
        "again."
    )
