from kit.core.errors import Conflict, NotFound, TooManyRequests


class GroupMessageNotFound(NotFound):
    """The message does not exist, or belongs to another organization."""

    code = "group_message.not_found"
    default_detail = "We couldn't find this message."


class BatchNotFound(NotFound):
    """The batch does not exist, or belongs to another organization."""

    code = "batch.not_found"
    default_detail = "We couldn't find this batch."


class GroupMessageBegun(Conflict):
    """The message is being sent, or was sent or cancelled, so it cannot change."""

    code = "group_message.not_editable"
    default_detail = (
        "You can no longer change this message: it's being sent, was sent or was cancelled."
    )


class GroupMessageEnded(Conflict):
    """Nothing of the message is left to send."""

    code = "group_message.ended"
    default_detail = "This message was already sent or cancelled."


class GroupMessageStale(Conflict):
    """Another user has changed the message since the caller read it."""

    code = "group_message.edit_conflict"
    default_detail = "Someone else changed this message. Review the changes, then save again."


class TooManyGroupMessages(TooManyRequests):
    """The organization has reached its limit of messages for that day."""

    code = "group_message.limit_reached"
    default_detail = (
        "Your organization has reached its limit of 10 messages for that day. Choose another day."
    )
