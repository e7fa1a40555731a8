"""Refusals about canned answers."""

from kit.core.errors import Conflict, NotFound


class CannedAnswerNotFound(NotFound):
    """There is no such canned answer, or it was deleted."""

    code = "canned_answer.not_found"
    default_detail = "There is no such canned answer."


class CannedAnswersChanged(Conflict):
    """Somebody else has changed, added or deleted one since the caller looked."""

    code = "canned_answer.edit_conflict"
    default_detail = "Somebody else has changed the canned answers meanwhile. Look at them again."


class TooManyCannedAnswers(Conflict):
    """There are as many as can be kept."""

    code = "canned_answer.limit_reached"
    default_detail = "There are 50 canned answers already. Delete one that is not used any more."
