"""The public API as programs call it, waited for and expected of."""

import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import httpx

PASSWORD = "Itqan-Demo-2026"
PATIENCE = 900.0
"""Seconds for each thing that is waited for."""
EVERY = 1.0
_LATER = (httpx.codes.TOO_MANY_REQUESTS, httpx.codes.SERVICE_UNAVAILABLE)
"""The call did nothing, and may be made again in a moment."""

Json = dict[str, Any]


class Failed(Exception):
    """A step that did not succeed."""


class Api:
    """The public API with a token that is renewed when it expires."""

    def __init__(self, http: httpx.Client, sign_in: Callable[[httpx.Client], str]) -> None:
        self._http = http
        self._sign_in = sign_in
        self._token = sign_in(http)

    def __call__(self, method: str, path: str, **kwargs: Any) -> httpx.Response:
        """An answer that is no error; `Failed` says what else came."""
        headers = kwargs.pop("headers", {})
        answer = self._call(method, path, headers, kwargs)
        if answer.status_code == httpx.codes.UNAUTHORIZED:
            self._token = self._sign_in(self._http)
            answer = self._call(method, path, headers, kwargs)
        if answer.is_error:
            raise Failed(f"{method} {path}: {answer.status_code} {answer.text}")
        return answer

    def _call(
        self, method: str, path: str, headers: Mapping[str, str], kwargs: Mapping[str, Any]
    ) -> httpx.Response:
        bearer = {"Authorization": f"Bearer {self._token}"}
        return call(self._http, method, path, headers={**headers, **bearer}, **kwargs)

    def knows(self, path: str) -> bool:
        """Tell if the resource exists yet."""
        return self._call("GET", path, {}, {}).is_success

    def json(self, method: str, path: str, **kwargs: Any) -> Json:
        """An answer's body."""
        body: Json = self(method, path, **kwargs).json()
        return body


def call(http: httpx.Client, method: str, path: str, **kwargs: Any) -> httpx.Response:
    """Send a request, and repeat it while the response allows a retry."""
    end = time.monotonic() + PATIENCE
    while True:
        answer = http.request(method, f"/api/v1/{path}", **kwargs)
        if answer.status_code not in _LATER or time.monotonic() > end:
            return answer
        time.sleep(float(answer.headers.get("Retry-After", EVERY)))


def by_password(username: str) -> Callable[[httpx.Client], str]:
    """The token of a person of the demo data."""
    body = {"username": username, "password": PASSWORD}
    return lambda http: _token(call(http, "POST", "auth/login", json=body))


def by_secret(client_id: str, secret: str) -> Callable[[httpx.Client], str]:
    """The token of a client, by OAuth2's client credentials."""
    form = {"grant_type": "client_credentials"}
    basic = client_id, secret
    return lambda http: _token(call(http, "POST", "auth/token", data=form, auth=basic))


def _token(answer: httpx.Response) -> str:
    if answer.is_error:
        raise Failed(f"no token: {answer.status_code} {answer.text}")
    token: str = answer.json()["access_token"]
    return token


def until(check: Callable[[], bool], otherwise: str, *, every: float = EVERY) -> None:
    """Wait until something is true, looking so often; `Failed` after `PATIENCE`."""
    end = time.monotonic() + PATIENCE
    while not check():
        if time.monotonic() > end:
            raise Failed(otherwise)
        time.sleep(every)


def expect(is_so: bool, otherwise: object) -> None:
    """`Failed` with what there was instead."""
    if not is_so:
        raise Failed(json.dumps(otherwise, ensure_ascii=False, default=str))


@contextmanager
def timed(what: str) -> Iterator[None]:
    """Print how long something took."""
    started = time.monotonic()
    yield
    print(f"  {what:<64} {time.monotonic() - started:>7.1f} s", flush=True)
