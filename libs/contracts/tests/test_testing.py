import pytest
from contracts import EVENTS, Event
from contracts.catalog import BatchUpdated
from contracts.identity import ProfileUpdated
from contracts.profiles import ProfileType
from contracts.testing import event


@pytest.mark.parametrize("kind", EVENTS.values(), ids=EVENTS.keys())
def test_every_event_can_be_made(kind: type[Event]) -> None:
    made = event(kind)
    assert type(made) is kind
    assert kind.model_validate(made.model_dump(mode="json")) == made


def test_what_is_named_is_taken_and_ids_are_new() -> None:
    one, other = event(ProfileUpdated, profile_type=ProfileType.STAFF), event(ProfileUpdated)
    assert (one.profile_type, other.profile_type) == (ProfileType.STAFF, ProfileType.CANDIDATE)
    assert one.profile_id != other.profile_id


def test_a_batch_is_open_now() -> None:
    batch = event(BatchUpdated)
    assert batch.enrollment_opens_at < batch.enrollment_closes_at < batch.starts_at < batch.ends_at


def test_a_field_that_it_has_not_is_an_error() -> None:
    with pytest.raises(TypeError, match="capacitty"):
        event(BatchUpdated, capacitty=3)
