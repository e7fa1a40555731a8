from contracts.identity import ErasureChanged, ErasureCheckRequested, UserErased
from kit.messaging.personal_data import Person

from identity.accounts.erasures.models import Erasure


def check_requested(erasure: Erasure, person: Person) -> ErasureCheckRequested:
    """Ask the services for obstacles to the erasure."""
    return ErasureCheckRequested(
        erasure_id=erasure.id,
        check=erasure.check_number,
        user_id=person.user_id,
        profile_ids=tuple(person.profile_ids),
    )


def erasure_changed(erasure: Erasure) -> ErasureChanged:
    """Announce the state to whom it concerns."""
    return ErasureChanged(
        erasure_id=erasure.id,
        user_id=erasure.user_id,
        status=erasure.status,
        comment=erasure.comment,
        by_admin=erasure.requested_by is not None,
    )


def user_erased(person: Person) -> UserErased:
    """Tell every service to erase the person."""
    return UserErased(
        user_id=person.user_id, profile_ids=tuple(person.profile_ids), email=person.email
    )
