import asyncio
from typing import Any

import httpx
import pytest
from contracts.identity import InvitationCreated, NumberKind, PrincipalChanged, ProfileUpdated
from contracts.people import (
    AdmittedPerson,
    Match,
    PeopleAdmissionRequested,
    PeopleAdmitted,
    PeopleMatched,
    PeopleMatchRequested,
    PersonToAdmit,
    RegistrationPayer,
    RegistrationsCovered,
    chosen_key,
    number_key,
)
from contracts.testing import event
from identity.accounts.accounts.events import profile_updated
from identity.accounts.accounts.models import Profile, User
from identity.accounts.invitations.models import Invitation
from identity.config import Settings
from identity.handlers import on_people_admission_requested, on_people_match_requested
from identity.sign_in.sessions.service import token_hash
from kit.database.db import new_id, utc_now
from kit.messaging.envelope import Meta
from kit.testing import ServiceUnderTest
from kit.testing.crashes import crash_at_failpoint

from services.identity.tests.factories import (
    Person,
    Queries,
    a_civil_number,
    accept,
    an_organization,
    execute,
    scalar,
    verified,
)

Service = ServiceUnderTest[Settings]
TO_ADMIT = 19
"""Statements of an admission, including the inbox and the start of COPY."""


def somebody(**changes: Any) -> PersonToAdmit:
    """Build a row of a file about an unknown person."""
    values: dict[str, Any] = {
        "key": str(new_id()),
        "kind": NumberKind.CIVIL,
        "number": a_civil_number(),
        "country": None,
        "name_en": "Reem Al Otaibi",
        "name_ar": "ريم العتيبي",
        "profile_id": new_id(),
        "user_id": new_id(),
        "email": f"{new_id()}@example.com",
        "phone": None,
        "locale": "ar",
    }
    return PersonToAdmit(**values | changes)


def key_of(person: PersonToAdmit) -> str:
    """Build the key of a person in a match request."""
    if person.chosen_profile_id:
        return chosen_key(person.chosen_profile_id)
    assert person.kind
    return number_key(person.kind, person.country or "", person.number)


def matching(*people: PersonToAdmit) -> PeopleMatchRequested:
    return event(
        PeopleMatchRequested,
        keys=tuple(map(key_of, people)),
        names_en=tuple(each.name_en for each in people),
        names_ar=tuple(each.name_ar for each in people),
    )


def request_of(
    organization: Person,
    *people: PersonToAdmit,
    registration: RegistrationPayer = RegistrationPayer.PERSON,
) -> PeopleAdmissionRequested:
    return event(
        PeopleAdmissionRequested,
        organization_id=organization.organization_id,
        registration=registration,
        people=people,
    )


async def admit(service: Service, request: PeopleAdmissionRequested) -> tuple[AdmittedPerson, ...]:
    await service.deliver(request)
    return (await service.published(PeopleAdmitted))[-1].people


@pytest.fixture
async def huda(client: httpx.AsyncClient, service: Service) -> Person:
    """Huda Al Amri, who has a passport and a civil number."""
    person = await verified(client, service)
    person.user["civil_number"] = a_civil_number()
    await execute(
        service,
        "UPDATE users SET civil_number = :number, passport_number = 'K123456',"
        " passport_country = 'EG' WHERE id = :id",
        number=person.user["civil_number"],
        id=person.id,
    )
    return person


async def test_people_are_matched_by_their_numbers(
    client: httpx.AsyncClient, service: Service, huda: Person, queries: Queries
) -> None:
    number = huda.user["civil_number"]
    disabled = await verified(client, service)
    renamed = await verified(client, service)
    own, third = a_civil_number(), a_civil_number()
    for person, civil_number, active in ((disabled, own, False), (renamed, third, True)):
        await execute(
            service,
            "UPDATE users SET civil_number = :number, active = :active WHERE id = :id",
            number=civil_number,
            active=active,
            id=person.id,
        )
    passport: dict[str, Any] = {"kind": NumberKind.PASSPORT, "number": "K123456"}
    rows = {
        "same": somebody(number=number, name_en="", name_ar="هُدى العمرى"),
        "other": somebody(number=third),
        "passport": somebody(**passport, country="EG", name_en="huda al amri"),
        "country": somebody(**passport, country="SD"),
        "refused": somebody(number=own),
        "new": somebody(),
    }
    request = matching(*rows.values())
    with queries() as statements:
        await service.deliver(request)
    asked = [each for each in statements if "FROM users" in each or "JOIN users" in each]
    assert len(asked) == 2, "who has a number, and what those are called"
    (answer,) = await service.published(PeopleMatched)
    assert (answer.portion, answer.bulk_enrollment_id) == (
        request.portion,
        request.bulk_enrollment_id,
    )
    names = {key_of(each): name for name, each in rows.items()}
    found = {names[each.key]: each for each in answer.people}
    assert {name: each.match for name, each in found.items()} == {
        "same": Match.SAME,
        "other": Match.OTHER_NAME,
        "passport": Match.SAME,
        "refused": Match.REFUSED,
    }, "and nobody of the unknown"
    with queries() as statements:
        await service.deliver(matching(somebody(), somebody()))
    assert len([each for each in statements if "users" in each]) == 1, "nobody has a number"
    assert (found["same"].profile_id, found["same"].user_id) == (huda.profile_id, huda.id)
    # With only a number, the organization sees a shortened name and nothing else.
    assert (found["other"].shown_name_en, found["other"].shown_name_ar) == ("Huda A.", "هدى ا.")
    assert found["refused"].profile_id is None
    assert found["refused"].shown_name_en == ""
    assert await scalar(service, "SELECT count(*) FROM invitations") == 0


async def test_unknown_people_get_accounts_once_and_are_invited(
    client: httpx.AsyncClient, service: Service, huda: Person
) -> None:
    organization = await an_organization(client, service)
    new = somebody(email="reem@example.com", locale="en")
    people = [
        new,
        # In another batch of the same file, with other proposed IDs.
        somebody(number=new.number, email="reem@example.com"),
        somebody(email=None, phone="+966501234567", name_en=""),
        somebody(number=huda.user["civil_number"], profile_id=huda.profile_id, user_id=huda.id),
        somebody(number=huda.user["civil_number"]),
        somebody(email=huda.user["email"]),
        somebody(email="reem@example.com"),
        somebody(email=None),
    ]
    request = request_of(organization, *people)
    admitted = await admit(service, request)
    assert [(each.user_id, each.refusal) for each in admitted] == [
        (new.user_id, None),
        (new.user_id, None),
        (people[2].user_id, None),
        # Matched before under another name and reviewed; and never reviewed.
        (huda.id, None),
        (None, "person.name_changed"),
        (None, "email.taken"),
        (None, "email.taken"),
        (None, "contact.required"),
    ]
    assert [each.key for each in admitted] == [each.key for each in people]
    candidates = await scalar(service, "SELECT count(*) FROM organization_candidates")
    assert candidates == 3

    (invitation,) = await service.published(InvitationCreated)
    assert (invitation.email, invitation.locale) == ("reem@example.com", "en")
    assert invitation.organization_name_en == "Test Academy"
    profiles = {each.profile_id: each for each in await service.published(ProfileUpdated)}
    by_phone = profiles[people[2].profile_id]
    assert (by_phone.email, by_phone.phone) == ("", "+966501234567")
    assert by_phone.name_en == by_phone.name_ar == "ريم العتيبي"
    assert not profiles[new.profile_id].paid
    # Rows inserted by statements equal those of the models.
    async with service.database.transaction() as session:
        for made in (new, people[2]):
            user = await session.get_one(User, made.user_id)
            profile = await session.get_one(Profile, made.profile_id)
            assert profiles[made.profile_id] == profile_updated(user, profile)
        reem = await session.get_one(Invitation, invitation.invitation_id)
        assert invitation.expires_at == reem.expires_at
        assert token_hash(invitation.token) == reem.token_hash

    # Again in another message, and once more after an erasure removed a number.
    before = await scalar(service, "SELECT count(*) FROM users")
    assert [each.user_id for each in await admit(service, request)] == [
        each.user_id for each in admitted
    ]
    await execute(service, "UPDATE users SET civil_number = NULL WHERE id = :id", id=new.user_id)
    assert (await admit(service, request))[0].refusal == "person.number_changed"
    assert await scalar(service, "SELECT count(*) FROM users") == before
    assert len(await service.published(InvitationCreated)) == 1

    # The link leads to a password for the new account.
    shown = await client.post("auth/invitation", json={"token": invitation.token})
    assert shown.json()["organization_name_en"] == "Test Academy"
    answer = await accept(client, invitation.token, terms_version=1)
    assert answer.status_code == 200, answer.text
    assert answer.json()["user"]["verified_at"]


async def test_a_portion_takes_as_many_statements_as_one_person(
    client: httpx.AsyncClient, service: Service, queries: Queries
) -> None:
    organization = await an_organization(client, service)
    taken = []
    for size in (1, 30):
        request = request_of(organization, *(somebody() for _ in range(size)))
        with queries() as statements:
            await service.deliver(request)
        taken.append(len(statements))
    assert taken[0] == taken[1] <= TO_ADMIT
    assert len(await service.published(InvitationCreated)) == 31


async def test_two_files_with_the_same_person_make_one_account(
    client: httpx.AsyncClient, service: Service
) -> None:
    organization = await an_organization(client, service)
    shared = [somebody() for _ in range(20)]
    again = [each.model_copy(update={"user_id": new_id(), "key": str(new_id())}) for each in shared]
    requests = [request_of(organization, *shared), request_of(organization, *reversed(again))]
    await asyncio.gather(*(service.deliver(each) for each in requests))
    first, second = await service.published(PeopleAdmitted)
    assert {each.user_id for each in first.people} == {each.user_id for each in second.people}
    assert not [each.refusal for each in (*first.people, *second.people) if each.refusal]
    assert len(await service.published(InvitationCreated)) == 20


async def test_the_registration_fee_is_waived_or_covered(
    client: httpx.AsyncClient, service: Service
) -> None:
    organization = await an_organization(client, service)
    waived, brought, alone = somebody(), somebody(), somebody()
    await admit(service, request_of(organization, waived, registration=RegistrationPayer.NOBODY))
    payer = RegistrationPayer.ORGANIZATION
    await admit(service, request_of(organization, brought, alone, registration=payer))

    async def paid() -> dict[object, bool]:
        return {each.profile_id: each.paid for each in await service.published(ProfileUpdated)}

    mine = {each.profile_id: each for each in (waived, brought, alone)}
    assert [(await paid())[each] for each in mine] == [True, False, False]
    covered = event(RegistrationsCovered, profile_ids=(brought.profile_id, waived.profile_id))
    stale = len(await service.published(PrincipalChanged))
    for _ in range(2):
        await service.deliver(covered)
    assert [(await paid())[each] for each in mine] == [True, True, False]
    assert len(await service.published(PrincipalChanged)) == stale + 1


async def test_a_copy_that_dies_before_it_has_answered_leaves_nothing(
    client: httpx.AsyncClient, service: Service
) -> None:
    organization = await an_organization(client, service)
    request = request_of(organization, somebody(), somebody())
    asked = matching(*request.people)
    meta = Meta(new_id(), utc_now(), 1, "enrollment", request.subject)
    before = await scalar(service, "SELECT count(*) FROM users")
    await crash_at_failpoint("people.matched", service, on_people_match_requested, asked, meta)
    await crash_at_failpoint(
        "people.admitted", service, on_people_admission_requested, request, meta
    )
    assert await service.published(PeopleMatched) == []
    assert await service.published(PeopleAdmitted) == []
    await service.deliver(asked)
    await service.deliver(request)
    (matched,) = await service.published(PeopleMatched)
    assert matched.people == (), "all of them are unknown"
    (answer,) = await service.published(PeopleAdmitted)
    assert [each.user_id for each in answer.people] == [each.user_id for each in request.people]
    assert await scalar(service, "SELECT count(*) FROM users") == before + 2
    assert len(await service.published(InvitationCreated)) == 2


async def test_people_are_chosen_without_a_number(
    client: httpx.AsyncClient, service: Service, huda: Person
) -> None:
    disabled = await verified(client, service)
    await execute(service, "UPDATE users SET active = false WHERE id = :id", id=disabled.id)
    chosen = {"huda": huda.profile_id, "disabled": disabled.profile_id, "gone": new_id()}
    people = [
        somebody(number="", name_en="", name_ar="", email=None, chosen_profile_id=profile_id)
        for profile_id in chosen.values()
    ]
    await service.deliver(matching(*people))
    (answer,) = await service.published(PeopleMatched)
    names = {chosen_key(profile_id): name for name, profile_id in chosen.items()}
    found = {names[each.key]: each for each in answer.people}
    assert {name: each.match for name, each in found.items()} == {
        "huda": Match.SAME,
        "disabled": Match.REFUSED,
        "gone": Match.REFUSED,
    }
    assert (found["huda"].profile_id, found["huda"].user_id) == (huda.profile_id, huda.id)

    # A matched person who no longer exists is refused, and none is created.
    before = await scalar(service, "SELECT count(*) FROM users")
    organization = await an_organization(client, service)
    admitted = await admit(service, request_of(organization, *people))
    assert [each.profile_id for each in admitted] == [huda.profile_id, None, None]
    added = "SELECT count(*) FROM users WHERE id <> :id"
    assert await scalar(service, added, id=organization.id) == before
