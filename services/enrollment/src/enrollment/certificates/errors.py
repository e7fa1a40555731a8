from kit.core.errors import Conflict, NotFound


class CertificateNotFound(NotFound):
    """The certificate does not exist or belongs to another person or organization."""

    code = "certificate.not_found"
    default_detail = "We couldn't find this certificate."


class CertificateEnded(Conflict):
    """The certificate was revoked or superseded."""

    code = "certificate.ended"
    default_detail = "This certificate was already revoked or replaced."


class CertificateRequestNotFound(NotFound):
    """A certificate request does not exist or belongs to another organization."""

    code = "certificate_request.not_found"
    default_detail = "We couldn't find a request for this certificate in your organization."


class ResultChanged(Conflict):
    """An appeal has changed the result to no pass."""

    code = "certificate.not_earned"
    default_detail = "This person no longer has a passing result. Revoke the certificate."


class IssuerUnknown(Conflict):
    """Identity has not published the organization's name yet."""

    code = "organization.not_ready"
    default_detail = "This organization is still being set up. Try again in a moment."
