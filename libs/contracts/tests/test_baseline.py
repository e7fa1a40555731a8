"""A release reads what the one before publishes, and publishes what that one reads."""

import json
from typing import Any, ClassVar
from uuid import UUID, uuid4

import pytest
from contracts import EVENTS, Event
from contracts.baseline import BASELINE, Baseline, describe, find_problems
from contracts.people import PeopleMatchRequested
from contracts.testing import event

TYPE = "payments.sample.paid"


def make(fields: dict[str, Any], **attributes: Any) -> dict[str, type[Event]]:
    """One event with these fields and their defaults, as a release would have it."""
    annotations: dict[str, Any] = {
        "type": ClassVar[str],
        "subject_field": ClassVar[str],
        "charge_id": UUID,
        **fields,
    }
    namespace = {"__annotations__": annotations, "__module__": __name__, **attributes}
    before = dict(EVENTS)
    try:
        kind = type("Sample", (Event,), {**namespace, "type": TYPE, "subject_field": "charge_id"})
    finally:
        EVENTS.clear()
        EVENTS.update(before)
    return {TYPE: kind}


def keep(data: dict[str, Any]) -> dict[str, Any]:
    return data


def consumed(events: dict[str, type[Event]]) -> Baseline:
    return {name: {**each, "consumed": True} for name, each in describe(events).items()}


BEFORE = consumed(make({"amount_minor": int}))


def test_this_release_fits_the_one_before() -> None:
    baseline = json.loads(BASELINE.read_text(encoding="utf-8"))
    assert list(find_problems(baseline, EVENTS)) == []


@pytest.mark.parametrize(
    "events",
    [
        make({"amount_minor": int}),
        make({"amount_minor": int, "note": str}, note=""),
        make(
            {"amount": int},
            version=2, published_version=1, upcasters={1: keep}, downcasters={2: keep},
        ),
    ],
    ids=["the same", "a field with a default", "a version that is read and not published"],
)  # fmt: skip
def test_allows(events: dict[str, type[Event]]) -> None:
    assert list(find_problems(BEFORE, events)) == []


@pytest.mark.parametrize(
    ("events", "problem"),
    [
        (make({"amount_minor": str}), "amount_minor.type was integer, is string"),
        (make({"amount_minor": int | None}), "differs in version 1"),
        (make({}), "amount_minor is gone"),
        (make({"amount_minor": int, "note": str}), "note is required"),
        (make({"amount": int}, version=2, upcasters={1: keep}), "consumers first"),
        (
            make({"amount": int}, version=2, published_version=1, downcasters={2: keep}),
            "add an upcaster",
        ),
        (
            make({"amount": int}, version=2, published_version=1, upcasters={1: keep}),
            "lacks a downcaster",
        ),
        ({}, "is still handled there"),
    ],
)
def test_refuses(events: dict[str, type[Event]], problem: str) -> None:
    (found,) = find_problems(BEFORE, events)
    assert problem in found


def test_a_version_is_published_once_the_release_before_reads_it() -> None:
    both: dict[str, Any] = {"version": 2, "upcasters": {1: keep}, "downcasters": {2: keep}}
    reads = make({"amount": int}, published_version=1, **both)
    publishes = make({"amount": int}, **both)
    assert list(find_problems(consumed(reads), publishes)) == []
    assert list(find_problems(BEFORE, publishes))


def test_an_event_that_no_service_handled_may_go() -> None:
    assert list(find_problems(describe(make({})), {})) == []


def test_people_that_were_objects_are_read_as_columns() -> None:
    sent = event(PeopleMatchRequested).model_dump(mode="json")
    chosen = uuid4()
    people = [
        {"kind": "passport", "country": "EG", "number": "A1", "chosen_profile_id": None},
        {"kind": "civil", "country": None, "number": "", "chosen_profile_id": str(chosen)},
    ]
    names = {"name_en": "Sara", "name_ar": "سارة"}
    former = {key: sent[key] for key in ("bulk_enrollment_id", "organization_id", "portion")}
    former["people"] = [{**person, **names} for person in people]
    read = PeopleMatchRequested.model_validate(PeopleMatchRequested.upcast(former, 1))
    assert read.keys == ("passport:EG:A1", f"chosen::{chosen}")
    assert read.names_en == ("Sara", "Sara")
