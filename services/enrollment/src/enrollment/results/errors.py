"""Why results cannot be entered or decided."""

from kit.core.errors import Conflict, NotFound


class AssessmentNotFound(NotFound):
    """It is not there, or it is somebody else's."""

    code = "assessment.not_found"
    default_detail = "This assessment does not exist."


class BatchFinished(Conflict):
    """Its results were decided."""

    code = "batch.finished"
    default_detail = "This batch is finished: its results can no longer be changed."


class BatchRunning(Conflict):
    """Its last session has not ended, or it was cancelled."""

    code = "batch.not_ended"
    default_detail = "The batch can be finished when its last session has ended."


class AssessmentMissing(Conflict):
    """The training asks for a score and nothing is assessed."""

    code = "assessment.required"
    default_detail = "This training asks for a minimum score: add an assessment first."


class ResultsIncomplete(Conflict):
    """Marks or scores are missing, and it was not said that they count as none."""

    code = "result.incomplete"
    default_detail = "Attendance or scores of some people are missing."


class RowsInvalid(Conflict):
    """A file has rows that cannot be stored; nothing of it is."""

    code = "import.rows_invalid"
    default_detail = "Some rows of the file cannot be stored. Correct them and upload it again."
