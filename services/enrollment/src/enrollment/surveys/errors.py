"""Why an answer to a survey is refused."""

from kit.core.errors import Conflict


class SurveyClosed(Conflict):
    """The time for it is over, or the candidate attended nothing that could be judged."""

    code = "survey.closed"
    default_detail = "This survey is closed."


class AlreadyAnswered(Conflict):
    """One answer is one person's."""

    code = "survey.already_answered"
    default_detail = "You have answered this survey before."
