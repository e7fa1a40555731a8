from contracts.identity import DataReady, DataRequested
from kit.messaging.personal_data import Person

from identity.accounts.data_requests.models import DataRequest


def data_requested(request: DataRequest, person: Person) -> DataRequested:
    """Ask every service for the person's data."""
    return DataRequested(
        request_id=request.id,
        user_id=person.user_id,
        profile_ids=tuple(person.profile_ids),
        email=person.email,
    )


def data_ready(request: DataRequest) -> DataReady:
    """Announce that the archive can be downloaded."""
    return DataReady(request_id=request.id, user_id=request.user_id, expires_at=request.expires_at)
