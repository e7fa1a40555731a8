"""Refusals about messages to groups."""

from kit.core.errors import Conflict, NotFound, TooManyRequests


class GroupMessageNotFound(NotFound):
    """There is no such message, or it is another organization's."""

    code = "group_message.not_found"
    default_detail = "There is no such message."


class BatchNotFound(NotFound):
    """There is no such batch, or it is another organization's."""

    code = "batch.not_found"
    default_detail = "There is no such batch."


class GroupMessageBegun(Conflict):
    """It is being sent, has been sent or was cancelled: it stays as it is."""

    code = "group_message.not_editable"
    default_detail = "This message can no longer be changed."


class GroupMessageEnded(Conflict):
    """Nothing of it is left to be sent."""

    code = "group_message.ended"
    default_detail = "This message has been sent or cancelled already."


class GroupMessageStale(Conflict):
    """Somebody else has changed it since it was looked at."""

    code = "group_message.edit_conflict"
    default_detail = "This message has changed meanwhile. Look at it again."


class TooManyGroupMessages(TooManyRequests):
    """The organization sends as many messages on that day as it may."""

    code = "group_message.limit_reached"
    default_detail = "Your organization sends 10 messages that day already. Choose another day."
