"""Lists and details: visibility, filters and number of queries."""

import csv
import io
from collections.abc import Callable
from typing import Any
from uuid import UUID

import httpx
import pytest
from contracts.payments import ChargePurpose
from kit.database.db import new_id
from kit.testing import Actor, actor
from payments.charges.models import Charge

from services.payments.tests.factories import (
    POOR,
    PRICE,
    PaymentsUnderTest,
    Sandbox,
    build_profile,
    build_request,
    candidate,
    execute,
    fees,
    get_charge,
    owe,
    start,
    the_payment,
)


async def get(
    client: httpx.AsyncClient, person: Actor | None, path: str, **params: Any
) -> httpx.Response:
    headers = person.headers if person else {}
    return await client.get(path, params=params, headers=headers)


async def paid(
    service: PaymentsUnderTest,
    client: httpx.AsyncClient,
    sandbox: Sandbox,
    person: Actor,
    **changes: Any,
) -> Charge:
    charge = await owe(service, person, **changes)
    started = await start(client, person, charge)
    before = len([c for c in await sandbox.callbacks() if c["answers"]])
    await sandbox.pay(started["checkout_url"])
    await sandbox.delivered(before + 1)
    return await get_charge(service, charge.subject_id)


class TestListCharges:
    async def test_shows_the_profile_s_own_newest_first(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient
    ) -> None:
        person = candidate(paid=False)
        await owe(service, candidate())
        first = await owe(service, person)
        second = await owe(service, person)
        body = (await get(client, person, "charges")).json()
        assert [c["id"] for c in body["data"]] == [str(second.id), str(first.id)]
        assert body["meta"] == {"page": 1, "page_size": 20, "total": 2, "capped": False}

    async def test_an_organization_s_users_share_its_registration_and_nothing_else(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient
    ) -> None:
        organization_id = new_id()
        owner, colleague = [
            actor("organization", organization_id=organization_id, paid=False) for _ in range(2)
        ]
        await service.deliver(fees())
        await service.deliver(build_profile(owner))
        registration = await get_charge(service, organization_id)
        # Same subject with a different purpose.
        await owe(service, owner, subject_id=organization_id, purpose=ChargePurpose.APPLICATION)
        others = actor("organization", organization_id=new_id(), paid=False)
        employee = actor("staff", organization_id=organization_id)

        async def charges_of(person: Actor) -> list[str]:
            found = (await get(client, person, "charges")).json()["data"]
            return [charge["id"] for charge in found]

        assert len(await charges_of(owner)) == 2
        assert await charges_of(colleague) == [str(registration.id)]
        assert await charges_of(others) == await charges_of(employee) == []

    async def test_filters(self, service: PaymentsUnderTest, client: httpx.AsyncClient) -> None:
        person = candidate(paid=False)
        await service.deliver(fees())
        await service.deliver(build_profile(person))
        await service.deliver(build_request(person))
        await execute(service, "UPDATE charges SET status = 'expired' WHERE purpose = 'enrollment'")

        async def purposes(**params: Any) -> set[str]:
            found = (await get(client, person, "charges", **params)).json()["data"]
            return {charge["purpose"] for charge in found}

        assert await purposes(status="open") == {"candidate_registration"}
        assert await purposes(status=["open", "expired"]) == {
            "candidate_registration",
            "enrollment",
        }
        assert await purposes(purpose="enrollment") == {"enrollment"}
        assert (await get(client, person, "charges", status="odd")).status_code == 422

    async def test_costs_two_queries_for_any_number(
        self,
        service: PaymentsUnderTest,
        client: httpx.AsyncClient,
        queries: Callable[[], Any],
    ) -> None:
        person = candidate()
        for _ in range(8):
            await service.deliver(build_request(person))
        with queries() as statements:
            body = (await get(client, person, "charges")).json()
        assert len(body["data"]) == 8
        assert len(statements) == 2

    async def test_access_is_refused(self, client: httpx.AsyncClient) -> None:
        assert (await get(client, None, "charges")).status_code == 401
        assert (await get(client, candidate(image=False), "charges")).status_code == 403
        unpaid = actor("staff", approved=False, paid=False)
        assert (await get(client, unpaid, "charges")).status_code == 200


class TestGetCharge:
    async def test_shows_attempts_and_the_receipt(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person = candidate()
        charge = await owe(service, person)
        unpaid = (await get(client, person, f"charges/{charge.id}")).json()
        assert (unpaid["status"], unpaid["receipt"], unpaid["payments"]) == ("open", None, [])
        started = await start(client, person, charge)
        await sandbox.pay(started["checkout_url"], POOR)
        await sandbox.delivered(1)
        started = await start(client, person, charge)
        await sandbox.pay(started["checkout_url"])
        await sandbox.delivered(2)
        body = (await get(client, person, f"charges/{charge.id}")).json()
        assert [p["status"] for p in body["payments"]] == ["succeeded", "failed"]
        receipt = body["receipt"]
        assert receipt["reference"] == charge.reference
        assert (receipt["payer_name_en"], receipt["payer_name_ar"]) == (
            "Sara Al-Harbi",
            "سارة الحربي",
        )
        assert (receipt["amount_minor"], receipt["card_last4"]) == (PRICE, "2346")
        assert receipt["transaction_id"]

    async def test_a_waived_charge_has_a_receipt_too(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient
    ) -> None:
        person = candidate(paid=False)
        await service.deliver(fees(0))
        await service.deliver(build_profile(person))
        charge = await get_charge(service, person.profile_id)
        body = (await get(client, person, f"charges/{charge.id}")).json()
        assert (body["waived"], body["receipt"]["transaction_id"]) == (True, None)

    async def test_visibility(self, service: PaymentsUnderTest, client: httpx.AsyncClient) -> None:
        person = candidate()
        organization_id = new_id()
        charge = await owe(service, person, organization_id=organization_id)
        path = f"charges/{charge.id}"
        statuses = {
            "owner": person,
            "organization": actor("organization", organization_id=organization_id),
            "staff": actor("staff", organization_id=organization_id),
            "admin": actor("admin", permissions=["view-payments"]),
            "super-admin": actor("admin", roles=["super-admin"]),
        }
        for name, one in statuses.items():
            assert (await get(client, one, path)).status_code == 200, name
        hidden = {
            "another candidate": candidate(),
            "another organization": actor("organization", organization_id=new_id()),
            "an admin without the permission": actor("admin", permissions=["view-users"]),
            "somebody not approved": actor(
                "staff", organization_id=organization_id, approved=False
            ),
        }
        for name, one in hidden.items():
            assert (await get(client, one, path)).status_code == 404, name
        assert (await get(client, None, path)).status_code == 401
        assert (await get(client, person, f"charges/{new_id()}")).status_code == 404
        assert (await get(client, person, "charges/odd")).status_code == 404


class TestListPayments:
    @pytest.fixture
    async def organization_id(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> UUID:
        organization_id = new_id()
        sara, omar = candidate(), candidate()
        await paid(service, client, sandbox, sara, organization_id=organization_id)
        charge = await owe(service, omar, organization_id=organization_id)
        await service.deliver(
            build_profile(
                omar,
                paid=True,
                name_en="Omar Salem",
                name_ar="عمر سالم",
                email="omar@example.com",
                phone="+966500000002",
            ),
            sequence=2,
        )
        await start(client, omar, charge)
        await paid(service, client, sandbox, candidate())
        return organization_id

    async def test_an_organization_sees_its_own(
        self, client: httpx.AsyncClient, organization_id: UUID
    ) -> None:
        for kind in ("organization", "staff"):
            person = actor(kind, organization_id=organization_id)
            body = (await get(client, person, "payments")).json()
            assert body["meta"]["total"] == 2
            assert {p["organization_id"] for p in body["data"]} == {str(organization_id)}
        stranger = actor("organization", organization_id=new_id())
        assert (await get(client, stranger, "payments")).json()["data"] == []

    async def test_whoever_sees_an_organization_s_sees_their_own_of_others_as_well(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        organization_id = new_id()
        viewer, colleague = (actor("organization", organization_id=organization_id) for _ in "12")
        registration = ChargePurpose.ORGANIZATION_REGISTRATION
        ours: dict[str, Any] = {"organization_id": organization_id}
        owed: list[tuple[Actor, dict[str, Any]]] = [
            (candidate(), ours),
            (viewer, ours),
            (viewer, {}),
            (viewer, {}),
            (colleague, {"purpose": registration, "subject_id": organization_id}),
            (colleague, {}),
        ]
        charges = []
        for number, (person, values) in enumerate(owed):
            amount_minor = (number % 2 + 1) * 1000
            charge = await owe(service, person, amount_minor=amount_minor, **values)
            await start(client, person, charge)
            charges.append(charge.reference)
        await execute(
            service,
            "UPDATE charges SET organization_id = NULL"
            " WHERE purpose = :purpose OR reference = :reference",
            purpose=registration,
            reference=charges[3],
        )

        async def references(person: Actor, **params: Any) -> list[str]:
            body = (await get(client, person, "payments", **params)).json()
            assert body["meta"]["total"] == 5
            return [row["reference"] for row in body["data"]]

        mine = charges[:5]
        assert await references(viewer) == mine[::-1]
        pages = [await references(viewer, page=page, page_size=2) for page in (1, 2, 3)]
        assert [each for page in pages for each in page] == mine[::-1]
        assert await references(viewer, sort="amount_minor") == mine[::2] + mine[1::2]
        assert await references(viewer, search="itq-", sort="created_at") == mine
        body = (await get(client, viewer, "payments", purpose=registration)).json()
        assert [row["reference"] for row in body["data"]] == [charges[4]]
        assert body["meta"]["total"] == 1

    async def test_an_admin_sees_all(
        self, client: httpx.AsyncClient, organization_id: UUID
    ) -> None:
        admin = actor("admin", permissions=["view-payments"])
        assert (await get(client, admin, "payments")).json()["meta"]["total"] == 3

    async def test_says_what_all_that_match_come_to(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, organization_id: UUID
    ) -> None:
        person = actor("organization", organization_id=organization_id)
        await execute(service, "UPDATE payments SET refunded_minor = 500 WHERE received_minor > 0")
        sums = {"currency": "SAR", "succeeded_minor": PRICE, "refunded_minor": 500}
        page = (await get(client, person, "payments", page_size=1)).json()
        assert page["meta"] == {
            "page": 1,
            "page_size": 1,
            "total": 2,
            "capped": False,
            "sums": [sums],
        }
        waiting = (await get(client, person, "payments", search="omar")).json()
        assert waiting["meta"]["sums"] == [{**sums, "succeeded_minor": 0, "refunded_minor": 0}]
        nothing = (await get(client, person, "payments", search="nobody")).json()
        assert nothing["meta"]["sums"] == []

    async def test_filters_and_order(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, organization_id: UUID
    ) -> None:
        person = actor("organization", organization_id=organization_id)

        async def names(**params: Any) -> list[str]:
            answer = await get(client, person, "payments", **params)
            assert answer.status_code == 200, answer.text
            return [p["payer_name_en"] for p in answer.json()["data"]]

        # The first minute of a day in Riyadh is still the previous day in UTC.
        await execute(
            service,
            "UPDATE payments SET created_at = '2026-03-05 21:00+00'::timestamptz"
            " + (created_at - (SELECT min(created_at) FROM payments))",
        )
        assert await names() == ["Omar Salem", "Sara Al-Harbi"]
        assert await names(sort="created_at") == ["Sara Al-Harbi", "Omar Salem"]
        assert await names(status="succeeded") == ["Sara Al-Harbi"]
        assert await names(status=["succeeded", "redirected"], page_size=1) == ["Omar Salem"]
        assert await names(way=["mada", "bank_transfer"]) == []
        assert len(await names(way=["card", "mada"])) == 2
        assert await names(purpose="application") == []
        assert len(await names(purpose="enrollment")) == 2
        assert len(await names(created_from="2026-03-06", created_to="2026-03-06")) == 2
        assert await names(created_to="2026-03-05") == []
        (omar, _) = (await get(client, person, "payments")).json()["data"]
        assert await names(payer_profile_id=omar["payer_profile_id"]) == ["Omar Salem"]
        assert await names(payer_profile_id=str(new_id())) == []
        assert len(await names(organization_id=str(organization_id))) == 2
        assert await names(organization_id=str(new_id())) == []
        assert len(await names(amount_from=PRICE, amount_to=PRICE)) == 2
        assert await names(amount_from=PRICE + 1) == await names(amount_to=PRICE - 1) == []

    @pytest.mark.parametrize(
        ("search", "names"),
        [
            ("salem OMAR", ["Omar Salem"]),
            ("سالم", ["Omar Salem"]),
            ("عُمَر", ["Omar Salem"]),
            ("ساره الحَربي", ["Sara Al-Harbi"]),
            ("500000002", ["Omar Salem"]),
            ("050 000 0002", ["Omar Salem"]),
            ("+966500000002", ["Omar Salem"]),
            ("sara@example.com", ["Sara Al-Harbi"]),
            ("itq-", ["Omar Salem", "Sara Al-Harbi"]),
            ("omar sara", []),
            ("100%", []),
            ("  ", ["Omar Salem", "Sara Al-Harbi"]),
        ],
    )
    async def test_search_finds_words_in_any_order_and_spelling(
        self, client: httpx.AsyncClient, organization_id: UUID, search: str, names: list[str]
    ) -> None:
        person = actor("organization", organization_id=organization_id)
        body = (await get(client, person, "payments", search=search)).json()
        assert [p["payer_name_en"] for p in body["data"]] == names

    async def test_search_finds_the_provider_s_number(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        for _ in range(2):
            await paid(service, client, sandbox, candidate())
        viewer = actor("admin", permissions=["view-payments"])
        first = (await get(client, viewer, "payments")).json()["data"][0]
        number = (await get(client, viewer, f"payments/{first['id']}")).json()["transaction_id"]
        found = (await get(client, viewer, "payments", search=number)).json()["data"]
        assert [payment["id"] for payment in found] == [first["id"]]

    async def test_bad_filters_are_422(
        self, client: httpx.AsyncClient, organization_id: UUID
    ) -> None:
        person = actor("organization", organization_id=organization_id)
        for params in (
            {"status": "odd"},
            {"way": "cash"},
            {"sort": "id"},
            {"created_from": "x"},
            {"created_from": "0001-01-01"},
            {"created_to": "9999-12-31"},
            {"search": "x" * 101},
            {"amount_from": -1},
            {"amount_to": 10**12 + 1},
            {"page": 0},
        ):
            assert (await get(client, person, "payments", **params)).status_code == 422

    async def test_costs_two_queries_for_any_number(
        self, client: httpx.AsyncClient, organization_id: UUID, queries: Callable[[], Any]
    ) -> None:
        with queries() as statements:
            await get(client, actor("admin", roles=["super-admin"]), "payments")
        assert len(statements) == 2

    async def test_access_is_refused(self, client: httpx.AsyncClient) -> None:
        assert (await get(client, None, "payments")).status_code == 401
        assert (await get(client, candidate(), "payments")).status_code == 403
        assert (await get(client, actor("admin"), "payments")).status_code == 403
        unapproved = actor("organization", organization_id=new_id(), approved=False)
        assert (await get(client, unapproved, "payments")).status_code == 403
        unpaid = actor("organization", organization_id=new_id(), paid=False)
        assert (await get(client, unpaid, "payments")).status_code == 402


async def export_rows(
    client: httpx.AsyncClient, person: Actor, **params: Any
) -> list[dict[str, str]]:
    """Return the file's rows by column heading."""
    answer = await get(client, person, "payments/export", format="csv", **params)
    assert answer.status_code == 200, answer.text
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))


class TestExportPayments:
    async def test_has_the_rows_of_the_list_and_no_others(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        charge = await paid(service, client, sandbox, candidate())
        payment = await the_payment(service)
        await paid(service, client, sandbox, candidate())
        for kind in ("organization", "staff"):
            person = actor(kind, organization_id=charge.organization_id)
            (line,) = await export_rows(client, person)
            assert line["Reference"] == charge.reference
            assert line["Batch code"] == "FLT-110-3"
            for search in ("flt-110-3", "ساره"):
                (found,) = await export_rows(client, person, search=search)
                assert found["Reference"] == charge.reference
        assert line["Paid by (English)"] == "Sara Al-Harbi"
        assert line["Paid by (Arabic)"] == "سارة الحربي"
        assert line["Mobile number"] == "+966 50 000 0001"
        assert (line["Payment status"], line["Refunded"]) == ("Succeeded", "0.00")
        assert line["Transaction"] == str(payment.transaction_id)
        assert line["Amount"] == f"{PRICE / 100:.2f}"
        stranger = actor("organization", organization_id=new_id())
        assert await export_rows(client, stranger) == []
        assert len(await export_rows(client, actor("admin", permissions=["view-payments"]))) == 2

    async def test_is_narrowed_down_and_sorted_as_the_list_is(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        admin = actor("admin", roles=["super-admin"])
        for minor in (20_000, 10_000):
            person = candidate()
            charge = await owe(service, person, amount_minor=minor)
            await start(client, person, charge)
        lines = await export_rows(client, admin, sort="amount_minor", status="redirected")
        assert [line["Amount"] for line in lines] == ["100.00", "200.00"]
        assert await export_rows(client, admin, status="failed") == []
        assert await export_rows(client, admin, way="mada") == []
        assert [
            line["Payment method"] for line in await export_rows(client, admin, way="card")
        ] == [
            "Card",
            "Card",
        ]
        (line, _) = await export_rows(client, admin, language="ar")
        assert line["حالة عملية الدفع"] == "لدى مزوّد الدفع"

    async def test_is_a_workbook_unless_asked_otherwise(self, client: httpx.AsyncClient) -> None:
        answer = await get(client, actor("admin", roles=["super-admin"]), "payments/export")
        assert answer.content.startswith(b"PK")
        assert answer.headers["content-disposition"].endswith('.xlsx"')

    async def test_access_is_refused(self, client: httpx.AsyncClient) -> None:
        assert (await get(client, None, "payments/export")).status_code == 401
        assert (await get(client, candidate(), "payments/export")).status_code == 403
        assert (await get(client, actor("admin"), "payments/export")).status_code == 403
        admin = actor("admin", roles=["super-admin"])
        assert (await get(client, admin, "payments/export", format="pdf")).status_code == 422


class TestGetPayment:
    async def test_shows_the_attempt_to_its_payer_and_the_organization(
        self, service: PaymentsUnderTest, client: httpx.AsyncClient, sandbox: Sandbox
    ) -> None:
        person = candidate()
        charge = await paid(service, client, sandbox, person)
        payment = await the_payment(service)
        path = f"payments/{payment.id}"
        owner = actor("organization", organization_id=charge.organization_id)
        for one in (person, owner, actor("admin", roles=["super-admin"])):
            body = (await get(client, one, path)).json()
            assert body["transaction_id"] == str(payment.transaction_id)
            assert body["refunds"] == []
            assert body["reference"] == charge.reference
        assert (await get(client, candidate(), path)).status_code == 404
        assert (await get(client, None, path)).status_code == 401
        assert (await get(client, person, f"payments/{new_id()}")).status_code == 404
