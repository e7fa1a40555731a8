from kit.core.errors import Conflict, NotFound, Unauthorized


class InquiryNotFound(NotFound):
    """The inquiry does not exist, or the link's token is invalid."""

    code = "inquiry.not_found"
    default_detail = "We couldn't find this conversation. Check that you copied the whole link."


class InquiryFileNotFound(NotFound):
    """The inquiry has no such file, or it is no longer stored."""

    code = "inquiry_file.not_found"
    default_detail = "This file is no longer available."


class InquiryStale(Conflict):
    """The asker or another admin has changed the inquiry since the caller read it."""

    code = "inquiry.edit_conflict"
    default_detail = "This conversation has new changes. Review them, then send again."


class InboundUnsigned(Unauthorized):
    """The mail was not signed by the mail provider, or none are accepted."""

    code = "signature.invalid"
    default_detail = "The signature is missing, incorrect or expired."
