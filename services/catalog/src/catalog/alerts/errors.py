from kit.core.errors import Conflict


class AlertLimit(Conflict):
    """The user has the maximum number of alerts."""

    code = "training_alert.limit_reached"
    default_detail = "You have as many alerts as possible. End one that you need no more."
