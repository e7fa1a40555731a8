"""WebAuthn relying party: options for authenticators, and verification of their responses.

The library is large and rarely needed, so import this module only on use.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from kit.core.errors import Problem
from structlog import get_logger
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import (
    base64url_to_bytes,
    bytes_to_base64url,
    options_to_json_dict,
    parse_authentication_credential_json,
    parse_client_data_json,
)
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)
from webauthn.registration.verify_registration_response import VerifiedRegistration

from identity.accounts.accounts.models import User
from identity.config import Settings
from identity.sign_in.passkeys.errors import PasskeyInvalid, PasskeyRefused
from identity.sign_in.passkeys.models import Passkey

log = get_logger(__name__)

TIMEOUT_MS = 5 * 60 * 1000
VERIFIED = UserVerificationRequirement.REQUIRED
"""The authenticator requires a biometric or a PIN, so a passkey counts as both factors."""
_DISCOVERABLE = AuthenticatorSelectionCriteria(
    resident_key=ResidentKeyRequirement.REQUIRED,
    require_resident_key=True,
    user_verification=VERIFIED,
)


@dataclass(frozen=True, slots=True)
class Assertion:
    """An authenticator's response, not verified yet."""

    credential: dict[str, Any]
    credential_id: bytes
    user_handle: bytes | None
    """The user ID that was given to the authenticator."""
    challenge: str


def registration_options(
    settings: Settings, product: str, user: User, challenge: str, known: Sequence[bytes]
) -> dict[str, Any]:
    """Build the options for a new passkey, named after the product; authenticators of `known`
    refuse.
    """
    options = generate_registration_options(
        rp_id=_id(settings),
        rp_name=product,
        user_id=user.id.bytes,
        user_name=user.username,
        user_display_name=user.name_en,
        challenge=base64url_to_bytes(challenge),
        timeout=TIMEOUT_MS,
        authenticator_selection=_DISCOVERABLE,
        exclude_credentials=[PublicKeyCredentialDescriptor(id=each) for each in known],
    )
    return options_to_json_dict(options)


def login_options(settings: Settings, challenge: str) -> dict[str, Any]:
    """Build the options for signing in with any passkey of this site."""
    options = generate_authentication_options(
        rp_id=_id(settings),
        challenge=base64url_to_bytes(challenge),
        timeout=TIMEOUT_MS,
        user_verification=VERIFIED,
    )
    return options_to_json_dict(options)


def parse_challenge(credential: dict[str, Any]) -> str:
    """Read the challenge of a new credential.

    Raises `PasskeyInvalid`.
    """
    with _convert_errors(PasskeyInvalid):
        client_data = base64url_to_bytes(credential["response"]["clientDataJSON"])
        return bytes_to_base64url(parse_client_data_json(client_data).challenge)


def verify_registration(
    settings: Settings, challenge: str, credential: dict[str, Any]
) -> VerifiedRegistration:
    """Verify that a new credential was created here, for this challenge, with user verification.

    Raises `PasskeyInvalid`.
    """
    with _convert_errors(PasskeyInvalid):
        return verify_registration_response(
            credential=credential,
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=_id(settings),
            expected_origin=_origin(settings),
            require_user_verification=True,
        )


def read_assertion(credential: dict[str, Any]) -> Assertion:
    """Parse an authenticator's response.

    Raises `PasskeyRefused`.
    """
    with _convert_errors(PasskeyRefused):
        parsed = parse_authentication_credential_json(credential)
        client_data = parse_client_data_json(parsed.response.client_data_json)
        challenge = bytes_to_base64url(client_data.challenge)
        return Assertion(credential, parsed.raw_id, parsed.response.user_handle, challenge)


def verify_assertion(settings: Settings, assertion: Assertion, passkey: Passkey) -> int:
    """Verify the passkey's signature and return its new counter.

    A counter that does not grow is rejected: the passkey was cloned or its response replayed.
    Raises `PasskeyRefused`.
    """
    with _convert_errors(PasskeyRefused):
        verified = verify_authentication_response(
            credential=assertion.credential,
            expected_challenge=base64url_to_bytes(assertion.challenge),
            expected_rp_id=_id(settings),
            expected_origin=_origin(settings),
            credential_public_key=passkey.public_key,
            credential_current_sign_count=passkey.sign_count,
            require_user_verification=True,
        )
    return verified.new_sign_count


@contextmanager
def _convert_errors(problem: type[Problem]) -> Iterator[None]:
    """Convert any error of the library, which parses untrusted input."""
    try:
        yield
    except Exception as error:
        log.info("a passkey was refused", reason=repr(error))
        raise problem from error


def _id(settings: Settings) -> str:
    return urlsplit(settings.public_url).hostname or ""


def _origin(settings: Settings) -> str:
    parts = urlsplit(settings.public_url)
    return f"{parts.scheme}://{parts.netloc}"
