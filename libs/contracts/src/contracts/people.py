"""People whom an organization enrolls in bulk: what enrollment asks of identity, and the answers.

Identity alone knows whose a number is. So enrollment sends the numbers of a file in portions, and
proposes ids for those whom nobody knows; identity answers with the ids that hold.
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
"""How many people one of these events has at most, of those that have an account made: the more
they are, the longer everybody else's requests wait beside them."""
PORTION_TO_MATCH = 10_000
"""And about how many of those that are only looked for, who are a few words each."""


class RegistrationPayer(StrEnum):
    """Who pays the registration fee of somebody whom an organization brings."""

    PERSON = "person"
    """At their first sign-in, as everybody else."""
    ORGANIZATION = "organization"
    """It stands in the charge of the bulk enrollment."""
    NOBODY = "nobody"
    """It is waived."""


class Match(StrEnum):
    """What identity found of a number."""

    UNKNOWN = "unknown"
    """Nobody has it: such people are not in the answer."""
    SAME = "same"
    """Somebody has it, and the name agrees."""
    OTHER_NAME = "other_name"
    """Somebody has it, and is called otherwise: a person decides."""
    REFUSED = "refused"
    """Somebody has it who cannot be enrolled: disabled, or no candidate."""


class PersonKey(NamedTuple):
    """By what a person of a file is looked for."""

    kind: str
    """A `NumberKind`, or `CHOSEN`."""
    country: str
    """Who issued the passport, as ISO 3166-1 alpha-2; otherwise empty."""
    number: str
    """As identity stores it: Latin digits, capitals, nothing between. Of somebody chosen the
    profile's id."""


CHOSEN = "chosen"
"""Kind of the key of a candidate whom the organization has chosen among its people, in place of a
number."""


def number_key(kind: NumberKind, country: str, number: str) -> str:
    """What a person with this number is called between enrollment and identity."""
    return f"{kind}:{country}:{number}"


def chosen_key(profile_id: UUID) -> str:
    """What the candidate with this profile is called."""
    return f"{CHOSEN}::{profile_id}"


def read_key(key: str) -> PersonKey:
    """What `number_key` or `chosen_key` has written."""
    return PersonKey(*key.split(":", 2))


class MatchedPerson(BaseModel):
    """What is known of a number."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    key: str
    match: Open[Match]
    profile_id: UUID | None
    """The candidate's profile; None when it is refused."""
    user_id: UUID | None
    shown_name_en: str
    """What an organization may see of the name, such as `Huda A.`; empty when it is refused."""
    shown_name_ar: str
    registration_due: bool
    """The registration fee is not paid."""


class PersonToAdmit(BaseModel):
    """Somebody to be enrolled, with what a new account is made of."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    key: str
    """What the file's service calls the person; the answer has the same."""
    kind: Open[NumberKind]
    number: str
    """As identity stores it: Latin digits, capitals, nothing between."""
    country: str | None
    """Who issued the passport, as ISO 3166-1 alpha-2; None for a civil number."""
    name_en: str
    name_ar: str
    """One of the names may be empty."""
    chosen_profile_id: UUID | None = None
    """The candidate whom the organization has chosen among its people, in place of a number, which
    is empty then."""
    profile_id: UUID
    """What enrollment calls the candidate's profile: of a known person the one that was matched."""
    user_id: UUID
    email: str | None
    phone: str | None
    """As E.164. A new person has one of the two at least."""
    locale: str
    """Which language the invitation is in: `en` or `ar`."""


class AdmittedPerson(BaseModel):
    """The ids under which somebody is enrolled."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    key: str
    profile_id: UUID | None
    """The candidate's profile; another than the proposed one when the person has appeared
    meanwhile. None when the person cannot be admitted."""
    user_id: UUID | None
    refusal: str | None = None
    """Why not, as a code that the app has a text for; None when it went well."""


def _split_into_columns(data: dict[str, Any]) -> dict[str, Any]:
    """Make the people of a request of version 1, which were objects, into columns."""
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
    """A portion of a file's people is to be looked for. Nothing is made of them.

    They are columns and not objects, each with the people in the same order: a file has thousands,
    and is written, carried and read for a fraction of what the objects cost.
    """

    type: ClassVar[str] = "enrollment.people.match_requested"
    version: ClassVar[int] = 2
    upcasters: ClassVar[Mapping[int, Caster]] = {1: _split_into_columns}
    urgent: ClassVar[bool] = True
    subject_field: ClassVar[str] = "bulk_enrollment_id"
    bulk_enrollment_id: UUID
    organization_id: UUID
    portion: UUID
    """Given back by the answer: one that was superseded changes nothing."""
    keys: tuple[str, ...]
    """Whose number it is, as `number_key` and `chosen_key` write it."""
    names_en: tuple[str, ...]
    names_ar: tuple[str, ...]
    """What the file calls them. One of the two may be empty."""


class PeopleMatched(Event):
    """The answer to `PeopleMatchRequested`, with those of its people whom somebody knows: whoever
    is not among them is unknown."""

    type: ClassVar[str] = "identity.people.matched"
    urgent: ClassVar[bool] = True
    subject_field: ClassVar[str] = "bulk_enrollment_id"
    bulk_enrollment_id: UUID
    portion: UUID
    people: tuple[MatchedPerson, ...]


class PeopleAdmissionRequested(Event):
    """A portion of a confirmed file's people: who has no account gets one, with an invitation, and
    all become candidates of the organization. It may come twice."""

    type: ClassVar[str] = "enrollment.people.admission_requested"
    urgent: ClassVar[bool] = True
    subject_field: ClassVar[str] = "bulk_enrollment_id"
    bulk_enrollment_id: UUID
    organization_id: UUID
    portion: UUID
    requested_by: UUID
    """The user who confirmed the file, or the partner client."""
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
