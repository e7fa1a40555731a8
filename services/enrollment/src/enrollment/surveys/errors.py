from kit.core.errors import Conflict


class SurveyClosed(Conflict):
    """The time to answer is over, or the candidate attended no session."""

    code = "survey.closed"
    default_detail = "This survey is closed."


class AlreadyAnswered(Conflict):
    """Each person answers once."""

    code = "survey.already_answered"
    default_detail = "You've already answered this survey."
