from collections.abc import Callable
from typing import Any

import httpx

from deploy.sandboxes.paymob.config import Settings
from deploy.sandboxes.paymob.signature import sign

from .conftest import Merchant, until

Pay = Callable[..., dict[str, Any]]


def behave(client: httpx.Client, intention: dict[str, Any], **change: object) -> None:
    answer = client.put(f"/sandbox/intentions/{intention['id']}/behaviour", json=change)
    assert answer.status_code == 200, answer.text


class TestProcessedCallback:
    def test_is_signed_and_comes_for_success_and_decline(
        self, settings: Settings, merchant: Merchant, intention: dict[str, Any], pay: Pay
    ) -> None:
        pay("4000000000009995")
        pay()
        objects = sorted(merchant.wait_for(2), key=lambda o: o["id"])
        assert [o["success"] for o in objects] == [False, True]
        for signature, body in merchant.received:
            assert body["type"] == "TRANSACTION"
            assert signature == sign(body["obj"], settings.hmac_secret)
            assert body["obj"]["order"]["id"] == intention["intention_order_id"]

    def test_a_pending_payment_fires_only_when_it_ends(
        self, client: httpx.Client, merchant: Merchant, pay: Pay
    ) -> None:
        transaction = pay("4000000000000259")["transaction"]
        assert transaction["pending"] is True
        assert client.get("/sandbox/callbacks").json() == []
        client.post(f"/sandbox/transactions/{transaction['id']}/settle", json={"success": True})
        assert merchant.wait_for(1)[0]["success"] is True

    def test_a_pending_payment_can_end_by_itself(
        self, client: httpx.Client, merchant: Merchant, intention: dict[str, Any], pay: Pay
    ) -> None:
        behave(client, intention, pending_ms=50)
        pay("4000000000000259")
        assert merchant.wait_for(1)[0]["pending"] is False

    def test_copies(
        self, client: httpx.Client, merchant: Merchant, intention: dict[str, Any], pay: Pay
    ) -> None:
        behave(client, intention, copies=3)
        pay()
        assert len({o["id"] for o in merchant.wait_for(3)}) == 1

    def test_loss(
        self, client: httpx.Client, merchant: Merchant, intention: dict[str, Any], pay: Pay
    ) -> None:
        behave(client, intention, loss=1)
        pay()
        assert [c["state"] for c in client.get("/sandbox/callbacks").json()] == ["lost"]
        assert merchant.received == []

    def test_held_callbacks_are_released_in_the_order_asked_for(
        self, client: httpx.Client, merchant: Merchant, intention: dict[str, Any], pay: Pay
    ) -> None:
        behave(client, intention, hold=True)
        pay("4000000000009995")
        pay()
        assert merchant.received == []
        client.post("/sandbox/callbacks/release", json={"order": "reversed"})
        assert [o["success"] for o in merchant.wait_for(2)] == [True, False]

    def test_a_failure_is_recorded_and_not_repeated(
        self, client: httpx.Client, merchant: Merchant, pay: Pay
    ) -> None:
        merchant.status = 500
        pay()
        merchant.wait_for(1)
        until(lambda: client.get("/sandbox/callbacks").json()[0]["state"] == "failed")
        found = client.get("/sandbox/callbacks").json()[0]
        assert found["answers"] == [500]
        merchant.status = 200
        again = client.post(f"/sandbox/callbacks/{found['id']}/send").json()
        assert again["answers"] == [500, 200]

    def test_the_reported_values_can_be_others(
        self, client: httpx.Client, merchant: Merchant, intention: dict[str, Any], pay: Pay
    ) -> None:
        behave(client, intention, report_amount_cents=1, report_currency="EGP")
        pay()
        found = merchant.wait_for(1)[0]
        assert (found["amount_cents"], found["currency"]) == (1, "EGP")
