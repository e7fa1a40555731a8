"""What is refused about reports of mails."""

from kit.core.errors import Unauthorized


class ReportUnsigned(Unauthorized):
    """The report was not signed by the mail provider, or none are taken."""

    code = "signature.invalid"
    default_detail = "The report is not signed by whom we know."
