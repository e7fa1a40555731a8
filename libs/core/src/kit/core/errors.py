"""Error responses as `application/problem+json` (RFC 9457)."""

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
"""Default `Retry-After` of a 503, in seconds."""
MAX_FIELDS = 100
"""Maximum number of fields in one problem, so that a short request cannot produce a huge response.
"""


class FieldProblem(BaseModel):
    """An error of one input field; `field` is its dotted path in the body or query."""

    field: str
    code: str
    message: str


class ProblemDocument(BaseModel):
    """The body of every error response. The app translates `code`; `detail` is English.

    Codes are `<noun>.<problem>`, such as `batch.full`.
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
    default_detail: ClassVar[str] = "Something went wrong on our side. Try again."
    extensions: Mapping[str, Any] = {}
    """Additional members of the problem document."""

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
    """400: the request is malformed."""

    status = 400
    code = "request.malformed"
    default_detail = "We couldn't process this request."


class Unauthorized(Problem):
    """401: the token is missing or invalid."""

    status = 401
    code = "sign_in.required"
    default_detail = "Sign in to continue."


class PaymentRequired(Problem):
    """402: a payment is due first."""

    status = 402
    code = "payment.required"
    default_detail = "A payment is due. Pay it to continue."


class Forbidden(Problem):
    """403: the caller is not allowed to do this."""

    status = 403
    code = "resource.forbidden"
    default_detail = "You are not authorized to access this page."


class NotFound(Problem):
    """404: the record does not exist or belongs to another organization."""

    status = 404
    code = "resource.not_found"
    default_detail = "This doesn't exist, or you don't have access to it."


class Conflict(Problem):
    """409: the record's state does not allow the action."""

    status = 409
    code = "resource.conflict"
    default_detail = "Someone else changed this. Check the changes, then try again."


class TooLarge(Problem):
    """413: the upload exceeds its limit."""

    status = 413
    code = "request.too_large"
    default_detail = "This file is too large. Choose a smaller one."


class Invalid(Problem):
    """422: at least one field is invalid; `fields` lists them."""

    status = 422
    code = "request.invalid"
    default_detail = "Check the listed fields."

    @classmethod
    def field(cls, field: str, code: str, message: str) -> "Invalid":
        """Build the problem of a single field."""
        return cls(fields=[FieldProblem(field=field, code=code, message=message)])


class KeyReused(Invalid):
    """422: an idempotency key was reused with a different request."""

    code = "idempotency_key.reused"
    default_detail = "This idempotency key was already used for a different request."


class TooManyRequests(Problem):
    """429: the rate limit is reached; `Retry-After` is in seconds."""

    status = 429
    code = "request.rate_limited"
    default_detail = "Too many attempts. Wait a moment and try again."


class Unavailable(Problem):
    """503: a dependency is not responding."""

    status = 503
    code = "service.unavailable"
    default_detail = "The service isn't available right now. Try again in a moment."


class Overloaded(Unavailable):
    """503: the service is overloaded. Nothing was done; `Retry-After` is in seconds."""

    code = "service.overloaded"
    default_detail = (
        "We're very busy right now, so nothing was changed. Try again in a few seconds."
    )

    def __init__(self) -> None:
        super().__init__(headers={"Retry-After": "2"})


def is_refusal(error: BaseException) -> bool:
    """Tell if an error is a deliberate refusal of the request, not a failure of the service."""
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
    """Render a problem document as a response."""
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
    return render(
        problem.status,
        problem.code,
        problem.detail,
        problem.fields,
        problem.headers,
        problem.extensions,
    )


def install(app: FastAPI) -> None:
    """Render every error of the app as a problem document, and declare that in OpenAPI."""
    plain_openapi = app.openapi

    def openapi() -> dict[str, Any]:
        return _with_problems(plain_openapi())

    app.openapi = openapi  # type: ignore[method-assign]
    app.add_exception_handler(Problem, _on_problem)
    app.add_exception_handler(RequestValidationError, _on_validation)
    app.add_exception_handler(HTTPException, _on_http)


def _with_problems(document: dict[str, Any]) -> dict[str, Any]:
    """Declare problems under their own media type, and authentication errors wherever a token is
    read.

    FastAPI files every declared model under JSON.
    """
    for path in document["paths"].values():
        for operation in path.values():
            responses = operation["responses"]
            for response in responses.values():
                content = response.get("content", {})
                if MEDIA_TYPE in content and "application/json" in content:
                    content[MEDIA_TYPE] = content.pop("application/json")
            if any(given["name"] == "x-profile" for given in operation.get("parameters", ())):
                for problem in (Unauthorized, Forbidden):
                    responses.setdefault(str(problem.status), _describe_problem(problem))
                operation["responses"] = dict(sorted(responses.items()))
    return document


def _describe_problem(problem: type[Problem]) -> dict[str, Any]:
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
    """Return the code for a pydantic error type; custom error types are codes already."""
    return kind if "." in kind else f"field.{kind}"


def _field(item: Mapping[str, Any]) -> str:
    """Return the dotted path of the field in a pydantic error."""
    # The first part is the source: body, query, path or header.
    source, *path = map(str, item["loc"])
    # For broken JSON the rest is the position of the syntax error, not a path.
    return source if item["type"] == "json_invalid" or not path else ".".join(path)


async def _on_http(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    if error.status_code == 400:
        # Only the framework raises it: for invalid UTF-8, too deep JSON, too long numbers or
        # truncated forms.
        fields = [
            FieldProblem(field="body", code="request.malformed", message="Send a valid JSON body.")
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
    """Render an unexpected error without internal details.

    `away` means that a dependency is down, so the client may retry soon.
    """
    if away:
        return render(503, Unavailable.code, Unavailable.default_detail)
    return render(500, Problem.code, Problem.default_detail)
