from typing import Any

import httpx
import pytest


class TestCreateIntention:
    def test_answers_all_documented_fields(
        self, intention: dict[str, Any], body: dict[str, Any]
    ) -> None:
        assert intention["id"].startswith("pi_test_")
        assert intention["status"] == "intended"
        assert intention["confirmed"] is False
        assert intention["object"] == "paymentintention"
        assert intention["special_reference"] == body["special_reference"]
        assert intention["intention_detail"]["amount"] == 115000
        assert intention["intention_detail"]["billing_data"]["street"] == "NA"
        assert intention["payment_keys"][0]["order_id"] == intention["intention_order_id"]
        assert isinstance(intention["intention_order_id"], int)
        assert intention["client_secret"]

    def test_needs_the_secret_key(self, client: httpx.Client, body: dict[str, Any]) -> None:
        for headers in ({}, {"authorization": "Token wrong"}, {"authorization": "Bearer x"}):
            answer = client.post("/v1/intention/", json=body, headers=headers)
            assert answer.status_code == 401
            assert answer.json() == {"detail": "incorrect credentials"}

    @pytest.mark.parametrize("method", [1, "wallet"])
    def test_unknown_integration_is_404(
        self, client: httpx.Client, secret: dict[str, str], body: dict[str, Any], method: object
    ) -> None:
        answer = client.post(
            "/v1/intention/", json=body | {"payment_methods": [method]}, headers=secret
        )
        assert answer.status_code == 404
        assert "Integration ID/Name does not exist" in answer.json()["detail"]

    def test_items_that_do_not_add_up_are_406(
        self, client: httpx.Client, secret: dict[str, str], body: dict[str, Any]
    ) -> None:
        answer = client.post("/v1/intention/", json=body | {"amount": 1}, headers=secret)
        assert answer.status_code == 406
        assert answer.json()["detail"] == "unmatched_item_prices"

    @pytest.mark.parametrize("field", ["amount", "currency", "payment_methods", "billing_data"])
    def test_missing_field_is_400_under_its_name(
        self, client: httpx.Client, secret: dict[str, str], body: dict[str, Any], field: str
    ) -> None:
        del body[field]
        answer = client.post("/v1/intention/", json=body, headers=secret)
        assert answer.status_code == 400
        assert answer.json() == {field: ["This field is required."]}

    def test_missing_phone_is_nested_as_the_body_is(
        self, client: httpx.Client, secret: dict[str, str], body: dict[str, Any]
    ) -> None:
        del body["billing_data"]["phone_number"]
        answer = client.post("/v1/intention/", json=body, headers=secret)
        assert answer.status_code == 400
        assert answer.json() == {"billing_data": {"phone_number": ["This field is required."]}}

    @pytest.mark.parametrize(
        ("change", "field"),
        [
            ({"amount": "115000"}, "amount"),
            ({"amount": 1150.5}, "amount"),
            ({"amount": 0}, "amount"),
            ({"currency": "EGP"}, "currency"),
            ({"expiration": -1}, "expiration"),
            ({"items": [{"name": "x" * 51, "amount": 115000}]}, "items"),
        ],
    )
    def test_bad_value_is_400(
        self,
        client: httpx.Client,
        secret: dict[str, str],
        body: dict[str, Any],
        change: dict[str, Any],
        field: str,
    ) -> None:
        answer = client.post("/v1/intention/", json=body | change, headers=secret)
        assert answer.status_code == 400
        assert field in answer.json()

    def test_a_reference_is_used_once(
        self,
        client: httpx.Client,
        secret: dict[str, str],
        body: dict[str, Any],
        intention: dict[str, Any],
    ) -> None:
        answer = client.post("/v1/intention/", json=body, headers=secret)
        assert answer.status_code == 400
        assert "special_reference" in answer.json()
