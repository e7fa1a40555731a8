from kit.core.errors import Conflict, NotFound


class CannedAnswerNotFound(NotFound):
    code = "canned_answer.not_found"
    default_detail = "This canned answer no longer exists."


class CannedAnswersChanged(Conflict):
    """Another admin has changed, added or deleted one since the caller loaded them."""

    code = "canned_answer.edit_conflict"
    default_detail = "Someone else changed the canned answers. Check the changes, then try again."


class TooManyCannedAnswers(Conflict):
    """The maximum number of canned answers is reached."""

    code = "canned_answer.limit_reached"
    default_detail = "You already have 50 canned answers. Delete one you no longer use."
