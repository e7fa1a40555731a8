import csv
import io
from datetime import timedelta
from uuid import uuid4

import httpx
import pytest
from contracts import Permission
from contracts.enrollment import EnrollmentStatus
from identity.config import Settings
from identity.personal import PERSONAL
from kit.domain.timezone import today
from kit.messaging.personal_data import Person as Erased
from kit.messaging.personal_data import erase
from kit.testing import ServiceUnderTest

from services.identity.tests.administration.candidates.factories import (
    an_organization,
    enrolled,
    organization_id_of,
    usernames,
)
from services.identity.tests.factories import (
    Person,
    Queries,
    a_civil_number,
    admin,
    execute,
    scalar,
    sign_up_form,
    signed_up,
    verified,
)


async def a_viewer(client: httpx.AsyncClient, service: ServiceUnderTest[Settings]) -> Person:
    return await admin(client, service, Permission.VIEW_CANDIDATES)


class TestWhoseTheyAre:
    async def test_whoever_enrolls_is_the_organizations_once_whatever_order_the_events_come_in(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        academy = await an_organization(client, service)
        person, other = await signed_up(client), await signed_up(client)
        cancelled = enrolled(person, academy, status=EnrollmentStatus.CANCELLED)
        requested = enrolled(person, academy, status=EnrollmentStatus.REQUESTED)
        for change, sequence in ((cancelled, 3), (requested, 1), (requested, 1)):
            await service.deliver(change, sequence=sequence)
        assert await usernames(client, academy) == [person.user["username"]]
        assert await scalar(service, "SELECT count(*) FROM organization_candidates") == 1
        assert other.user["username"] not in await usernames(client, academy)

    async def test_nobody_and_no_organization_that_is_gone_stops_the_others(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        academy, person = await an_organization(client, service), await signed_up(client)
        await service.deliver(enrolled(person, academy, candidate_profile_id=uuid4()))
        await service.deliver(enrolled(person, academy, organization_id=uuid4()))
        assert await usernames(client, academy) == []
        await service.deliver(enrolled(person, academy))
        assert await usernames(client, academy) == [person.user["username"]]

    async def test_an_erased_person_is_nobodys(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        academy, person = await an_organization(client, service), await signed_up(client)
        await service.deliver(enrolled(person, academy))
        async with service.database.transaction() as session:
            await erase(session, PERSONAL, Erased(person.id, [person.profile_id], ""))
        assert await usernames(client, academy) == []

    async def test_an_admin_sees_all_and_chooses_an_organization(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss, academy = await a_viewer(client, service), await an_organization(client, service)
        person, other = await signed_up(client), await signed_up(client)
        await service.deliver(enrolled(person, academy))
        mine, theirs = person.user["username"], other.user["username"]
        assert await usernames(client, boss) == [theirs, mine]
        of_academy = {"organization_id": str(organization_id_of(academy))}
        assert await usernames(client, boss, **of_academy) == [mine]
        answer = await client.get(f"candidates/{person.profile_id}", headers=boss.headers)
        (organization,) = answer.json()["person"]["organizations"]
        assert organization["name_en"] == "Test Academy"


class TestOrganization:
    async def test_sees_no_more_of_its_own_than_it_needs_and_nothing_of_others(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        academy, person = await an_organization(client, service), await signed_up(client)
        number = a_civil_number()
        private = "UPDATE users SET civil_number = :number, nationality = 'EG' WHERE id = :id"
        await execute(service, private, number=number, id=person.id)
        path = f"candidates/{person.profile_id}"
        answer = await client.get(path, headers=academy.headers)
        assert (answer.status_code, answer.json()["code"]) == (404, "candidate.not_found")
        await service.deliver(enrolled(person, academy))
        answer = await client.get(path, headers=academy.headers)
        found = answer.json()
        assert found["phone"] == person.user["phone"]
        assert found["civil_number"] == f"••••••{number[-4:]}"
        assert found["person"] is None
        assert number not in answer.text

    async def test_finds_out_nothing_by_filters_of_what_it_does_not_see(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        academy = await an_organization(client, service)
        rival = await an_organization(client, service)
        person = await signed_up(client)
        await execute(service, "UPDATE users SET nationality = 'EG' WHERE id = :id", id=person.id)
        await service.deliver(enrolled(person, academy))
        for filters in (
            {"nationality": "SA"},
            {"organization_id": str(organization_id_of(rival))},
        ):
            assert await usernames(client, academy, **filters) == [person.user["username"]]
        rivals = {"organization_id": str(organization_id_of(academy))}
        assert await usernames(client, rival, **rivals) == []


class TestWhatIsCopiedFromUsers:
    async def test_a_decoy_is_listed_once_its_address_is_proven(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss, owner = await a_viewer(client, service), await signed_up(client)
        decoy = await signed_up(client, sign_up_form(email=owner.user["email"]))
        assert await usernames(client, boss) == [owner.user["username"]]
        proven = "UPDATE users SET decoy = false, email = 'mine@example.com' WHERE id = :id"
        await execute(service, proven, id=decoy.id)
        found = [decoy.user["username"], owner.user["username"]]
        assert await usernames(client, boss) == found
        assert await usernames(client, boss, search="mine@example") == found[:1]

    async def test_whoever_has_another_name_is_found_by_that(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss, person = await a_viewer(client, service), await signed_up(client)
        renamed = "UPDATE users SET name_en = 'Ghaida Zahrani' WHERE id = :id"
        await execute(service, renamed, id=person.id)
        assert await usernames(client, boss, search="ghaida") == [person.user["username"]]
        assert await usernames(client, boss, search=person.user["name_en"]) == []

    async def test_they_come_in_the_order_in_which_their_accounts_were_made(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await a_viewer(client, service)
        first, second = await signed_up(client), await signed_up(client)
        later = "UPDATE users SET created_at = created_at + interval '1 hour' WHERE id = :id"
        await execute(service, later, id=first.id)
        names = [each.user["username"] for each in (first, second)]
        assert await usernames(client, boss) == names


class TestList:
    async def test_takes_two_queries_however_many_there_are(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings], queries: Queries
    ) -> None:
        academy = await an_organization(client, service)
        for _ in range(3):
            await service.deliver(enrolled(await signed_up(client), academy))
        with queries() as statements:
            answer = await client.get("candidates", headers=academy.headers)
        assert len(answer.json()["data"]) == 3
        assert len(statements) == 2

    @pytest.mark.parametrize(
        "typed",
        ["zahrani layla", "الزهراني ليلي", "Layla@Example", "0501234567", "1000000008", "k7654321"],
    )
    async def test_finds_people_by_what_is_typed_of_them(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings], typed: str
    ) -> None:
        boss = await a_viewer(client, service)
        names = {"name_en": "Layla Alzahrani", "name_ar": "لَيلى الزهراني"}
        reached = {"email": "layla@example.org", "phone": "+966501234567"}
        layla = await signed_up(client, sign_up_form(username="layla.z", **names, **reached))
        await signed_up(client, sign_up_form(name_en="Omar Saleh", name_ar="عمر صالح"))
        await execute(
            service,
            "UPDATE users SET civil_number = '1000000008', passport_number = 'K7654321'"
            " WHERE id = :id",
            id=layla.id,
        )
        assert await usernames(client, boss, search=typed) == ["layla.z"]

    async def test_is_filtered_and_sorted(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await a_viewer(client, service)
        names = [sign_up_form(name_en=f"{letter} Person") for letter in "BA"]
        registered = await signed_up(client, names[0])
        of_paid = await verified(client, service, names[1])
        unpaid = await verified(client, service)
        await execute(
            service, "UPDATE profiles SET paid = true WHERE id = :id", id=of_paid.profile_id
        )
        await execute(service, "UPDATE users SET nationality = 'EG' WHERE id = :id", id=unpaid.id)
        first, second, third = (p.user["username"] for p in (registered, of_paid, unpaid))
        assert await usernames(client, boss, status="registered") == [first]
        assert await usernames(client, boss, status="verified") == [third]
        assert await usernames(client, boss, status=["paid", "registered"]) == [second, first]
        assert await usernames(client, boss, nationality="eg") == [third]
        assert await usernames(client, boss, sort="name_en") == [second, first, third]
        day = today()
        assert len(await usernames(client, boss, registered_from=day, registered_to=day)) == 3
        assert await usernames(client, boss, registered_from=day + timedelta(days=1)) == []
        await execute(service, "UPDATE users SET active = false WHERE id = :id", id=unpaid.id)
        assert await usernames(client, boss, status="disabled") == [third]

    async def test_leaves_out_decoys_and_those_who_are_something_else(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await a_viewer(client, service)
        owner = await verified(client, service)
        decoy = await signed_up(client, sign_up_form(email=owner.user["email"]))
        assert await usernames(client, boss) == [owner.user["username"]]
        for profile_id in (decoy.profile_id, boss.profile_id):
            answer = await client.get(f"candidates/{profile_id}", headers=boss.headers)
            assert (answer.status_code, answer.json()["code"]) == (404, "candidate.not_found")

    async def test_is_exported_as_it_is_seen(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        academy, person = await an_organization(client, service), await signed_up(client)
        await signed_up(client)
        await service.deliver(enrolled(person, academy))
        query = {"format": "csv", "language": "ar"}
        answer = await client.get("candidates/export", params=query, headers=academy.headers)
        (line,) = csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig")))
        assert line["اسم المستخدم"] == person.user["username"]
        assert line["الحالة"] == "مسجّل"

    async def test_access_is_refused(self, client: httpx.AsyncClient) -> None:
        for path in ("candidates", "candidates/export", f"candidates/{uuid4()}"):
            assert (await client.get(path)).status_code == 401


class TestOrganizationNames:
    async def test_lists_the_approved_by_name_or_id(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        boss = await a_viewer(client, service)
        gulf = {"organization_name_en": "Gulf Logistics", "organization_name_ar": "لوجستيات الخليج"}
        academy = await an_organization(client, service)
        other = await an_organization(client, service, **gulf)
        await execute(
            service,
            "UPDATE organizations SET status = 'submitted' WHERE id = :id",
            id=organization_id_of(academy),
        )

        async def names(**query: str) -> list[str]:
            path = "organizations/names"
            answer = await client.get(path, params=query, headers=boss.headers)
            return [each["name_en"] for each in answer.json()["data"]]

        assert await names() == ["Gulf Logistics"]
        assert await names(search="خليج لوجستيات") == ["Gulf Logistics"]
        assert await names(organization_id=str(organization_id_of(other))) == ["Gulf Logistics"]
        assert await names(search="academy") == []
