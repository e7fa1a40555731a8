from collections.abc import Sequence
from uuid import UUID

from contracts.identity import ConfirmationRequested

from identity.accounts.accounts.models import User
from identity.administration.confirmations.models import Confirmation


def confirmation_requested(
    confirmation: Confirmation, requester: User, eligible_user_ids: Sequence[UUID]
) -> ConfirmationRequested:
    """Build the event that notifies the admins who can confirm a change."""
    return ConfirmationRequested(
        confirmation_id=confirmation.id,
        name_en=confirmation.summary["name_en"],
        name_ar=confirmation.summary["name_ar"],
        requester_name_en=requester.name_en,
        requester_name_ar=requester.name_ar,
        eligible_user_ids=tuple(eligible_user_ids),
        expires_at=confirmation.expires_at,
    )
