"""Rejection of text that PostgreSQL cannot store and numbers that JSON cannot represent."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from fastapi import Request
from fastapi.params import Form
from fastapi.routing import APIRoute
from kit.core.errors import MAX_FIELDS, FieldProblem, Invalid

_SUSPECT = re.compile(
    rb"\x00|\\u(?:0000|[dD][89a-fA-F])|\xed[\xa0-\xbf]|\d{16}|[:\[,]\s*-?[\d.]+[eE]"
)
"""Every such character or number in JSON text contains one of these byte patterns."""
_GREATEST = 2**53 - 1
"""Beyond it, programs that read numbers as doubles, such as browsers, get another number."""


async def reject_unstorable(request: Request) -> None:
    """Reject U+0000, surrogate halves and numbers beyond 2^53 with a 422, as a dependency of every
    route.

    JSON can contain all three, and field types accept some.
    """
    given: list[tuple[str, Any]] = [
        *request.path_params.items(),
        *request.query_params.multi_items(),
    ]
    # Check only parts that FastAPI has parsed: most routes have no body.
    route: APIRoute = request.scope["route"]
    if route.body_field is not None:
        given.extend(await _body(request, is_form=isinstance(route.body_field.field_info, Form)))
    found: dict[str, FieldProblem] = {}
    for problem in _find_problems(given):
        found.setdefault(problem.field, problem)
    if found:
        raise Invalid(fields=list(islice(found.values(), MAX_FIELDS)))


async def _body(request: Request, *, is_form: bool) -> Iterable[tuple[str, Any]]:
    if is_form:
        return (await request.form()).multi_items()
    if not _SUSPECT.search(await request.body()):
        return ()
    try:
        return [("", await request.json())]
    except ValueError:
        # The route rejects invalid JSON.
        return ()


def _find_problems(given: Iterable[tuple[str, Any]]) -> Iterator[FieldProblem]:
    """Find invalid text and numbers iteratively, since nesting may exceed Python's stack."""
    left = list(given)
    while left:
        path, value = left.pop()
        items: Iterable[tuple[Any, Any]] = ()
        if isinstance(value, str):
            if not _is_storable(value):
                yield _unstorable(path or "body")
        elif isinstance(value, int | float):
            if abs(value) > _GREATEST:
                yield _too_large(path or "body")
        elif isinstance(value, dict):
            items = value.items()
            if not all(map(_is_storable, value)):
                yield _unstorable(path or "body")
        elif isinstance(value, list):
            items = enumerate(value)
        left.extend((f"{path}.{name}" if path else str(name), item) for name, item in items)


def _unstorable(field: str) -> FieldProblem:
    message = "This text holds a character that cannot be stored."
    return FieldProblem(field=field, code="text.unstorable", message=message)


def _too_large(field: str) -> FieldProblem:
    return FieldProblem(field=field, code="number.too_large", message="This number is too large.")


def _is_storable(text: str) -> bool:
    if "\x00" in text:
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
