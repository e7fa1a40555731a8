from kit.core.errors import Conflict, NotFound


class CannedAnswerNotFound(NotFound):
    code = "canned_answer.not_found"
    default_detail = "There is no such canned answer."


class CannedAnswersChanged(Conflict):
    """Another admin has changed, added or deleted one since the caller loaded them."""

    code = "canned_answer.edit_conflict"
    default_detail = "Somebody else has changed the canned answers meanwhile. Look at them again."


class TooManyCannedAnswers(Conflict):
    """The maximum number of canned answers is reached."""

    code = "canned_answer.limit_reached"
    default_detail = "There are 50 canned answers already. Delete one that is not used any more."
