"""Why certificates cannot be shown, issued or changed."""

from kit.core.errors import Conflict, NotFound


class CertificateNotFound(NotFound):
    """It is not there, or it is somebody else's."""

    code = "certificate.not_found"
    default_detail = "This certificate does not exist."


class CertificateEnded(Conflict):
    """It was revoked, or another one was issued in its place."""

    code = "certificate.ended"
    default_detail = "This certificate was revoked or superseded already."


class CertificateRequestNotFound(NotFound):
    """One of them is not there, or it is another organization's."""

    code = "certificate_request.not_found"
    default_detail = "This certificate was not asked for."


class ResultChanged(Conflict):
    """Its person has not passed any more: an appeal has changed the result."""

    code = "certificate.not_earned"
    default_detail = "This person has not passed any more. Revoke the certificate."


class IssuerUnknown(Conflict):
    """Identity has not published the organization yet, whose name stands on certificates."""

    code = "organization.not_ready"
    default_detail = "The organization's name is not known here yet. Try again in a moment."
