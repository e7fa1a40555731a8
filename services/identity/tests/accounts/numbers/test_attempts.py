"""Attempts do not reveal which numbers exist."""

from collections import Counter
from typing import Any

import httpx
import pytest
from identity.config import Settings
from kit.testing import ServiceUnderTest

from services.identity.tests.accounts.numbers.factories import ask, update, with_number
from services.identity.tests.factories import a_civil_number, execute, scalar, verified


class TestAttempts:
    async def test_sixty_probes_of_one_user_get_five_answers(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        await with_number(client, service, known := a_civil_number())
        prober = await verified(client, service)
        answers = [
            await update(client, prober, civil_number=known if n % 2 else a_civil_number())
            for n in range(60)
        ]
        assert Counter(answer.status_code for answer in answers) == {200: 3, 422: 2, 429: 55}
        refused = answers[-1]
        assert refused.json()["code"] == "identity_number.too_many_attempts"
        assert refused.headers["content-type"] == "application/problem+json"
        assert 3500 < int(refused.headers["retry-after"]) <= 3600

    async def test_a_taken_number_is_answered_like_any_other(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        await with_number(client, service, known := a_civil_number())
        prober = await verified(client, service)
        for _ in range(5):
            await update(client, prober, civil_number=a_civil_number())
        answers = [await update(client, prober, civil_number=n) for n in (known, a_civil_number())]
        assert {answer.status_code for answer in answers} == {429}

    async def test_asking_for_a_number_counts_among_them(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        prober = await verified(client, service)
        for _ in range(5):
            await ask(client, prober, civil_number=a_civil_number())
        assert (await update(client, prober, civil_number=a_civil_number())).status_code == 429
        assert (await ask(client, prober, civil_number=a_civil_number())).status_code == 429

    async def test_many_users_of_one_network_share_a_limit(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        first, second = await verified(client, service), await verified(client, service)
        await update(client, first, civil_number=a_civil_number())
        await execute(service, "UPDATE number_attempts SET count = 120")
        assert (await update(client, second, civil_number=a_civil_number())).status_code == 429
        elsewhere = httpx.ASGITransport(app=service.app, client=("203.0.113.9", 1))
        base_url = "http://test/api/v1/"
        async with httpx.AsyncClient(transport=elsewhere, base_url=base_url) as other:
            answer = await update(other, second, civil_number=a_civil_number())
        assert answer.status_code == 200

    async def test_an_hour_later_the_count_begins_anew(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        for _ in range(6):
            answer = await update(client, person, civil_number=a_civil_number())
        assert answer.status_code == 429
        await execute(service, "UPDATE number_attempts SET since = now() - interval '61 minutes'")
        assert (await update(client, person, civil_number=a_civil_number())).status_code == 200

    @pytest.mark.parametrize(
        "changes", [{"gender": "male"}, {"civil_number": "1234567890"}, {"civil_number": "own"}]
    )
    async def test_what_is_no_new_number_does_not_count(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest[Settings],
        changes: dict[str, Any],
    ) -> None:
        person = await with_number(client, service)
        if changes.get("civil_number") == "own":
            changes = {"civil_number": person.user["civil_number"]}
        for _ in range(9):
            await update(client, person, **changes)
        assert await scalar(service, "SELECT max(count) FROM number_attempts") == 1

    async def test_old_counts_are_deleted(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        await with_number(client, service)
        assert await service.sweep("prune_number_attempts") == 0
        await execute(service, "UPDATE number_attempts SET since = now() - interval '25 hours'")
        assert await service.sweep("prune_number_attempts") == 2
