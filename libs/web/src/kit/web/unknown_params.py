"""Rejection of unknown query parameters and form fields.

`kit.domain.fields.InputModel` rejects unknown JSON fields.
"""

from collections.abc import Callable
from itertools import islice
from typing import Any

from fastapi import Request
from fastapi.dependencies.utils import get_flat_params
from fastapi.params import Form, ParamTypes
from fastapi.routing import APIRoute
from kit.core.errors import MAX_FIELDS, FieldProblem, Invalid
from pydantic import BaseModel


async def reject_unknown_params(request: Request) -> None:
    """Reject unknown parameters with a 422, as a dependency of every route.

    A misspelled filter would otherwise return all rows. Query parameters are checked for GET only,
    since providers may add some to their callbacks.
    """
    route: APIRoute = request.scope["route"]
    if request.method == "GET":
        if request.scope["query_string"]:
            _refuse("parameter", set(request.query_params) - _list_known(route))
    elif route.body_field is not None and isinstance(route.body_field.field_info, Form):
        fields = route.dependant.body_params
        if not any(_is_model(field.field_info.annotation) for field in fields):
            _refuse("field", set(await request.form()) - {field.alias for field in fields})


def _refuse(kind: str, unknown: set[str]) -> None:
    if unknown:
        message = f"This {kind} doesn't exist."
        raise Invalid(
            fields=[
                FieldProblem(field=name, code="field.extra_forbidden", message=message)
                for name in islice(sorted(unknown), MAX_FIELDS)
            ]
        )


def _is_model(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, BaseModel)


_names: dict[Callable[..., Any], frozenset[str]] = {}


def _list_known(route: APIRoute) -> frozenset[str]:
    """Return the query parameters of the route and its dependencies."""
    names = _names.get(route.endpoint)
    if names is None:
        names = _names[route.endpoint] = frozenset(
            field.alias
            for field in get_flat_params(route.dependant)
            # Fields of a parameter model do not state their source.
            if getattr(field.field_info, "in_", ParamTypes.query) is ParamTypes.query
        )
    return names
