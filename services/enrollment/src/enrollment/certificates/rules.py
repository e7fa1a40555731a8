"""In which state a certificate is for whoever looks at it, and when it expires: SQL expressions."""

from contracts.enrollment import CertificateStatus
from kit.days import RIYADH
from sqlalchemy import ColumnElement, Date, case, cast, func, literal, or_
from sqlmodel import col

from enrollment.certificates.models import Certificate
from enrollment.certificates.states import CertificateState
from enrollment.replicas.models import Batch

EXPIRES_SOON_DAYS = 90

TODAY = cast(func.timezone(RIYADH.key, func.now()), Date)
"""By the database's clock."""

EXPIRES_ON = cast(TODAY + func.make_interval(0, col(Batch.certificate_valid_months)), Date)
"""Of what is issued today for a batch; NULL: never."""

_ISSUED = col(Certificate.status) == CertificateStatus.ISSUED
_SOON = TODAY + EXPIRES_SOON_DAYS

IN_STATE: dict[CertificateState, ColumnElement[bool]] = {
    CertificateState.REVOKED: col(Certificate.status) == CertificateStatus.REVOKED,
    CertificateState.SUPERSEDED: col(Certificate.status) == CertificateStatus.SUPERSEDED,
    CertificateState.EXPIRED: _ISSUED & (col(Certificate.expires_on) < TODAY),
    CertificateState.EXPIRING: _ISSUED & col(Certificate.expires_on).between(TODAY, _SOON),
    CertificateState.VALID: _ISSUED
    & or_(col(Certificate.expires_on).is_(None), col(Certificate.expires_on) > _SOON),
}
"""The condition of each state; every certificate meets one."""

STATE = case(*((condition, literal(state.value)) for state, condition in IN_STATE.items()))
