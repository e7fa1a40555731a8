import asyncio
from typing import Any
from uuid import uuid4

import httpx
import pytest
from identity.config import Settings
from kit.testing import ServiceUnderTest

from services.identity.tests.factories import codes_of, signed_up, verified


def place(name_en: str, name_ar: str) -> dict[str, str]:
    return {"id": str(uuid4()), "name_en": name_en, "name_ar": name_ar}


def address(**changes: Any) -> Any:
    return {
        "country": place("Saudi Arabia", "المملكة العربية السعودية"),
        "state": place("Riyadh", "الرياض"),
        "city": place("Al Kharj", "الخرج"),
        "line1": "12 King Fahd Road",
        "line2": None,
        "postal_code": "11564",
    } | changes


class TestAddress:
    async def test_is_null_until_it_is_given_then_kept_and_replaced(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        path = f"profiles/{person.profile_id}/address"
        answer = await client.get(path, headers=person.headers)
        assert answer.status_code == 200
        assert answer.json() is None
        for form in (address(), address(state=None, city=None, line1="7 Olaya Street")):
            answer = await client.put(path, json=form, headers=person.headers)
            assert answer.status_code == 200
            assert answer.json() == form
            assert (await client.get(path, headers=person.headers)).json() == form

    async def test_two_first_ones_at_once_are_no_error(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person = await verified(client, service)
        path = f"profiles/{person.profile_id}/address"
        answers = await asyncio.gather(
            *(client.put(path, json=address(), headers=person.headers) for _ in range(4))
        )
        assert {answer.status_code for answer in answers} == {200}

    @pytest.mark.parametrize(
        ("changes", "field"),
        [
            ({"country": None}, "country"),
            ({"line1": "  "}, "line1"),
            ({"postal_code": "?"}, "postal_code"),
            ({"postal_code": "-1"}, "postal_code"),
            ({"state": None}, "body"),
            ({"city": {"id": "1", "name_en": "x", "name_ar": "y"}}, "city.id"),
        ],
    )
    async def test_bad_input_is_named(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest[Settings],
        changes: dict[str, Any],
        field: str,
    ) -> None:
        person = await verified(client, service)
        path = f"profiles/{person.profile_id}/address"
        answer = await client.put(path, json=address(**changes), headers=person.headers)
        assert answer.status_code == 422
        assert field in codes_of(answer)

    async def test_another_users_is_404(
        self, client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
    ) -> None:
        person, other = await verified(client, service), await verified(client, service)
        path = f"profiles/{other.profile_id}/address"
        assert (await client.get(path, headers=person.headers)).status_code == 404
        answer = await client.put(path, json=address(), headers=person.headers)
        assert answer.status_code == 404

    async def test_401_and_403(self, client: httpx.AsyncClient) -> None:
        person = await signed_up(client)
        path = f"profiles/{person.profile_id}/address"
        assert (await client.get(path)).status_code == 401
        assert (await client.put(path, json=address())).status_code == 401
        assert (await client.get(path, headers=person.headers)).status_code == 403
