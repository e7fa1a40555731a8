"""Settings are public to read, merged when changed, and published to other services."""

import asyncio
from datetime import UTC, date, datetime, tzinfo
from typing import Any, Self

import httpx
import pytest
from catalog.settings.rules import DEFAULTS
from contracts import ProfileType
from contracts.catalog import SettingsUpdated
from contracts.people import RegistrationPayer
from kit.domain import timezone
from kit.testing import Actor, ServiceUnderTest

DOCUMENT = {"key": "a", "name_en": "A", "name_ar": "أ", "required": True, "expires": False}


class TestRead:
    async def test_has_the_defaults_before_anything_is_stored(
        self, client: httpx.AsyncClient
    ) -> None:
        answer = await client.get("settings/json")
        assert answer.json() == {"data": DEFAULTS.model_dump(mode="json"), "updated_by": None}

    async def test_the_fees_are_those_of_the_product(self, client: httpx.AsyncClient) -> None:
        fees = (await client.get("settings/json")).json()["data"]["registration_fees"]
        assert [fees[f"{kind}_minor"] for kind in ("candidate", "staff", "organization")] == [
            115_00,
            230_00,
            1_150_00,
        ]

    async def test_gives_the_groups_that_are_asked_for_and_passes_over_others(
        self, client: httpx.AsyncClient
    ) -> None:
        async def groups(query: str) -> list[str]:
            return sorted((await client.get(f"settings/json?{query}")).json()["data"])

        assert await groups("keys=general") == ["general"]
        assert await groups("keys=general,enrollment&keys=unknown") == ["enrollment", "general"]
        assert await groups("keys=unknown") == []
        assert await groups("") == await groups("keys=") == sorted(DEFAULTS.model_dump())


class TestUpdate:
    async def test_changes_the_given_fields_only(
        self, client: httpx.AsyncClient, settings_admin: Actor
    ) -> None:
        body = {"general": {"support_email": "help@example.com"}}
        answer = await client.post("settings", json=body, headers=settings_admin.headers)
        assert answer.status_code == 200
        expected = DEFAULTS.model_dump(mode="json")
        expected["general"]["support_email"] = "help@example.com"
        assert answer.json() == {"data": expected, "updated_by": str(settings_admin.user_id)}
        assert (await client.get("settings/json")).json() == answer.json()

    async def test_what_is_said_before_paying_is_changed_field_by_field(
        self, client: httpx.AsyncClient, settings_admin: Actor
    ) -> None:
        async def change(**payment: Any) -> Any:
            body = {"payment": payment}
            answer = await client.post("settings", json=body, headers=settings_admin.headers)
            assert answer.status_code == 200
            return (await client.get("web")).json()["settings"]["payment"]

        now, later = (
            {"percent": 15, "valid_from": "2020-07-01"},
            {"percent": 5, "valid_from": "2030-01-01"},
        )
        assert await change(vat_included=True) == {"vat_rates": [now], "vat_included": True}
        taxed = {"vat_rates": [now, later], "vat_included": False}
        assert await change(vat_rates=[later, now], vat_included=False) == taxed

    async def test_who_sells_is_published_with_the_tax(
        self, client: httpx.AsyncClient, settings_admin: Actor, service: ServiceUnderTest
    ) -> None:
        async def change(**seller: Any) -> httpx.Response:
            body = {"seller": seller}
            return await client.post("settings", json=body, headers=settings_admin.headers)

        refused = await change(vat_registered=True)
        assert [each["field"] for each in refused.json()["fields"]] == ["seller.vat_number"]
        number = "310000000000003"
        assert (await change(vat_registered=True, vat_number=number)).status_code == 200
        # The name is required while the registration exists.
        assert (await change(name_ar="")).status_code == 422
        (published,) = await service.published(SettingsUpdated)
        assert (published.seller.vat_registered, published.seller.vat_number) == (True, number)
        assert published.seller.name_ar == DEFAULTS.seller.name_ar
        assert [(rate.percent, rate.valid_from) for rate in published.vat_rates] == [
            (15, date(2020, 7, 1))
        ]

    async def test_publishes_new_fees_with_the_day_from_which_they_count(
        self, client: httpx.AsyncClient, settings_admin: Actor, service: ServiceUnderTest
    ) -> None:
        before = timezone.today()
        for body in (
            {"registration_fees": {"candidate_minor": 0}},
            {"registration_fees": {"staff_minor": 300_00, "effective_on": "2027-03-01"}},
            {"enrollment": {"payment_window_hours": 24, "bulk_registration": "nobody"}},
            {"enrollment": {"payment_window_hours": 12}},
        ):
            answer = await client.post("settings", json=body, headers=settings_admin.headers)
            assert answer.status_code == 200
        first, second, third, fourth = await service.published(SettingsUpdated)
        assert first.registration_fees[ProfileType.CANDIDATE] == 0
        assert before <= first.effective_on <= timezone.today()
        assert first.product_name_ar == DEFAULTS.general.product_name_ar
        assert second.registration_fees == {
            ProfileType.CANDIDATE: 0,
            ProfileType.STAFF: 230_00,
            ProfileType.ORGANIZATION: 1_150_00,
        }
        (planned,) = second.planned_fees
        assert (planned.profile_type, planned.amount_minor) == (ProfileType.STAFF, 300_00)
        assert planned.valid_from == date(2027, 3, 1)
        assert second.bulk_registration is RegistrationPayer.PERSON
        waived = {"bulk_registration": RegistrationPayer.NOBODY}
        assert fourth == third == second.model_copy(update=waived)

    async def test_today_is_riyadhs(
        self,
        client: httpx.AsyncClient,
        settings_admin: Actor,
        service: ServiceUnderTest,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        class LateEvening(datetime):
            @classmethod
            def now(cls, tz: tzinfo | None = None) -> Self:
                return cls(2027, 3, 1, 22, 30, tzinfo=UTC).astimezone(tz)

        monkeypatch.setattr(timezone, "datetime", LateEvening)
        body = {"registration_fees": {"candidate_minor": 0}}
        await client.post("settings", json=body, headers=settings_admin.headers)
        (fees,) = await service.published(SettingsUpdated)
        assert fees.effective_on == date(2027, 3, 2)

    async def test_two_admins_at_once_lose_nothing(
        self, client: httpx.AsyncClient, settings_admin: Actor
    ) -> None:
        bodies = [
            {"registration_fees": {f"{kind}_minor": 1}}
            for kind in ("candidate", "staff", "organization")
        ]
        answers = await asyncio.gather(
            *(client.post("settings", json=b, headers=settings_admin.headers) for b in bodies)
        )
        assert [answer.status_code for answer in answers] == [200, 200, 200]
        fees = (await client.get("settings/json")).json()["data"]["registration_fees"]
        assert [fees[f"{kind}_minor"] for kind in ("candidate", "staff", "organization")] == [1] * 3

    @pytest.mark.parametrize(
        ("body", "field"),
        [
            (
                {"registration_fees": {"candidate_minor": -1}},
                "registration_fees.candidate_minor",
            ),
            ({"general": {"support_email": "nobody"}}, "general.support_email"),
            ({"enrollment": {"payment_window_hours": 0}}, "enrollment.payment_window_hours"),
            ({"payment": {"vat_rates": []}}, "payment.vat_rates"),
            (
                {"payment": {"vat_rates": [{"percent": 101, "valid_from": "2026-01-01"}]}},
                "payment.vat_rates.0.percent",
            ),
            (
                {"payment": {"vat_rates": [{"percent": 5, "valid_from": "2026-01-01"}] * 2}},
                "payment.vat_rates.1.valid_from",
            ),
            ({"seller": {"vat_number": "3" * 14}}, "seller.vat_number"),
            ({"seller": {"postal_code": "1221"}}, "seller.postal_code"),
            ({"organization_documents": [{"key": "A b"}]}, "organization_documents.0.key"),
            ({"organization_documents": [DOCUMENT, DOCUMENT]}, "organization_documents.1.key"),
        ],
    )
    async def test_422_at_the_field(
        self, client: httpx.AsyncClient, settings_admin: Actor, body: Any, field: str
    ) -> None:
        answer = await client.post("settings", json=body, headers=settings_admin.headers)
        assert answer.status_code == 422
        assert field in [problem["field"] for problem in answer.json()["fields"]]
        unchanged = (await client.get("settings/json")).json()["data"]
        assert unchanged == DEFAULTS.model_dump(mode="json")

    async def test_401_and_403(
        self, client: httpx.AsyncClient, plain_admin: Actor, owner: Actor
    ) -> None:
        assert (await client.post("settings", json={})).status_code == 401
        for somebody in (plain_admin, owner):
            answer = await client.post("settings", json={}, headers=somebody.headers)
            assert answer.status_code == 403
