"""Consumers of each event: the whole topology in one place.

Publishers create the queues of all consumers first, so that events wait for services that have not
started yet. A test compares each service's handlers with this map.
"""

from collections.abc import Mapping

from contracts import (
    approvals,
    audit,
    catalog,
    enrollment,
    identity,
    payments,
    people,
    personal_data,
)
from contracts.event import Event

_ABOUT_PEOPLE = (identity.DataRequested, identity.UserErased)
"""Requests about personal data, for every service but identity."""

CONSUMERS: Mapping[str, frozenset[type[Event]]] = {
    "identity": frozenset(
        {
            approvals.RequestApproved,
            approvals.RequestRejected,
            approvals.RequestReturned,
            catalog.SettingsUpdated,
            enrollment.EnrollmentChanged,
            people.PeopleAdmissionRequested,
            people.PeopleMatchRequested,
            people.RegistrationsCovered,
            payments.ChargePaid,
            payments.ChargeRefunded,
            *audit.RECORDED,
            *personal_data.COLLECTED,
            *personal_data.CHECKED,
        }
    ),
    "catalog": frozenset(
        {
            approvals.RequestApproved,
            approvals.RequestRejected,
            approvals.RequestReturned,
            enrollment.SeatsChanged,
            identity.OrganizationUpdated,
            identity.ProfileUpdated,
            *_ABOUT_PEOPLE,
        }
    ),
    "enrollment": frozenset(
        {
            approvals.RequestApproved,
            approvals.RequestRejected,
            approvals.RequestReturned,
            catalog.AnnouncementUpdated,
            catalog.BatchUpdated,
            catalog.SettingsUpdated,
            identity.OrganizationUpdated,
            identity.ProfileUpdated,
            payments.ChargeAbsent,
            payments.ChargeClosed,
            payments.ChargeOpened,
            payments.ChargePaid,
            payments.ChargeRefunded,
            payments.ChargesDigest,
            people.PeopleAdmitted,
            people.PeopleMatched,
            identity.ErasureCheckRequested,
            *_ABOUT_PEOPLE,
        }
    ),
    "payments": frozenset(
        {
            catalog.SettingsUpdated,
            enrollment.ChargeCancelled,
            enrollment.ChargeExpiryRequested,
            enrollment.ChargeRequested,
            enrollment.RefundRequested,
            enrollment.SubjectsDigest,
            identity.OrganizationUpdated,
            identity.ProfileUpdated,
            identity.ErasureCheckRequested,
            *_ABOUT_PEOPLE,
        }
    ),
    "approvals": frozenset(
        {
            catalog.AnnouncementSubmitted,
            enrollment.ApplicationChanged,
            enrollment.ApplicationSubmitted,
            identity.AdminRolesUpdated,
            identity.OrganizationSubmitted,
            identity.OrganizationUpdated,
            identity.ProfileUpdated,
            identity.RoleUpdated,
            identity.StaffSubmitted,
            *_ABOUT_PEOPLE,
        }
    ),
    "notifications": frozenset(
        {
            catalog.BatchAlerted,
            catalog.BatchUpdated,
            catalog.SettingsUpdated,
            approvals.DelegationChanged,
            approvals.LevelUnattended,
            approvals.RequestAdvanced,
            approvals.RequestHandedOver,
            approvals.RequestDue,
            approvals.RequestWaiting,
            approvals.RequestApproved,
            approvals.RequestRejected,
            approvals.RequestReturned,
            enrollment.AppealChanged,
            enrollment.ApplicationChanged,
            enrollment.EnrollmentChanged,
            enrollment.EnrollmentMoved,
            enrollment.CertificateChanged,
            enrollment.CertificateExpiring,
            enrollment.CertificateRequestsChanged,
            enrollment.BulkEnrollmentChanged,
            identity.AdminRolesUpdated,
            identity.ConfirmationRequested,
            identity.DataReady,
            identity.ErasureChanged,
            identity.DocumentExpiring,
            identity.DocumentReplaced,
            identity.EmailChanged,
            identity.InvitationCreated,
            identity.NumberCaseChanged,
            identity.OrganizationSuspensionChanged,
            identity.OrganizationUpdated,
            identity.OtpRequested,
            identity.PartnerClientExpiring,
            identity.PartnerSecretRotated,
            identity.ProfileUpdated,
            identity.RoleUpdated,
            identity.SignInDetailsChanged,
            identity.SecurityChanged,
            identity.SessionEnded,
            identity.SignUpAttempted,
            identity.UserRegistered,
            payments.AccountBillDue,
            payments.ChargeOpened,
            payments.ChargePaid,
            payments.ChargeRefunded,
            payments.DocumentMade,
            payments.PaymentFailed,
            payments.PaymentUnderReview,
            payments.RefundFailed,
            *_ABOUT_PEOPLE,
        }
    ),
}

_CONSUMED = frozenset().union(*CONSUMERS.values())


def is_consumed(event: type[Event]) -> bool:
    """Tell if a service handles the event, so that an unroutable message is an error."""
    return event in _CONSUMED
