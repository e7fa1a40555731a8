from kit.core.errors import Conflict, NotFound, TooManyRequests


class GroupMessageNotFound(NotFound):
    """The message does not exist, or belongs to another organization."""

    code = "group_message.not_found"
    default_detail = "There is no such message."


class BatchNotFound(NotFound):
    """The batch does not exist, or belongs to another organization."""

    code = "batch.not_found"
    default_detail = "There is no such batch."


class GroupMessageBegun(Conflict):
    """The message is being sent, or was sent or cancelled, so it cannot change."""

    code = "group_message.not_editable"
    default_detail = "This message can no longer be changed."


class GroupMessageEnded(Conflict):
    """Nothing of the message is left to send."""

    code = "group_message.ended"
    default_detail = "This message has been sent or cancelled already."


class GroupMessageStale(Conflict):
    """Another user has changed the message since the caller read it."""

    code = "group_message.edit_conflict"
    default_detail = "This message has changed meanwhile. Look at it again."


class TooManyGroupMessages(TooManyRequests):
    """The organization has reached its limit of messages for that day."""

    code = "group_message.limit_reached"
    default_detail = "Your organization sends 10 messages that day already. Choose another day."
