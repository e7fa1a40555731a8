"""Refusals about inquiries."""

from kit.core.errors import Conflict, NotFound, Unauthorized


class InquiryNotFound(NotFound):
    """There is no such inquiry, or the link to it is none of ours."""

    code = "inquiry.not_found"
    default_detail = "There is no such query."


class InquiryFileNotFound(NotFound):
    """No such file came with the inquiry, or it is no longer stored."""

    code = "inquiry_file.not_found"
    default_detail = "There is no such file."


class InquiryStale(Conflict):
    """The asker or somebody else has written or changed it since it was looked at."""

    code = "inquiry.edit_conflict"
    default_detail = "This query has changed meanwhile. Look at it again."


class InboundUnsigned(Unauthorized):
    """Nobody whom we know has handed the mail in, or none are taken."""

    code = "signature.invalid"
    default_detail = "The signature is missing, wrong or too old."
