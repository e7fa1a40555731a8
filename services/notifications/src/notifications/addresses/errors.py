from kit.core.errors import Unauthorized


class ReportUnsigned(Unauthorized):
    """Rejects a report without the mail provider's signature, or any report when none are
    accepted."""

    code = "signature.invalid"
    default_detail = "The signature is missing, incorrect or expired."
