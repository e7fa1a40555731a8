"""Cleaning of request text before validation; see `kit.domain.cleaning`."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, get_args
from urllib.parse import parse_qsl, urlencode

from fastapi import Request
from fastapi.dependencies.models import Dependant
from fastapi.params import Form
from fastapi.routing import APIRoute
from kit.domain.cleaning import clean_text
from kit.domain.fields import Cleaning
from pydantic import BaseModel
from starlette.datastructures import QueryParams

_NOT_ASCII = re.compile(rb"[\x80-\xff]|\\u|%[89A-Fa-f]")
"""Without these bytes a body or query is pure ASCII and needs no cleaning."""
Cleanings = Mapping[str, Cleaning]
"""Cleaning rules by field name, for fields that are not free text."""


async def clean_request(request: Request) -> None:
    """Clean the path, query and JSON body in place, as a dependency of every route.

    It runs before other dependencies and validation. Forms are cleaned by their field types. Bodies
    without a model, such as a provider's callbacks, stay unchanged.
    """
    route: APIRoute = request.scope["route"]
    cleanings = find_cleanings(route)
    parameters = request.scope["path_params"]
    parameters.update({name: _clean(cleanings, name, value) for name, value in parameters.items()})
    query: bytes = request.scope["query_string"]
    if _NOT_ASCII.search(query):
        given = parse_qsl(query.decode("latin-1"), keep_blank_values=True)
        cleaned = [(name, _clean(cleanings, name, value)) for name, value in given]
        request.scope["query_string"] = urlencode(cleaned).encode()
        # FastAPI has parsed the query already, and Starlette caches it.
        request._query_params = QueryParams(cleaned)  # noqa: SLF001
    field = route.body_field
    if field is None or isinstance(field.field_info, Form) or not _has_model(route.dependant):
        return
    if _NOT_ASCII.search(await request.body()):
        try:
            content = await request.json()
        except ValueError:
            # The route rejects invalid JSON.
            return
        _clean_content(cleanings, content)


def _clean(cleanings: Cleanings, name: str, value: Any) -> Any:
    if not isinstance(value, str):
        return value
    return value if name in cleanings else clean_text(value)


def _clean_content(cleanings: Cleanings, content: Any) -> None:
    """Clean all strings of a JSON value iteratively, since nesting may exceed Python's stack."""
    left: list[tuple[str, Any]] = [("", content)]
    while left:
        name, container = left.pop()
        items: Iterable[tuple[Any, Any]] = ()
        if isinstance(container, dict):
            items = list(container.items())
        elif isinstance(container, list):
            items = enumerate(container)
        for key, value in items:
            own_name = key if isinstance(key, str) else name
            if isinstance(value, str):
                container[key] = _clean(cleanings, own_name, value)
            else:
                left.append((own_name, value))


_found: dict[Callable[..., Any], Cleanings] = {}


def find_cleanings(route: APIRoute) -> Cleanings:
    """Find the cleaning rules of a route's fields."""
    if route.endpoint not in _found:
        _found[route.endpoint] = dict(_find_cleanings(route.dependant))
    return _found[route.endpoint]


def _find_cleanings(dependant: Dependant) -> Iterator[tuple[str, Cleaning]]:
    fields = (*dependant.path_params, *dependant.query_params, *dependant.body_params)
    for field in fields:
        yield from _find_model_cleanings(
            field.alias, field.field_info.annotation, field.field_info.metadata
        )
    for each in dependant.dependencies:
        yield from _find_cleanings(each)


def _find_model_cleanings(
    name: str, annotation: Any, metadata: Iterable[Any], seen: frozenset[Any] = frozenset()
) -> Iterator[tuple[str, Cleaning]]:
    yield from ((name, each) for each in metadata if isinstance(each, Cleaning))
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        if annotation in seen:
            return
        for own, field in annotation.model_fields.items():
            inner = (field.alias or own, field.annotation, field.metadata)
            yield from _find_model_cleanings(*inner, seen | {annotation})
    for inner in get_args(annotation):
        yield from _find_model_cleanings(name, inner, getattr(inner, "__metadata__", ()), seen)


def _has_model(dependant: Dependant) -> bool:
    return any(_holds_model(field.field_info.annotation) for field in dependant.body_params)


def _holds_model(annotation: Any) -> bool:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return True
    return any(map(_holds_model, get_args(annotation)))
