"""Text that PostgreSQL cannot store, refused for every field of every route."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from fastapi import Request
from fastapi.params import Form
from fastapi.routing import APIRoute

from kit.errors import MAX_FIELDS, FieldProblem, Invalid

_SUSPECT = re.compile(rb"\x00|\\u(?:0000|[dD][89a-fA-F])|\xed[\xa0-\xbf]")
"""Bytes without which no JSON text holds such a character, in any encoding that is read."""


async def refuse_unstorable(request: Request) -> None:
    """A dependency of every route: U+0000 and halves of surrogate pairs are a 422 of their field.

    JSON can write both, and the types of the fields let at least the first one pass.
    """
    given: list[tuple[str, Any]] = [
        *request.path_params.items(),
        *request.query_params.multi_items(),
    ]
    # Only what FastAPI has read for the route by now: most routes have no body.
    route: APIRoute = request.scope["route"]
    if route.body_field is not None:
        given.extend(await _body(request, is_form=isinstance(route.body_field.field_info, Form)))
    found = list(islice(dict.fromkeys(_unstorable(given)), MAX_FIELDS))
    if found:
        message = "This text holds a character that cannot be stored."
        raise Invalid(
            fields=[
                FieldProblem(field=field, code="text.unstorable", message=message)
                for field in found
            ]
        )


async def _body(request: Request, *, is_form: bool) -> Iterable[tuple[str, Any]]:
    if is_form:
        return (await request.form()).multi_items()
    if not _SUSPECT.search(await request.body()):
        return ()
    try:
        return [("", await request.json())]
    except ValueError:
        # Not JSON: the route refuses it.
        return ()


def _unstorable(given: Iterable[tuple[str, Any]]) -> Iterator[str]:
    """The dotted paths of such text. A loop, since JSON may be deeper than Python's stack."""
    left = list(given)
    while left:
        path, value = left.pop()
        items: Iterable[tuple[Any, Any]] = ()
        if isinstance(value, str):
            if not _is_storable(value):
                yield path or "body"
        elif isinstance(value, dict):
            items = value.items()
            if not all(map(_is_storable, value)):
                yield path or "body"
        elif isinstance(value, list):
            items = enumerate(value)
        left.extend((f"{path}.{name}" if path else str(name), item) for name, item in items)


def _is_storable(text: str) -> bool:
    if "\x00" in text:
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
