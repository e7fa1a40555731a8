"""Who handles which events: the whole topology on one page.

Whoever publishes makes the queues of all consumers first, so that an event waits for a service
that has not started yet, not even once. A test compares each service's handlers with this.
"""

from collections.abc import Mapping

from contracts import approvals, audit, catalog, enrollment, identity, payments
from contracts.event import Event

CONSUMERS: Mapping[str, frozenset[type[Event]]] = {
    "identity": frozenset(
        {
            approvals.RequestApproved,
            approvals.RequestRejected,
            approvals.RequestReturned,
            enrollment.EnrollmentChanged,
            payments.ChargePaid,
            payments.ChargeRefunded,
            *audit.RECORDED,
        }
    ),
    "catalog": frozenset({enrollment.SeatsChanged, identity.OrganizationUpdated}),
    "enrollment": frozenset(
        {
            catalog.BatchUpdated,
            identity.OrganizationUpdated,
            identity.ProfileUpdated,
            payments.ChargeClosed,
            payments.ChargeOpened,
            payments.ChargePaid,
            payments.ChargeRefunded,
        }
    ),
    "payments": frozenset(
        {
            catalog.SettingsUpdated,
            enrollment.ChargeCancelled,
            enrollment.ChargeRequested,
            enrollment.RefundRequested,
            identity.ProfileUpdated,
        }
    ),
    "approvals": frozenset(
        {identity.OrganizationSubmitted, identity.ProfileUpdated, identity.StaffSubmitted}
    ),
    "notifications": frozenset(
        {
            approvals.RequestAdvanced,
            approvals.RequestApproved,
            approvals.RequestRejected,
            approvals.RequestReturned,
            enrollment.EnrollmentChanged,
            identity.DocumentExpiring,
            identity.InvitationCreated,
            identity.NumberCaseChanged,
            identity.OtpRequested,
            identity.ProfileUpdated,
            identity.SecurityChanged,
            identity.SignUpAttempted,
            identity.UserRegistered,
            payments.ChargeOpened,
            payments.ChargePaid,
            payments.ChargeRefunded,
            payments.PaymentFailed,
            payments.PaymentUnderReview,
            payments.RefundFailed,
        }
    ),
}

_CONSUMED = frozenset().union(*CONSUMERS.values())


def is_consumed(event: type[Event]) -> bool:
    """Whether some service handles it: then a message that reaches no queue is a failure."""
    return event in _CONSUMED
