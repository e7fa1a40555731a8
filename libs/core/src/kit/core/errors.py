"""Problems: every error a service answers, as `application/problem+json` (RFC 9457)."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, ClassVar

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.exceptions import HTTPException

MEDIA_TYPE = "application/problem+json"
RETRY_SECONDS = 5
"""When a client may come again after a 503 that names no time of its own."""
MAX_FIELDS = 100
"""How many fields a problem names at most: a short request must not be able to ask for more."""


class FieldProblem(BaseModel):
    """What is wrong with one input field; `field` is its dotted path in the body or query."""

    field: str
    code: str
    message: str


class ProblemDocument(BaseModel):
    """The body of every error answer. The app translates `code`; `detail` is English.

    Codes are `<noun>.<problem>`: what the problem is about, and what is wrong with it.
    """

    type: str
    title: str
    status: int
    code: str
    detail: str
    fields: list[FieldProblem] | None = None


class Problem(Exception):
    """The base of all expected errors. A subclass sets `code` and usually `detail`."""

    status: ClassVar[int] = 500
    code: ClassVar[str] = "service.failed"
    default_detail: ClassVar[str] = "Something went wrong."
    extensions: Mapping[str, Any] = {}
    """Members that a problem has beside those of all."""

    def __init__(
        self,
        detail: str | None = None,
        *,
        fields: Sequence[FieldProblem] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.detail = detail or self.default_detail
        self.fields = list(fields) if fields else None
        self.headers = dict(headers or {})
        super().__init__(self.detail)


class BadRequest(Problem):
    """400: the request makes no sense as it is."""

    status = 400
    code = "request.malformed"
    default_detail = "The request could not be understood."


class Unauthorized(Problem):
    """401: no valid token."""

    status = 401
    code = "sign_in.required"
    default_detail = "Sign in to continue."


class PaymentRequired(Problem):
    """402: something must be paid first."""

    status = 402
    code = "payment.required"
    default_detail = "A payment is due."


class Forbidden(Problem):
    """403: known, and not allowed."""

    status = 403
    code = "resource.forbidden"
    default_detail = "You are not authorized to access this page."


class NotFound(Problem):
    """404: it is not there, or it is another organization's."""

    status = 404
    code = "resource.not_found"
    default_detail = "It does not exist."


class Conflict(Problem):
    """409: the state does not allow it."""

    status = 409
    code = "resource.conflict"
    default_detail = "It was changed meanwhile; look at it again."


class TooLarge(Problem):
    """413: the upload is over its limit."""

    status = 413
    code = "request.too_large"
    default_detail = "The file is too large."


class Invalid(Problem):
    """422: at least one field is wrong; `fields` says which."""

    status = 422
    code = "request.invalid"
    default_detail = "Some fields need your attention."

    @classmethod
    def field(cls, field: str, code: str, message: str) -> "Invalid":
        """The problem of a single field."""
        return cls(fields=[FieldProblem(field=field, code=code, message=message)])


class KeyReused(Invalid):
    """422: an idempotency key came with another request than the first one."""

    code = "idempotency_key.reused"
    default_detail = "This key was used for a different request."


class TooManyRequests(Problem):
    """429: slow down; `Retry-After` is in seconds."""

    status = 429
    code = "request.rate_limited"
    default_detail = "Too many attempts. Wait a moment and try again."


class Unavailable(Problem):
    """503: something this needs does not answer now."""

    status = 503
    code = "service.unavailable"
    default_detail = "This is not available right now. Try again in a moment."


class Overloaded(Unavailable):
    """503: more is asked than can be answered in time. Nothing was done; `Retry-After` is in
    seconds."""

    code = "service.overloaded"
    default_detail = "Too many people are here at this moment. Try again in a few seconds."

    def __init__(self) -> None:
        super().__init__(headers={"Retry-After": "2"})


def is_judged(error: BaseException) -> bool:
    """Tell whether an error refuses the request, instead of failing to judge it."""
    return isinstance(error, Problem) and error.status < 500


def problems(*classes: type[Problem]) -> dict[int | str, dict[str, Any]]:
    """Declare problems in OpenAPI: `@router.post(..., responses=problems(SeatsFull, NotFound))`."""
    by_status: dict[int | str, list[type[Problem]]] = {}
    for problem in classes:
        by_status.setdefault(problem.status, []).append(problem)
    return {
        status: {
            "model": ProblemDocument,
            "description": "; ".join(f"`{p.code}`: {p.default_detail}" for p in group),
            "content": {MEDIA_TYPE: {}},
        }
        for status, group in by_status.items()
    }


def render(
    status: int,
    code: str,
    detail: str,
    fields: Sequence[FieldProblem] | None = None,
    headers: Mapping[str, str] | None = None,
    extensions: Mapping[str, Any] | None = None,
) -> JSONResponse:
    """A problem document as a response."""
    document = ProblemDocument(
        type="about:blank",
        title=HTTPStatus(status).phrase,
        status=status,
        code=code,
        detail=detail,
        fields=list(fields) if fields else None,
    )
    retry = {"Retry-After": str(RETRY_SECONDS)} if status == 503 else {}
    return JSONResponse(
        document.model_dump(exclude_none=True) | dict(extensions or {}),
        status_code=status,
        media_type=MEDIA_TYPE,
        headers=retry | dict(headers or {}),
    )


def render_problem(problem: Problem) -> JSONResponse:
    """Render a problem as a response."""
    return render(
        problem.status,
        problem.code,
        problem.detail,
        problem.fields,
        problem.headers,
        problem.extensions,
    )


def install(app: FastAPI) -> None:
    """Answer every error of the app as a problem document, and say so in its OpenAPI."""
    plain_openapi = app.openapi

    def openapi() -> dict[str, Any]:
        return _with_problems(plain_openapi())

    app.openapi = openapi  # type: ignore[method-assign]
    app.add_exception_handler(Problem, _on_problem)
    app.add_exception_handler(RequestValidationError, _on_validation)
    app.add_exception_handler(HTTPException, _on_http)


def _with_problems(document: dict[str, Any]) -> dict[str, Any]:
    """Give problems their own media type, since FastAPI files every declared model under JSON,
    and declare what reading a token can answer wherever one is read."""
    for path in document["paths"].values():
        for operation in path.values():
            responses = operation["responses"]
            for response in responses.values():
                content = response.get("content", {})
                if MEDIA_TYPE in content and "application/json" in content:
                    content[MEDIA_TYPE] = content.pop("application/json")
            if any(given["name"] == "x-profile" for given in operation.get("parameters", ())):
                for problem in (Unauthorized, Forbidden):
                    responses.setdefault(str(problem.status), _declared(problem))
                operation["responses"] = dict(sorted(responses.items()))
    return document


def _declared(problem: type[Problem]) -> dict[str, Any]:
    schema = {"$ref": "#/components/schemas/ProblemDocument"}
    return {
        "description": f"`{problem.code}`: {problem.default_detail}",
        "content": {MEDIA_TYPE: {"schema": schema}},
    }


async def _on_problem(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, Problem)
    return render_problem(error)


async def _on_validation(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    if all(item["loc"][0] == "path" for item in error.errors()):
        # No record can have this id.
        return render_problem(NotFound())
    fields = [
        FieldProblem(
            field=_field(item),
            code=field_code(item["type"]),
            message=str(item["msg"]).removeprefix("Value error, "),
        )
        for item in error.errors()[:MAX_FIELDS]
    ]
    return render(422, Invalid.code, Invalid.default_detail, fields)


def field_code(kind: str) -> str:
    """Name the code of one of pydantic's errors by its type; types of our own are codes."""
    return kind if "." in kind else f"field.{kind}"


def _field(item: Mapping[str, Any]) -> str:
    """The field of one of pydantic's errors."""
    # The first part only says where the field came from: body, query, path or header.
    source, *path = map(str, item["loc"])
    # Of broken JSON the rest is not a path but how far it could be read.
    return source if item["type"] == "json_invalid" or not path else ".".join(path)


async def _on_http(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    if error.status_code == 400:
        # Nobody but the framework raises it: for text that is not UTF-8, JSON that is too deep, a
        # number that is too long, or a form that breaks off.
        fields = [
            FieldProblem(field="body", code="request.malformed", message="It could not be read.")
        ]
        return render(422, Invalid.code, Invalid.default_detail, fields)
    codes = {404: NotFound.code, 413: TooLarge.code}
    phrase = HTTPStatus(error.status_code).name.lower()
    return render(
        error.status_code,
        codes.get(error.status_code, f"request.{phrase}"),
        str(error.detail),
        headers=error.headers,
    )


def render_crash(*, away: bool = False) -> JSONResponse:
    """What an unexpected error looks like from outside: nothing of its inside.

    `away`: what the service needs does not answer, so that the same request may succeed soon.
    """
    if away:
        return render(503, Unavailable.code, Unavailable.default_detail)
    return render(500, Problem.code, Problem.default_detail)
