"""People in bulk enrollments: requests from enrollment to identity, and the answers.

Only identity can map numbers to people. So enrollment sends the numbers of a file in chunks, with
proposed IDs for unknown people, and identity answers with the final IDs.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar, NamedTuple
from uuid import UUID

from pydantic import BaseModel, ConfigDict

from contracts.event import Caster, Event
from contracts.identity import NumberKind
from contracts.values import Open

PORTION = 50
"""Maximum people per event that may create accounts. Larger chunks delay other requests."""
PORTION_TO_MATCH = 10_000
"""Approximate people per event that only looks them up."""


class RegistrationPayer(StrEnum):
    """Payer of the registration fee of a person from a bulk enrollment."""

    PERSON = "person"
    """The person, at the first sign-in."""
    ORGANIZATION = "organization"
    """The organization, in the bulk enrollment's charge."""
    NOBODY = "nobody"
    """The fee is waived."""


class Match(StrEnum):
    """Result of identity's look-up of a number."""

    UNKNOWN = "unknown"
    """No person has it; such people are left out of the answer."""
    SAME = "same"
    """A person has it, and the name matches."""
    OTHER_NAME = "other_name"
    """A person with another name has it, so the organization must decide."""
    REFUSED = "refused"
    """A person has it but cannot be enrolled: disabled, or not a candidate."""


class PersonKey(NamedTuple):
    """Look-up key of a person in a file."""

    kind: str
    """A `NumberKind`, or `CHOSEN`."""
    country: str
    """Issuing country of a passport (ISO 3166-1 alpha-2), else empty."""
    number: str
    """Normalized number: Latin digits and capitals without separators. For chosen people their
    profile ID.
    """


CHOSEN = "chosen"
"""Key kind of a candidate chosen among the organization's people instead of a number."""


def number_key(kind: NumberKind, country: str, number: str) -> str:
    """Build the key of a person with this number, shared by enrollment and identity."""
    return f"{kind}:{country}:{number}"


def chosen_key(profile_id: UUID) -> str:
    """Build the key of the candidate with this profile."""
    return f"{CHOSEN}::{profile_id}"


def read_key(key: str) -> PersonKey:
    """Parse a key of `number_key` or `chosen_key`."""
    return PersonKey(*key.split(":", 2))


class MatchedPerson(BaseModel):
    """A found person."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    key: str
    match: Open[Match]
    profile_id: UUID | None
    """The candidate's profile; None if refused."""
    user_id: UUID | None
    shown_name_en: str
    """Abbreviated name that an organization may see, such as `Huda A.`; empty if refused."""
    shown_name_ar: str
    registration_due: bool
    """True if the registration fee is unpaid."""


class PersonToAdmit(BaseModel):
    """A person to enroll, with the details of a new account."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    key: str
    """Key of the person in the request and the answer."""
    kind: Open[NumberKind]
    number: str
    """Normalized number: Latin digits and capitals without separators."""
    country: str | None
    """Issuing country of a passport (ISO 3166-1 alpha-2); None for a civil number."""
    name_en: str
    name_ar: str
    """One of the names may be empty."""
    chosen_profile_id: UUID | None = None
    """Candidate chosen among the organization's people; the number is then empty."""
    profile_id: UUID
    """Proposed profile ID; for a matched person the existing one."""
    user_id: UUID
    email: str | None
    phone: str | None
    """E.164. A new person has a phone or an email address."""
    locale: str
    """Language of the invitation: `en` or `ar`."""


class AdmittedPerson(BaseModel):
    """Final IDs of an enrolled person."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    key: str
    profile_id: UUID | None
    """The candidate's profile, which differs from the proposed one for a person registered since.
    None if refused.
    """
    user_id: UUID | None
    refusal: str | None = None
    """Error code of a refusal, translated by the app; None on success."""


def _split_into_columns(data: dict[str, Any]) -> dict[str, Any]:
    """Convert the objects of a version 1 request into columns."""
    people = data["people"]
    return {
        **data,
        "keys": [
            chosen_key(person["chosen_profile_id"])
            if person["chosen_profile_id"]
            else number_key(person["kind"], person["country"] or "", person["number"])
            for person in people
        ],
        "names_en": [person["name_en"] for person in people],
        "names_ar": [person["name_ar"] for person in people],
    }


class PeopleMatchRequested(Event):
    """A chunk of a file's people to look up, without changes.

    Columns in the same order of people cost a fraction of the objects for thousands of people.
    """

    type: ClassVar[str] = "enrollment.people.match_requested"
    version: ClassVar[int] = 2
    upcasters: ClassVar[Mapping[int, Caster]] = {1: _split_into_columns}
    urgent: ClassVar[bool] = True
    subject_field: ClassVar[str] = "bulk_enrollment_id"
    bulk_enrollment_id: UUID
    organization_id: UUID
    portion: UUID
    """ID repeated in the answer; answers to superseded requests are ignored."""
    keys: tuple[str, ...]
    """Keys, as `number_key` and `chosen_key` build them."""
    names_en: tuple[str, ...]
    names_ar: tuple[str, ...]
    """Names in the file; one of the two may be empty."""


class PeopleMatched(Event):
    """The answer to `PeopleMatchRequested` with the people found; others are unknown."""

    type: ClassVar[str] = "identity.people.matched"
    urgent: ClassVar[bool] = True
    subject_field: ClassVar[str] = "bulk_enrollment_id"
    bulk_enrollment_id: UUID
    portion: UUID
    people: tuple[MatchedPerson, ...]


class PeopleAdmissionRequested(Event):
    """A chunk of a confirmed file's people, who get accounts with invitations if needed.

    All become candidates of the organization. It is idempotent.
    """

    type: ClassVar[str] = "enrollment.people.admission_requested"
    urgent: ClassVar[bool] = True
    subject_field: ClassVar[str] = "bulk_enrollment_id"
    bulk_enrollment_id: UUID
    organization_id: UUID
    portion: UUID
    requested_by: UUID
    """User or partner client who confirmed the file."""
    registration: Open[RegistrationPayer]
    people: tuple[PersonToAdmit, ...]


class PeopleAdmitted(Event):
    """The answer to `PeopleAdmissionRequested`, with all of its people."""

    type: ClassVar[str] = "identity.people.admitted"
    urgent: ClassVar[bool] = True
    subject_field: ClassVar[str] = "bulk_enrollment_id"
    bulk_enrollment_id: UUID
    portion: UUID
    people: tuple[AdmittedPerson, ...]


class RegistrationsCovered(Event):
    """An organization has paid the registration fees of these candidates with a bulk enrollment."""

    type: ClassVar[str] = "enrollment.registrations.covered"
    subject_field: ClassVar[str] = "bulk_enrollment_id"
    bulk_enrollment_id: UUID
    profile_ids: tuple[UUID, ...]
