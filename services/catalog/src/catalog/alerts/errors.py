"""Why an alert cannot be set."""

from kit.core.errors import Conflict


class AlertLimit(Conflict):
    """Somebody has as many alerts as one may have."""

    code = "training_alert.limit_reached"
    default_detail = "You have as many alerts as possible. End one that you need no more."
