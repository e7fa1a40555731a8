"""Consumers read what a newer publisher sends."""

from enum import StrEnum
from typing import Any, get_args

import pytest
from contracts import EVENTS, Event
from contracts.enrollment import EnrollmentChanged, EnrollmentStatus, RefundRequested
from contracts.payments import RefundReason
from contracts.testing import event
from contracts.values import Open, is_known, parse_member
from pydantic import BaseModel, ValidationError

NEWER = "postponed"


def received(kind: type[Event], **data: object) -> Any:
    """An event as a newer publisher sends it."""
    return kind.model_validate(event(kind).model_dump(mode="json") | data)


class TestUnknownValues:
    def test_are_read_and_handed_on(self) -> None:
        changed = received(EnrollmentChanged, status=NEWER, previous_status=NEWER, result="merit")
        assert isinstance(changed.status, EnrollmentStatus)
        assert changed.status == changed.previous_status == NEWER
        assert changed.model_dump(mode="json")["result"] == "merit"
        assert EnrollmentChanged.model_validate(changed.model_dump(mode="json")) == changed

    def test_are_no_members(self) -> None:
        status = received(EnrollmentChanged, status=NEWER).status
        assert not is_known(status)
        assert is_known(EnrollmentStatus.EXPIRED)
        match status:
            case EnrollmentStatus.REQUESTED | EnrollmentStatus.EXPIRED:
                pytest.fail("it is none of them")
            case _:
                pass

    def test_are_equal_to_their_text_alone(self) -> None:
        reason = received(RefundRequested, reason=NEWER).reason
        assert reason == parse_member(RefundReason, NEWER) == NEWER
        assert {reason: 1}[parse_member(RefundReason, NEWER)] == 1
        assert reason not in {*RefundReason}

    @pytest.mark.parametrize("value", ["", 1, None, ["requested"]])
    def test_are_text(self, value: object) -> None:
        with pytest.raises(ValidationError):
            received(EnrollmentChanged, status=value)

    def test_are_refused_where_a_route_asks_for_the_enum(self) -> None:
        class Body(BaseModel):
            status: EnrollmentStatus

        with pytest.raises(ValidationError):
            Body.model_validate({"status": NEWER})


def test_every_enum_of_an_event_is_open() -> None:
    closed = [
        f"{kind.__name__}.{name}"
        for kind in EVENTS.values()
        for name, field in kind.model_fields.items()
        for part in _closed(field.annotation, field.metadata)
    ]
    assert closed == []


def _closed(annotation: Any, metadata: list[Any]) -> list[Any]:
    """The enums within a type that are not marked."""
    mark = get_args(Open[EnrollmentStatus])[1]
    if mark in metadata:
        return []
    if hasattr(annotation, "__metadata__"):
        return _closed(annotation.__origin__, list(annotation.__metadata__))
    if isinstance(annotation, type) and issubclass(annotation, StrEnum):
        return [annotation]
    return [each for part in get_args(annotation) for each in _closed(part, [])]
