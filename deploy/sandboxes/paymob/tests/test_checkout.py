import re
from html import unescape
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx
import pytest

from deploy.sandboxes.paymob.config import Settings
from deploy.sandboxes.paymob.signature import sign

from .conftest import Merchant, until

CARD = {"number": "5123 4567 8901 2346", "expiry": "01/39", "cvv": "123", "name": "Test Account"}


@pytest.fixture
def address(settings: Settings, intention: dict[str, Any]) -> str:
    secret = intention["client_secret"]
    return f"/unifiedcheckout/?publicKey={settings.public_key}&clientSecret={secret}"


def way_back(page: httpx.Response) -> dict[str, str]:
    """The parameters with which the page sends the browser back."""
    found = re.search(r'id="back" href="([^"]+)"', page.text)
    assert found, page.text
    return dict(parse_qsl(urlsplit(unescape(found[1])).query, keep_blank_values=True))


def nested(flat: dict[str, str]) -> dict[str, Any]:
    source = {k.split(".")[1]: v for k, v in flat.items() if k.startswith("source_data.")}
    return flat | {"order": {"id": flat["order"]}, "source_data": source}


class TestShowCheckout:
    def test_shows_merchant_items_and_amount(self, client: httpx.Client, address: str) -> None:
        page = client.get(address)
        assert page.status_code == 200
        for text in ("Itqan", "Forklift operation", "SAR 1,150.00", "ITQ-2026-000001-1"):
            assert text in page.text
        assert "http" not in re.sub(r'href="http://shop.test/back"', "", page.text), (
            "the page must not load anything from elsewhere"
        )

    def test_arabic_is_right_to_left(self, client: httpx.Client, address: str) -> None:
        for page in (
            client.get(f"{address}&lang=ar"),
            client.get(address, headers={"accept-language": "ar-SA,ar;q=0.9,en;q=0.5"}),
        ):
            assert '<html lang="ar" dir="rtl">' in page.text
            assert "رقم البطاقة" in page.text

    def test_wrong_keys_are_404(self, client: httpx.Client, address: str) -> None:
        assert client.get(address + "x").status_code == 404
        assert client.get("/unifiedcheckout/").status_code == 404

    def test_an_expired_intention_is_410(
        self,
        client: httpx.Client,
        secret: dict[str, str],
        settings: Settings,
        body: dict[str, Any],
    ) -> None:
        made = client.post("/v1/intention/", json=body | {"expiration": 1}, headers=secret).json()
        address = (
            f"/unifiedcheckout/?publicKey={settings.public_key}"
            f"&clientSecret={made['client_secret']}"
        )
        until(lambda: client.get(address).status_code == 410)
        assert client.post(address, data=CARD).status_code == 410
        assert f'id="back" href="{body["redirection_url"]}"' in client.get(address).text


class TestPay:
    def test_success_takes_the_browser_back_signed(
        self, client: httpx.Client, settings: Settings, address: str, merchant: Merchant
    ) -> None:
        page = client.post(address, data=CARD)
        assert "You are being taken back" in page.text
        assert 'http-equiv="refresh"' in page.text
        flat = way_back(page)
        assert (flat["success"], flat["pending"]) == ("true", "false")
        assert flat["created_at"].endswith("+03:00")
        assert flat["hmac"] == sign(nested(flat), settings.hmac_secret)
        assert merchant.wait_for(1)[0]["source_data"]["pan"] == "2346"

    def test_a_decline_is_shown_and_can_be_tried_again(
        self, client: httpx.Client, address: str, merchant: Merchant
    ) -> None:
        page = client.post(address, data=CARD | {"number": "4000000000009995"})
        assert "Insufficient funds" in page.text
        assert way_back(page)["success"] == "false"
        assert "You are being taken back" in client.post(address, data=CARD).text
        assert {o["success"] for o in merchant.wait_for(2)} == {False, True}

    @pytest.mark.parametrize(
        ("change", "text"),
        [
            ({"number": "5123456789012345"}, "Enter a valid card number."),
            ({"number": ""}, "Enter a valid card number."),
            ({"expiry": "13/39"}, "Enter the expiry"),
            ({"expiry": "01/20"}, "expiry has passed"),
            ({"cvv": "12"}, "security code"),
            ({"name": " "}, "Enter the name"),
        ],
    )
    def test_bad_field_is_reported_at_the_field(
        self, client: httpx.Client, address: str, change: dict[str, str], text: str
    ) -> None:
        page = client.post(address, data=CARD | change)
        assert page.status_code == 422
        assert text in page.text
        assert client.get("/sandbox/callbacks").json() == []

    def test_a_paid_order_is_not_charged_twice(
        self, client: httpx.Client, address: str, merchant: Merchant
    ) -> None:
        client.post(address, data=CARD)
        again = client.post(address, data=CARD)
        assert "already been paid" in again.text
        merchant.wait_for(1)
        assert len(client.get("/sandbox/callbacks").json()) == 1

    def test_pending_says_so(self, client: httpx.Client, address: str) -> None:
        page = client.post(address, data=CARD | {"number": "4000000000000259"})
        assert "being processed" in page.text
        assert way_back(page)["pending"] == "true"


class TestChallenge:
    @pytest.fixture
    def challenge(self, client: httpx.Client, address: str) -> str:
        page = client.post(address, data=CARD | {"number": "4000000000003220"})
        found = re.search(r'action="(/acs/[^"]+)"', page.text)
        assert found, page.text
        return unescape(found[1])

    def test_the_right_code_pays(
        self, client: httpx.Client, challenge: str, merchant: Merchant
    ) -> None:
        wrong = client.post(challenge, data={"code": "9", "answer": "confirm"})
        assert "not right" in wrong.text
        page = client.post(challenge, data={"code": "1234", "answer": "confirm"})
        assert way_back(page)["is_3d_secure"] == "true"
        assert merchant.wait_for(1)[0]["success"] is True

    def test_rejecting_declines(
        self, client: httpx.Client, challenge: str, merchant: Merchant
    ) -> None:
        page = client.post(challenge, data={"answer": "reject"})
        assert "Authentication failed" in page.text
        assert merchant.wait_for(1)[0]["success"] is False
        assert client.post(challenge, data={"answer": "reject"}).status_code == 404
