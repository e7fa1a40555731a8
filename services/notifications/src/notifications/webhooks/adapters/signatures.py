"""Verify signatures of inbound requests by Standard Webhooks."""

from collections.abc import Mapping

from pydantic import SecretStr
from standardwebhooks import Webhook, WebhookVerificationError


def is_signed(secret: SecretStr | None, body: bytes, headers: Mapping[str, str]) -> bool:
    """Check a request's signature and timestamp; False without a configured secret."""
    if secret is None:
        return False
    try:
        Webhook(secret.get_secret_value()).verify(body, dict(headers), json_parse=False)
    except (WebhookVerificationError, ValueError):
        # The library raises `ValueError` for a signature that is not base64.
        return False
    return True
