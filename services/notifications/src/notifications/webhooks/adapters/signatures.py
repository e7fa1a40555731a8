"""Whether a request that came in was signed as Standard Webhooks are."""

from collections.abc import Mapping

from pydantic import SecretStr
from standardwebhooks import Webhook, WebhookVerificationError


def is_signed(secret: SecretStr | None, body: bytes, headers: Mapping[str, str]) -> bool:
    """Whether it was signed with the secret, and lately; never without a secret."""
    if secret is None:
        return False
    try:
        Webhook(secret.get_secret_value()).verify(body, dict(headers), json_parse=False)
    except (WebhookVerificationError, ValueError):
        # The library raises `ValueError` for a signature that is no base64.
        return False
    return True
