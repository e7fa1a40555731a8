from kit.core.errors import Conflict


class AlertLimit(Conflict):
    """The user has the maximum number of alerts."""

    code = "training_alert.limit_reached"
    default_detail = "You've reached the alert limit. Remove an alert you no longer need."
