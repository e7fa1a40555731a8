"""Input that every route of every service refuses alike."""

import asyncio
import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any, get_args

import httpx
import pytest
from enrollment.bulk_enrollments.schemas import BulkPerson
from enrollment.bulk_enrollments.validation.rows.service import RowForm
from fastapi import FastAPI
from fastapi.routing import APIRoute
from kit.database.db import new_id
from kit.testing import fresh_database, running
from kit.web import migrations
from kit.web.app import Service
from pydantic import BaseModel, ValidationError, create_model
from pydantic.fields import FieldInfo

from tests.test_access import CALLERS, accept_callers, table

SERVICES = ("identity", "catalog", "enrollment", "payments", "approvals", "notifications")
NAMED = re.compile(r"(^|_)(name|title)(_en|_ar)?$")
NO_NAMES = {"username"}
"""Fields with such a name that are compared, not shown."""
READ_AS: dict[type[BaseModel], type[BaseModel]] = {BulkPerson: RowForm}
"""Rows of any content are accepted; their problems are errors of the row."""
MARKUP = "Ab <b>عب</b>"


def service_of(name: str) -> Service:
    service: Service = import_module(f"{name}.main").app
    return service


def routes(service: Service) -> Iterator[APIRoute]:
    for router in service.routers:
        yield from (route for route in router.routes if isinstance(route, APIRoute))


def models(annotation: Any) -> Iterator[type[BaseModel]]:
    """The models of a type, nested ones included."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
        for field in annotation.model_fields.values():
            yield from models(field.annotation)
    for inner in get_args(annotation):
        yield from models(inner)


def _names(service: Service) -> dict[str, FieldInfo]:
    """The fields of the service's request bodies that hold a name or title, by their place."""
    return {
        f"{model.__name__}.{name}": field
        for route in routes(service)
        for body in route.dependant.body_params
        for model in models(body.field_info.annotation)
        for name, field in READ_AS.get(model, model).model_fields.items()
        if NAMED.search(name) and name not in NO_NAMES
    }


@pytest.mark.parametrize("name", SERVICES)
async def test_an_unknown_filter_is_refused_by_name(name: str, postgres_url: str) -> None:
    service = service_of(name)
    async with fresh_database(postgres_url, name) as url:
        # Routes that show figures look at these before they read a request any further.
        await asyncio.to_thread(migrations.migrate, service, url)
        async with running(service, service.settings(database_url=url)) as under_test:
            accept_callers(under_test.app)
            await _unknown_filters_are_refused(under_test.app, table()[name])


async def _unknown_filters_are_refused(app: FastAPI, admitted: dict[str, set[str]]) -> None:
    routes = [
        (path, found["get"]) for path, found in app.openapi()["paths"].items() if "get" in found
    ]
    assert routes
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
        for path, declared in routes:
            address = re.sub(r"\{\w+\}", str(new_id()), path)
            caller = CALLERS[min(admitted[f"GET {path}"])]
            headers = caller.headers if caller else {}
            answer = await client.get(address, params={"organisation": "1"}, headers=headers)
            assert answer.status_code == 422, path
            refused = {(field["field"], field["code"]) for field in answer.json()["fields"]}
            assert ("organisation", "field.extra_forbidden") in refused, path
            known = [p["name"] for p in declared.get("parameters", ()) if p["in"] == "query"]
            answer = await client.get(
                address, params=dict.fromkeys([*known, "organisation"], "x"), headers=headers
            )
            unknown = {
                field["field"]
                for field in answer.json()["fields"]
                if field["code"] == "field.extra_forbidden"
            }
            assert unknown == {"organisation"}, path


@pytest.mark.parametrize("name", SERVICES)
def test_names_with_markup_are_refused(name: str) -> None:
    taken = [place for place, field in _names(service_of(name)).items() if _takes(field, MARKUP)]
    assert taken == []


def _takes(field: FieldInfo, value: str) -> bool:
    try:
        # A field of a model always has its annotation.
        annotation: Any = field.annotation
        create_model("Body", value=(annotation, field))(value=value)
    except ValidationError:
        return False
    return True


IGNORES_UNKNOWN = {
    "TokenForm",
    "MailReport",
    "InboundMail",
    "SubscriptionCreate",
    "SubscriptionKeys",
}
"""Made by programs that are not ours: OAuth clients (RFC 6749, 3.2), mail providers and browsers
(W3C Push API, `PushSubscriptionJSON`)."""


@pytest.mark.parametrize("name", SERVICES)
def test_unknown_fields_of_bodies_are_refused(name: str) -> None:
    service = service_of(name)
    bodies = {
        model
        for route in routes(service)
        for body in route.dependant.body_params
        for model in models(body.field_info.annotation)
    }
    assert bodies
    lenient = {model for model in bodies if model.model_config.get("extra") != "forbid"}
    assert {model.__name__ for model in lenient} <= IGNORES_UNKNOWN
