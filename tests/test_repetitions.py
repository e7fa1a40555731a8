"""A repeated request whose answer was lost gets a usable answer."""

import inspect

import pytest
from kit.web.idempotency import holds_secret, is_write

from tests.test_input import SERVICES, routes, service_of

LEADS_TO_SIGN_IN = "/auth/signup"
"""The app signs in with the password that was chosen a moment before."""


@pytest.mark.parametrize("name", SERVICES)
def test_an_answer_with_a_secret_is_given_again_with_another(name: str) -> None:
    found = {
        route.path
        for route in routes(service_of(name))
        if is_write(route) and holds_secret(route)
        for endpoint in [inspect.unwrap(route.endpoint)]
        if not hasattr(endpoint, "renew") and not hasattr(endpoint, "is_repeatable")
    }
    assert found <= {LEADS_TO_SIGN_IN}
