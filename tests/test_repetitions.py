"""A repeated request whose answer was lost gets a usable answer."""

import inspect

import pytest
from kit.web.idempotency import holds_secret, is_write

from tests.test_input import SERVICES, routes, service_of

LEADS_TO_SIGN_IN = "/auth/signup"
"""The app signs in with the password that was chosen a moment before."""


@pytest.mark.parametrize("name", SERVICES)
def test_repeated_writes_never_return_a_stored_secret(name: str) -> None:
    found = {
        route.path
        for route in routes(service_of(name))
        if is_write(route) and holds_secret(route)
        for endpoint in [inspect.unwrap(route.endpoint)]
        if not hasattr(endpoint, "renew") and not hasattr(endpoint, "is_repeatable")
    }
    assert found <= {LEADS_TO_SIGN_IN}
