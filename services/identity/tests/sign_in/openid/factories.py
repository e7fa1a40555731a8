"""A real OpenID Connect provider, built with Authlib, on a local port."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx
from authlib.oauth2.rfc6749 import (
    AuthorizationCodeMixin,
    AuthorizationServer,
    ClientMixin,
    OAuth2Request,
)
from authlib.oauth2.rfc6749.grants import AuthorizationCodeGrant
from authlib.oauth2.rfc6749.requests import BasicOAuth2Payload
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oidc.core.grants import OpenIDCode
from identity.config import Settings
from joserfc.jwk import KeySet, RSAKey
from kit.testing import ServiceUnderTest
from pydantic import SecretStr

CLIENT_ID, CLIENT_SECRET = "itqan-test", "openid-secret-for-trying-out-only"
CALLBACK = "http://localhost:8080/auth/openid"


@dataclass(slots=True)
class Code(AuthorizationCodeMixin):
    """An authorization code for one use."""

    code: str
    data: dict[str, str]
    user: dict[str, Any]
    code_challenge: str = ""
    code_challenge_method: str = ""

    def get_redirect_uri(self) -> str:
        return self.data["redirect_uri"]

    def get_scope(self) -> str:
        return self.data["scope"]

    def get_nonce(self) -> str | None:
        return self.data.get("nonce")

    def get_auth_time(self) -> None: ...

    def get_acr(self) -> None: ...

    def get_amr(self) -> None: ...


class Client(ClientMixin):
    def get_client_id(self) -> str:
        return CLIENT_ID

    def get_allowed_scope(self, scope: Any) -> str:
        return str(scope)

    def check_redirect_uri(self, uri: str) -> bool:
        return uri == CALLBACK

    def check_client_secret(self, secret: str) -> bool:
        return secret == CLIENT_SECRET

    def check_endpoint_auth_method(self, *_: str) -> bool:
        return True

    def check_response_type(self, response_type: str) -> bool:
        return response_type == "code"

    def check_grant_type(self, grant_type: str) -> bool:
        return grant_type == "authorization_code"


@dataclass
class Provider:
    """The provider's state, and deviations that a test can set."""

    issuer: str = ""
    key: RSAKey = field(default_factory=lambda: RSAKey.generate_key(2048, {"kid": "one"}))
    published: RSAKey | None = None
    """Publish this key instead of the one that signs."""
    claims: dict[str, Any] = field(default_factory=dict)
    """Override claims of each ID token."""
    codes: dict[str, Code] = field(default_factory=dict)

    def send_back(self, address: str, user: dict[str, Any]) -> dict[str, str]:
        """Sign the user in and return the parameters of the redirect."""
        request = _request(parse_qsl(urlsplit(address).query))
        server: Any = _Server(self)
        grant = server.get_consent_grant(request, user)
        _, _, headers = server.create_authorization_response(request, user, grant)
        query = dict(parse_qsl(urlsplit(dict(headers)["Location"]).query))
        assert "error" not in query, query
        return {"code": query["code"], "state": query["state"]}

    def documents(self, path: str) -> dict[str, Any] | None:
        if path == "/.well-known/openid-configuration":
            return {
                "issuer": self.issuer,
                "authorization_endpoint": f"{self.issuer}/authorize",
                "token_endpoint": f"{self.issuer}/token",
                "jwks_uri": f"{self.issuer}/keys",
                "id_token_signing_alg_values_supported": ["RS256"],
            }
        if path == "/keys":
            public = (self.published or self.key).as_dict(private=False)
            return {"keys": [public]}
        return None


class _Request(OAuth2Request):
    def __init__(self, pairs: list[tuple[str, str]]) -> None:
        super().__init__("POST", "https://provider.test/")
        self.given = dict(pairs)
        self.payload = BasicOAuth2Payload(self.given)

    @property
    def args(self) -> Any:
        return self.given

    @property
    def form(self) -> Any:
        return self.given


def _request(pairs: list[tuple[str, str]]) -> _Request:
    return _Request(pairs)


class _Server(AuthorizationServer):
    def __init__(self, provider: Provider) -> None:
        super().__init__()
        self.provider = provider
        self.register_grant(_Grant, [CodeChallenge(), _IdToken(provider)])
        make: Any = lambda **_: self._token()  # noqa: E731
        self.register_token_generator("default", make)

    @staticmethod
    def _token() -> dict[str, Any]:
        return {"token_type": "Bearer", "access_token": "unused", "scope": "openid email"}

    def query_client(self, client_id: str) -> Any:
        return Client() if client_id == CLIENT_ID else None

    def save_token(self, *_: Any) -> None: ...

    def send_signal(self, *_: Any, **__: Any) -> None: ...

    def create_oauth2_request(self, request: Any) -> Any:
        return request

    def handle_response(self, status: int, body: Any, headers: Any) -> Any:
        return status, body, headers


class _Grant(AuthorizationCodeGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ("client_secret_basic", "client_secret_post")

    def save_authorization_code(self, code: str, request: Any) -> None:
        data = request.given
        self.server.provider.codes[code] = Code(
            code, data, request.user, data["code_challenge"], data["code_challenge_method"]
        )

    def query_authorization_code(self, code: str, client: Any) -> Any:
        return self.server.provider.codes.get(code)

    def delete_authorization_code(self, authorization_code: Code) -> None:
        del self.server.provider.codes[authorization_code.code]

    def authenticate_user(self, authorization_code: Code) -> dict[str, Any]:
        return authorization_code.user


class _IdToken(OpenIDCode):
    def __init__(self, provider: Provider) -> None:
        super().__init__(require_nonce=True)
        self.provider = provider

    def exists_nonce(self, *_: Any) -> bool:
        return False

    def resolve_client_private_key(self, client: Client) -> KeySet:
        return KeySet([self.provider.key])

    def get_encode_header(self, client: Client) -> dict[str, Any]:
        return {"alg": "RS256", "kid": self.provider.key.kid}

    def get_client_claims(self, client: Client) -> dict[str, Any]:
        return {"iss": self.provider.issuer, "aud": CLIENT_ID, "iat": int(time.time())}

    def generate_user_info(self, user: Any, scope: str) -> Any:
        return user | self.provider.claims


@contextmanager
def serving() -> Iterator[Provider]:
    """Run the provider."""
    provider = Provider()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            document = provider.documents(self.path)
            self.answer(200 if document else 404, document or {})

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"])).decode()
            request = _request(parse_qsl(body))
            request.headers = dict(self.headers)
            status, document, _ = _Server(provider).create_token_response(request)
            self.answer(status, document)

        def answer(self, status: int, document: Any) -> None:
            body = json.dumps(document).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    provider.issuer = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield provider
    finally:
        server.shutdown()
        server.server_close()


def configure(service: ServiceUnderTest[Settings], issuer: str | None) -> None:
    """Configure the service with the provider or none."""
    service.settings.openid_issuer = issuer
    service.settings.openid_client_id = CLIENT_ID
    service.settings.openid_client_secret = SecretStr(CLIENT_SECRET)
    service.settings.openid_name = "Company"


async def begin(client: httpx.AsyncClient) -> str:
    """Begin sign-in and return the provider's URL; the client keeps the cookie."""
    answer = await client.post("auth/openid/options")
    assert answer.status_code == 200, answer.text
    address: str = answer.json()["address"]
    return address
