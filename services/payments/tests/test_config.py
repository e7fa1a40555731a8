from uuid import UUID

import pytest
from payments.config import Settings


class TestNotificationUrl:
    @pytest.mark.parametrize(
        ("base", "expected"),
        [
            (None, "http://itqan.test/api/v1/webhooks/paymob"),
            ("http://gateway:8080", "http://gateway:8080/api/v1/webhooks/paymob"),
        ],
    )
    def test_is_where_the_provider_reaches_us(
        self, monkeypatch: pytest.MonkeyPatch, base: str | None, expected: str
    ) -> None:
        if base:
            monkeypatch.setenv("ITQAN_WEBHOOK_BASE_URL", base)
        settings = Settings(database_url="postgresql://x", public_url="http://itqan.test")
        assert settings.notification_url == expected
        payment_id = UUID(int=1)
        assert settings.redirection_url(payment_id) == (
            f"http://itqan.test/payments/paymob/redirect?payment={payment_id}"
        )
