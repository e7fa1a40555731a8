"""What we are to authenticators: options for them, and the checks of what they answer (WebAuthn).

The library is large, and few requests need it: whoever imports this does so when it is needed.
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
"""The authenticator asks for a finger, a face or a PIN, so a passkey is both factors."""
_DISCOVERABLE = AuthenticatorSelectionCriteria(
    resident_key=ResidentKeyRequirement.REQUIRED,
    require_resident_key=True,
    user_verification=VERIFIED,
)


@dataclass(frozen=True, slots=True)
class Assertion:
    """What an authenticator has signed, not checked yet."""

    credential: dict[str, Any]
    credential_id: bytes
    user_handle: bytes | None
    """The id of the user, as we gave it to the authenticator."""
    challenge: str


def registration_options(
    settings: Settings, product: str, user: User, challenge: str, known: Sequence[bytes]
) -> dict[str, Any]:
    """What a browser makes a passkey by, which it names after the product; authenticators of the
    known ones refuse."""
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
    """What a browser has any passkey of this site sign."""
    options = generate_authentication_options(
        rp_id=_id(settings),
        challenge=base64url_to_bytes(challenge),
        timeout=TIMEOUT_MS,
        user_verification=VERIFIED,
    )
    return options_to_json_dict(options)


def challenge_of(credential: dict[str, Any]) -> str:
    """The challenge that a new credential was made for.

    Raises `PasskeyInvalid`.
    """
    with _refusing(PasskeyInvalid):
        client_data = base64url_to_bytes(credential["response"]["clientDataJSON"])
        return bytes_to_base64url(parse_client_data_json(client_data).challenge)


def verify_registration(
    settings: Settings, challenge: str, credential: dict[str, Any]
) -> VerifiedRegistration:
    """The new credential, when it was made here, for this challenge, by somebody verified.

    Raises `PasskeyInvalid`.
    """
    with _refusing(PasskeyInvalid):
        return verify_registration_response(
            credential=credential,
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=_id(settings),
            expected_origin=_origin(settings),
            require_user_verification=True,
        )


def read_assertion(credential: dict[str, Any]) -> Assertion:
    """What an authenticator says that it has signed.

    Raises `PasskeyRefused`.
    """
    with _refusing(PasskeyRefused):
        parsed = parse_authentication_credential_json(credential)
        client_data = parse_client_data_json(parsed.response.client_data_json)
        challenge = bytes_to_base64url(client_data.challenge)
        return Assertion(credential, parsed.raw_id, parsed.response.user_handle, challenge)


def verify_assertion(settings: Settings, assertion: Assertion, passkey: Passkey) -> int:
    """How often the passkey was used, when it has signed this here and now, for somebody verified.

    A count that does not grow is refused: the passkey was copied, or its answer.

    Raises `PasskeyRefused`.
    """
    with _refusing(PasskeyRefused):
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
def _refusing(problem: type[Problem]) -> Iterator[None]:
    """Refuse whatever the library stumbles over: it reads what strangers send."""
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
