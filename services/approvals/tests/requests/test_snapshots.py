"""Submitted content, changes since the previous submission, and corrections."""

from datetime import date
from typing import Any
from uuid import uuid4

import httpx
import pytest
from contracts.approvals import RequestReturned
from contracts.submissions import Remark, Snapshot, SubmittedDocument, SubmittedField
from kit.testing import Actor, ServiceUnderTest

from services.approvals.tests.factories import (
    create_admin,
    decide,
    make_level,
    submit,
)

LICENCE = SubmittedDocument(
    name="documents.licence",
    document_id=uuid4(),
    title_en="Licence",
    title_ar="الترخيص",
    media_type="image/png",
    size=900,
    expires_on=date(2026, 11, 30),
)
RENEWED = LICENCE.model_copy(
    update={"document_id": uuid4(), "media_type": "application/pdf", "expires_on": None}
)


def snapshot(number: str, document: SubmittedDocument = LICENCE) -> Snapshot:
    fields = (
        SubmittedField(name="commercial_number", value=number),
        SubmittedField(name="city", value="Riyadh", value_ar="الرياض"),
    )
    return Snapshot(fields=fields, documents=(document,))


async def read(client: httpx.AsyncClient, user: Actor, request: dict[str, Any]) -> dict[str, Any]:
    answer = await client.get(f"approvals/{request['id']}", headers=user.headers)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


class TestSnapshot:
    async def test_is_shown_with_what_changed_since_the_round_before(
        self, client: httpx.AsyncClient, service: ServiceUnderTest
    ) -> None:
        approver = await create_admin(service)
        await make_level(client, approver)
        content_id = uuid4()
        first = await submit(
            service, client, organization_id=content_id, snapshot=snapshot("1010000000")
        )
        shown = await read(client, approver, first)
        assert [(f["name"], f["value"], f["changed"]) for f in shown["fields"]] == [
            ("commercial_number", "1010000000", False),
            ("city", "Riyadh", False),
        ]
        assert shown["fields"][1]["value_ar"] == "الرياض"
        (document,) = shown["documents"]
        assert (document["title_ar"], document["changed"], document["before"]) == (
            "الترخيص",
            False,
            None,
        )
        remarks = [
            {"field": "commercial_number", "text": "Not the one on the licence."},
            {"field": "documents.licence", "text": "Expired."},
        ]
        answer = await decide(client, approver, first, "returned", remarks=remarks)
        assert answer.status_code == 201, answer.text
        assert answer.json()["fields"][0]["remark"] == "Not the one on the licence."
        assert answer.json()["documents"][0]["remark"] == "Expired."
        (returned,) = await service.published(RequestReturned)
        assert returned.remarks == tuple(Remark.model_validate(each) for each in remarks)
        second = await submit(
            service,
            client,
            organization_id=content_id,
            submission=2,
            snapshot=snapshot("1010000001", RENEWED),
        )
        shown = await read(client, approver, second)
        number, city = shown["fields"]
        assert (number["changed"], number["before"]) == (True, "1010000000")
        assert not city["changed"]
        (document,) = shown["documents"]
        assert (document["changed"], document["document_id"]) == (True, str(RENEWED.document_id))
        assert document["before"] == {
            "document_id": str(LICENCE.document_id),
            "media_type": "image/png",
            "size": 900,
            "expires_on": "2026-11-30",
        }
        assert number["remark"] is None

    @pytest.mark.parametrize(
        ("decision", "field", "code"),
        [
            ("returned", "tax_number", ("remarks.0.field", "approval_request.unknown_field")),
            ("rejected", "city", ("remarks", "decision.remarks_not_allowed")),
        ],
    )
    async def test_bad_remarks_are_named_and_decide_nothing(
        self,
        client: httpx.AsyncClient,
        service: ServiceUnderTest,
        decision: str,
        field: str,
        code: tuple[str, str],
    ) -> None:
        approver = await create_admin(service)
        await make_level(client, approver)
        request = await submit(service, client, snapshot=snapshot("1010000000"))
        remarks = [{"field": field, "text": "Wrong."}]
        answer = await decide(client, approver, request, decision, remarks=remarks)
        assert answer.status_code == 422
        assert [(each["field"], each["code"]) for each in answer.json()["fields"]] == [code]
        assert (await read(client, approver, request))["status"] == "pending"
