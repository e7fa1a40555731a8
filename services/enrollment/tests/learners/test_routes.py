"""Public certificates and links, and the holder's record of searches."""

import time
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from enrollment.config import Settings
from enrollment.learners.models import CertificateLink, LearnerLook
from kit.database.db import AsyncSession
from kit.security import learner_passes
from kit.security.learner_passes import write_pass
from kit.testing import Actor, ServiceUnderTest, actor
from sqlalchemy import func, select

from services.enrollment.tests.certificates.factories import finished, issue
from services.enrollment.tests.factories import execute, organization_of


class Holder:
    """A person with two certificates."""

    def __init__(self, person: Actor, certificates: list[dict[str, Any]], office: Actor) -> None:
        self.person, self.certificates, self.office = person, certificates, office

    @property
    def ids(self) -> list[str]:
        return [each["id"] for each in self.certificates]


@pytest.fixture
async def holder(service: ServiceUnderTest, client: httpx.AsyncClient) -> Holder:
    batch, persons, _ = await finished(service, client, people=3)
    certificates = (await issue(client, batch))["issued"]
    # Both certificates belong to the first person.
    person = persons[1]
    await execute(
        service,
        "UPDATE certificates SET candidate_user_id = :user, candidate_profile_id = :profile",
        user=person.user_id,
        profile=person.profile_id,
    )
    return Holder(person, certificates, organization_of(batch))


def passed(service: ServiceUnderTest, user_id: UUID | None) -> str:
    """Build a learner pass as identity does."""
    assert isinstance(service.settings, Settings)
    return write_pass(service.settings.learner_secret.get_secret_value(), user_id)


async def shown(client: httpx.AsyncClient, token: str, who: Actor | None = None) -> httpx.Response:
    return await client.get(f"learners/passes/{token}", headers=who.headers if who else {})


async def make_public(client: httpx.AsyncClient, holder: Holder, *ids: str) -> None:
    for certificate_id in ids:
        answer = await client.patch(
            f"learners/mine/certificates/{certificate_id}",
            json={"is_public": True},
            headers=holder.person.headers,
        )
        assert answer.status_code == 204


async def link(client: httpx.AsyncClient, holder: Holder, *ids: str, days: int = 7) -> Any:
    answer = await client.post(
        "learners/mine/links",
        json={"certificate_ids": ids, "days": days},
        headers=holder.person.headers,
    )
    assert answer.status_code == 201, answer.text
    return answer.json()


async def looks(client: httpx.AsyncClient, holder: Holder) -> list[dict[str, Any]]:
    answer = await client.get("learners/mine/looks", headers=holder.person.headers)
    data: list[dict[str, Any]] = answer.json()["data"]
    return data


class TestPasses:
    async def test_show_what_the_holder_has_made_public_and_nothing_else(
        self, client: httpx.AsyncClient, service: ServiceUnderTest, holder: Holder
    ) -> None:
        token = passed(service, holder.person.user_id)
        assert (await shown(client, token)).json() == {"data": []}
        await make_public(client, holder, holder.ids[0])
        data = (await shown(client, token)).json()["data"]
        assert [each["number"] for each in data] == [holder.certificates[0]["number"]]
        answer = await client.patch(
            f"learners/mine/certificates/{holder.ids[0]}",
            json={"is_public": False},
            headers=holder.person.headers,
        )
        assert answer.status_code == 204
        assert (await shown(client, token)).json() == {"data": []}

    async def test_are_the_same_for_somebody_unknown_and_somebody_who_shows_nothing(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest,
        holder: Holder,
        queries: Any,
    ) -> None:
        private, unknown = passed(service, holder.person.user_id), passed(service, None)
        assert len(private) == len(unknown) == learner_passes.PASS_LENGTH
        with queries() as of_private:
            first = await shown(client, private)
        with queries() as of_unknown:
            second = await shown(client, unknown)
        assert (first.status_code, first.content) == (second.status_code, second.content)
        assert [each.split(maxsplit=1)[0] for each in of_private] == [
            each.split(maxsplit=1)[0] for each in of_unknown
        ]

    async def test_end_after_ten_minutes_and_cannot_be_made_up(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest,
        holder: Holder,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        token = passed(service, holder.person.user_id)
        changed = token[:-5] + ("A" if token[-5] != "A" else "B") + token[-4:]
        made_up = write_pass("another secret than ours", holder.person.user_id)
        for wrong in (changed, made_up, "x", "é" * 92, token * 2):
            answer = await shown(client, wrong)
            assert (answer.status_code, answer.json()["code"]) in (
                (404, "learner_pass.expired"),
                (404, "resource.not_found"),
            )
        later = time.time() + learner_passes.PASS_SECONDS + 1
        monkeypatch.setattr("kit.security.learner_passes.time.time", lambda: later)
        assert (await shown(client, token)).status_code == 404

    async def test_a_revoked_one_is_not_shown(
        self, client: httpx.AsyncClient, service: ServiceUnderTest, holder: Holder
    ) -> None:
        await make_public(client, holder, *holder.ids)
        await execute(
            service,
            "UPDATE certificates SET status = 'revoked', revoked_at = now(), "
            "revoked_kind = 'other' WHERE id = :id",
            id=holder.ids[0],
        )
        data = (await shown(client, passed(service, holder.person.user_id))).json()["data"]
        assert [each["number"] for each in data] == [holder.certificates[1]["number"]]


class TestLooks:
    async def test_the_holder_sees_who_looked_and_when(
        self, client: httpx.AsyncClient, service: ServiceUnderTest, holder: Holder
    ) -> None:
        await shown(client, passed(service, holder.person.user_id))
        token = passed(service, holder.person.user_id)
        await shown(client, token, holder.office)
        # Reloading the page does not record another search.
        await shown(client, token, holder.office)
        by_office, by_visitor = await looks(client, holder)
        assert by_office["name_en"] and by_office["signed_in"]
        assert by_visitor["name_en"] is None and not by_visitor["signed_in"]
        assert not by_visitor["by_link"]

    async def test_of_an_address_only_its_neighbourhood_is_kept(
        self, service: ServiceUnderTest, holder: Holder
    ) -> None:
        transport = httpx.ASGITransport(app=service.app, client=("203.0.113.77", 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://test/api/v1/") as far:
            await shown(far, passed(service, holder.person.user_id))
            (look,) = await looks(far, holder)
        assert look["network"] == "203.0.113.0/24"

    async def test_others_do_not_see_them(
        self, client: httpx.AsyncClient, service: ServiceUnderTest, holder: Holder
    ) -> None:
        await shown(client, passed(service, holder.person.user_id))
        other = await client.get("learners/mine/looks", headers=actor("candidate").headers)
        assert other.json()["data"] == []

    async def test_those_for_nobody_are_soon_forgotten_and_the_others_after_a_year(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest,
        session: AsyncSession,
        holder: Holder,
    ) -> None:
        await shown(client, passed(service, holder.person.user_id))
        await shown(client, passed(service, None))
        assert await service.sweep("forget_looks") == 0
        for age, left in (("2 hours", 1), ("366 days", 0)):
            await execute(
                service, f"UPDATE learner_looks SET looked_at = looked_at - interval '{age}'"
            )
            assert await service.sweep("forget_looks") == 1
            assert await session.scalar(select(func.count()).select_from(LearnerLook)) == left


class TestLinks:
    async def test_show_what_was_chosen_public_or_not_until_they_end(
        self, client: httpx.AsyncClient, service: ServiceUnderTest, holder: Holder
    ) -> None:
        made = await link(client, holder, holder.ids[1])
        answer = await client.get(f"learners/links/{made['token']}")
        data = answer.json()["data"]
        assert [each["number"] for each in data] == [holder.certificates[1]["number"]]
        (look,) = await looks(client, holder)
        assert look["by_link"]
        await execute(service, "UPDATE certificate_links SET ends_at = now() - interval '1 second'")
        answer = await client.get(f"learners/links/{made['token']}")
        assert (answer.status_code, answer.json()["code"]) == (404, "certificate_link.ended")
        listed = await client.get("learners/mine/links", headers=holder.person.headers)
        assert listed.json() == []

    async def test_of_a_repetition_are_the_same_with_another_secret(
        self, client: httpx.AsyncClient, holder: Holder
    ) -> None:
        path, body = "learners/mine/links", {"certificate_ids": holder.ids, "days": 7}
        headers = holder.person.headers | {"Idempotency-Key": "lost-on-the-way"}
        answers = [await client.post(path, json=body, headers=headers) for _ in range(2)]
        assert [each.status_code for each in answers] == [201, 201], answers[1].text
        first, last = (each.json() for each in answers)
        assert first | {"token": last["token"]} == last
        assert (await client.get(f"learners/links/{first['token']}")).status_code == 404
        assert (await client.get(f"learners/links/{last['token']}")).status_code == 200
        assert (
            await client.delete(f"{path}/{last['id']}", headers=holder.person.headers)
        ).is_success
        again = await client.post(path, json=body, headers=headers)
        assert (again.status_code, again.json()["code"]) == (409, "request.already_done")

    async def test_are_withdrawn(self, client: httpx.AsyncClient, holder: Holder) -> None:
        made = await link(client, holder, *holder.ids)
        (listed,) = (await client.get("learners/mine/links", headers=holder.person.headers)).json()
        assert listed["id"] == made["id"] and "token" not in listed
        path = f"learners/mine/links/{made['id']}"
        other = await client.delete(path, headers=actor("candidate").headers)
        assert other.status_code == 404
        for _ in range(2):
            answer = await client.delete(path, headers=holder.person.headers)
            assert answer.status_code == 204
        assert (await client.get(f"learners/links/{made['token']}")).status_code == 404

    async def test_their_secret_is_stored_as_a_hash(
        self, client: httpx.AsyncClient, session: AsyncSession, holder: Holder
    ) -> None:
        made = await link(client, holder, *holder.ids)
        stored = await session.scalar(select(CertificateLink))
        assert stored is not None
        assert made["token"] not in str(stored.model_dump())
        assert len(made["token"]) >= 43

    async def test_are_of_own_certificates_and_not_endless(
        self, client: httpx.AsyncClient, holder: Holder
    ) -> None:
        stranger = Holder(actor("candidate"), [], holder.office)
        for who, ids, days in (
            (stranger, holder.ids, 7),
            (holder, [*holder.ids, str(uuid4())], 7),
            (holder, holder.ids, 91),
            (holder, holder.ids, 0),
            (holder, [], 7),
        ):
            answer = await client.post(
                "learners/mine/links",
                json={"certificate_ids": ids, "days": days},
                headers=who.person.headers,
            )
            assert answer.status_code == 422

    async def test_fifty_at_a_time_are_enough(
        self, client: httpx.AsyncClient, holder: Holder, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("enrollment.learners.service.MAX_LINKS", 1)
        await link(client, holder, *holder.ids)
        answer = await client.post(
            "learners/mine/links",
            json={"certificate_ids": holder.ids, "days": 1},
            headers=holder.person.headers,
        )
        assert (answer.status_code, answer.json()["code"]) == (
            409,
            "certificate_link.limit_reached",
        )


async def test_only_the_holder_switches_a_certificate(
    client: httpx.AsyncClient, holder: Holder
) -> None:
    answer = await client.patch(
        f"learners/mine/certificates/{holder.ids[0]}",
        json={"is_public": True},
        headers=actor("candidate").headers,
    )
    assert (answer.status_code, answer.json()["code"]) == (404, "certificate.not_found")
