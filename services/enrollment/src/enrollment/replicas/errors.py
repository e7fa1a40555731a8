from kit.core.errors import NotFound


class BatchUnknown(NotFound):
    """The batch is not replicated yet or not published."""

    code = "batch.not_found"
    default_detail = "We couldn't find this batch. If it was just published, try again in a moment."


class NotReplicated(Exception):
    """The subject of an event is not replicated yet.

    The event is retried and finally becomes a dead letter, so that no payment is lost.
    """
