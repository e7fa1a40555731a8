from contracts import ContentType
from contracts.approvals import DelegationChanged, DelegationStatus

from approvals.delegations.models import Delegation
from approvals.replicas.models import Approver


def delegation_changed(
    delegation: Delegation, approver: Approver, delegate: Approver, status: DelegationStatus
) -> DelegationChanged:
    """Build the event of a created or ended delegation, with sequence 1 or 2."""
    return DelegationChanged(
        delegation_id=delegation.id,
        user_id=approver.user_id,
        name_en=approver.name_en,
        name_ar=approver.name_ar,
        delegate_user_id=delegate.user_id,
        delegate_name_en=delegate.name_en,
        delegate_name_ar=delegate.name_ar,
        content_types=tuple(ContentType(each) for each in delegation.content_types),
        first_day=delegation.first_day,
        last_day=delegation.last_day,
        status=status,
    )
