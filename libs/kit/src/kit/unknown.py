"""Query parameters that a route does not have, refused for every GET."""

from collections.abc import Callable
from itertools import islice
from typing import Any

from fastapi import Request
from fastapi.dependencies.utils import get_flat_params
from fastapi.params import ParamTypes
from fastapi.routing import APIRoute

from kit.errors import MAX_FIELDS, FieldProblem, Invalid


async def refuse_unknown(request: Request) -> None:
    """A dependency of every route: a filter that would be passed over in silence is a 422.

    Whoever misspells one would otherwise take all rows for those they asked for. Only for GET:
    a provider may add to the query of its callbacks whatever it likes.
    """
    if request.method != "GET" or not request.scope["query_string"]:
        return
    unknown = set(request.query_params) - _known(request.scope["route"])
    if unknown:
        message = "There is no such parameter."
        raise Invalid(
            fields=[
                FieldProblem(field=name, code="extra_forbidden", message=message)
                for name in islice(sorted(unknown), MAX_FIELDS)
            ]
        )


_names: dict[Callable[..., Any], frozenset[str]] = {}


def _known(route: APIRoute) -> frozenset[str]:
    """The names of the route's query parameters, those of its dependencies included."""
    names = _names.get(route.endpoint)
    if names is None:
        names = _names[route.endpoint] = frozenset(
            field.alias
            for field in get_flat_params(route.dependant)
            # The fields of a model of parameters do not say where they come from.
            if getattr(field.field_info, "in_", ParamTypes.query) is ParamTypes.query
        )
    return names
