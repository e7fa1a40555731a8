"""Why an alert cannot be set."""

from kit.core.errors import Conflict


class AlertLimit(Conflict):
    """Somebody has as many alerts as one may have."""

    code = "catalog.alert_limit"
    default_detail = "You have as many alerts as possible. End one that you need no more."
