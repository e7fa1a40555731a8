from collections.abc import Callable
from typing import Any

import httpx
import pytest

from deploy.sandboxes.paymob.config import Settings
from deploy.sandboxes.paymob.signature import sign

from .conftest import Merchant

Pay = Callable[..., dict[str, Any]]


@pytest.fixture
def transaction_id(pay: Pay) -> int:
    found: int = pay()["transaction"]["id"]
    return found


class TestInquiry:
    def test_needs_a_token(self, client: httpx.Client, secret: dict[str, str]) -> None:
        assert client.get("/api/acceptance/transactions/1", headers=secret).status_code == 401
        assert client.post("/api/auth/tokens", json={"api_key": "no"}).status_code == 401

    def test_by_id(self, client: httpx.Client, bearer: dict[str, str], transaction_id: int) -> None:
        answer = client.get(f"/api/acceptance/transactions/{transaction_id}", headers=bearer)
        assert answer.json()["success"] is True
        assert answer.json()["amount_cents"] == 115000

    def test_by_order_gives_the_latest_transaction(
        self, client: httpx.Client, bearer: dict[str, str], intention: dict[str, Any], pay: Pay
    ) -> None:
        pay("4000000000009995")
        paid = pay()["transaction"]["id"]
        for key, value in (
            ("order_id", intention["intention_order_id"]),
            ("merchant_order_id", intention["special_reference"]),
        ):
            answer = client.post(
                "/api/ecommerce/orders/transaction_inquiry", json={key: value}, headers=bearer
            )
            assert answer.json()["id"] == paid

    def test_an_order_without_transaction_is_404(
        self, client: httpx.Client, bearer: dict[str, str], intention: dict[str, Any]
    ) -> None:
        for order_id in (intention["intention_order_id"], 1):
            answer = client.post(
                "/api/ecommerce/orders/transaction_inquiry",
                json={"order_id": order_id},
                headers=bearer,
            )
            assert answer.status_code == 404


class TestRefund:
    def test_answers_the_child_and_marks_the_parent(
        self,
        client: httpx.Client,
        secret: dict[str, str],
        bearer: dict[str, str],
        transaction_id: int,
    ) -> None:
        child = client.post(
            "/api/acceptance/void_refund/refund",
            json={"transaction_id": transaction_id, "amount_cents": 15000},
            headers=secret,
        ).json()
        assert child["id"] != transaction_id
        assert (child["is_refund"], child["has_parent_transaction"]) == (True, True)
        assert child["parent_transaction"] == transaction_id
        parent = client.get(f"/api/acceptance/transactions/{transaction_id}", headers=bearer).json()
        assert (parent["is_refunded"], parent["refunded_amount_cents"]) == (True, 15000)

    def test_more_than_is_left_is_400(
        self, client: httpx.Client, secret: dict[str, str], transaction_id: int
    ) -> None:
        for amount, status in ((100000, 201), (15001, 400), (15000, 201)):
            answer = client.post(
                "/api/acceptance/void_refund/refund",
                json={"transaction_id": transaction_id, "amount_cents": amount},
                headers=secret,
            )
            assert answer.status_code == status, answer.text
            if status == 400:
                assert "Requested Refund Amount is greater" in answer.json()["message"]

    def test_a_declined_payment_has_nothing_to_refund(
        self, client: httpx.Client, secret: dict[str, str], pay: Pay
    ) -> None:
        declined = pay("4000000000000069")["transaction"]["id"]
        answer = client.post(
            "/api/acceptance/void_refund/refund",
            json={"transaction_id": declined, "amount_cents": 1},
            headers=secret,
        )
        assert answer.status_code == 400

    def test_needs_the_secret_key(self, client: httpx.Client, transaction_id: int) -> None:
        answer = client.post(
            "/api/acceptance/void_refund/refund",
            json={"transaction_id": transaction_id, "amount_cents": 1},
        )
        assert answer.status_code == 401

    @pytest.mark.parametrize("shape", ["parent", "child", "both"])
    def test_callback_has_the_shape_asked_for(
        self, client: httpx.Client, secret: dict[str, str], merchant: Merchant, pay: Pay, shape: str
    ) -> None:
        client.put("/sandbox/behaviour", json={"refund_shape": shape})
        paid = pay()["transaction"]["id"]
        merchant.wait_for(1)
        client.post(
            "/api/acceptance/void_refund/refund",
            json={"transaction_id": paid, "amount_cents": 115000},
            headers=secret,
        )
        shown = {"parent", "child"} if shape == "both" else {shape}
        objects = merchant.wait_for(1 + len(shown))[1:]
        assert {"parent" if o["is_refunded"] else "child" for o in objects} == shown
        for signature, body in merchant.received:
            assert signature == sign(body["obj"], Settings().hmac_secret)


class TestVoid:
    def test_undoes_a_payment_once(
        self,
        client: httpx.Client,
        secret: dict[str, str],
        bearer: dict[str, str],
        transaction_id: int,
    ) -> None:
        answers = [
            client.post(
                "/api/acceptance/void_refund/void",
                json={"transaction_id": transaction_id},
                headers=secret,
            )
            for _ in range(2)
        ]
        assert [a.status_code for a in answers] == [201, 400]
        assert answers[0].json()["is_void"] is True
        parent = client.get(f"/api/acceptance/transactions/{transaction_id}", headers=bearer)
        assert parent.json()["is_voided"] is True


class TestCapture:
    def test_takes_an_authorisation_up_to_its_amount(
        self,
        client: httpx.Client,
        secret: dict[str, str],
        settings: Settings,
        body: dict[str, Any],
    ) -> None:
        opened = client.post(
            "/v1/intention/",
            json=body | {"payment_methods": [settings.auth_integration_id]},
            headers=secret,
        ).json()
        paid = client.post(f"/sandbox/intentions/{opened['id']}/pay", json={}).json()
        assert paid["transaction"]["is_auth"] is True
        statuses = [
            client.post(
                "/api/acceptance/capture",
                json={"transaction_id": paid["transaction"]["id"], "amount_cents": amount},
                headers=secret,
            ).status_code
            for amount in (100000, 15001, 15000)
        ]
        assert statuses == [201, 400, 201]

    def test_a_plain_payment_cannot_be_captured(
        self, client: httpx.Client, secret: dict[str, str], transaction_id: int
    ) -> None:
        answer = client.post(
            "/api/acceptance/capture",
            json={"transaction_id": transaction_id, "amount_cents": 1},
            headers=secret,
        )
        assert answer.status_code == 400


class TestDemo:
    def test_a_transaction_of_the_demo_can_be_refunded_up_to_the_amount_in_its_number(
        self, client: httpx.Client, bearer: dict[str, str], secret: dict[str, str]
    ) -> None:
        number = 115_000 * 100_000 + 46
        body = {"transaction_id": number, "amount_cents": 115_000}
        refund = client.post("/api/acceptance/void_refund/refund", json=body, headers=secret)
        assert (refund.status_code, refund.json()["amount_cents"]) == (201, 115_000)
        again = client.post("/api/acceptance/void_refund/refund", json=body, headers=secret)
        assert again.status_code == 400
        found = client.get(f"/api/acceptance/transactions/{number}", headers=bearer).json()
        assert (found["success"], found["refunded_amount_cents"]) == (True, 115_000)

    @pytest.mark.parametrize("number", [999_999_999, 10**12])
    def test_other_numbers_are_unknown(
        self, client: httpx.Client, bearer: dict[str, str], number: int
    ) -> None:
        answer = client.get(f"/api/acceptance/transactions/{number}", headers=bearer)
        assert answer.status_code == 404
