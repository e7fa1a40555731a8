"""Retried changes of the caller's account, with the same idempotency key."""

import inspect

import httpx
from fastapi.routing import APIRoute
from identity.accounts.accounts.schemas import SignedIn
from identity.config import Settings
from identity.main import app
from kit.testing import ServiceUnderTest

from services.identity.tests.factories import a_civil_number, scalar, verified

KEY = {"Idempotency-Key": "lost-on-the-way"}


async def test_a_repeated_change_is_answered_with_a_token_that_knows_of_it(
    client: httpx.AsyncClient, service: ServiceUnderTest[Settings]
) -> None:
    person = await verified(client, service)
    number = {"civil_number": a_civil_number()}
    lost = await client.put("users/me", json=number, headers=person.headers | KEY)
    assert lost.status_code == 200
    again = await client.put("users/me", json=number, headers=person.headers | KEY)
    assert again.json()["user"] == lost.json()["user"]
    assert (await service.context.verifier.verify(again.json()["access_token"])).identified
    assert await scalar(service, "SELECT count(*) FROM idempotency_keys WHERE body IS NULL") == 1


def test_every_change_that_answers_a_signed_in_caller_with_a_token_does_so() -> None:
    changes = [
        route
        for router in app.routers
        for route in router.routes
        if isinstance(route, APIRoute)
        and route.response_model is SignedIn
        and "actor" in inspect.signature(route.endpoint).parameters
    ]
    assert len(changes) >= 7
    assert [route.path for route in changes if not hasattr(route.endpoint, "renew")] == []
