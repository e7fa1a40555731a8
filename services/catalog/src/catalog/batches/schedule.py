"""What the times and the place of a batch must agree on."""

from collections.abc import Iterator
from itertools import pairwise

from kit.errors import FieldProblem, Invalid

from catalog.batches.models import BatchMode
from catalog.batches.schemas import BatchFields, SessionWrite


def check_schedule(body: BatchFields) -> None:
    """Raise `Invalid` with every field that contradicts another one."""
    fields = [*_sessions(body.sessions), *_enrollment(body), *_place(body)]
    if fields:
        raise Invalid(fields=fields)


def _sessions(sessions: list[SessionWrite]) -> Iterator[FieldProblem]:
    for number, session in enumerate(sessions):
        if session.ends_at <= session.starts_at:
            yield FieldProblem(
                field=f"sessions.{number}.ends_at",
                code="batch.session_ends_first",
                message="A session must end after it starts.",
            )
    numbered = sorted(enumerate(sessions), key=lambda pair: pair[1].starts_at)
    for (_, earlier), (number, later) in pairwise(numbered):
        if later.starts_at < earlier.ends_at:
            yield FieldProblem(
                field=f"sessions.{number}.starts_at",
                code="batch.sessions_overlap",
                message="It starts before the session before it has ended.",
            )


def _enrollment(body: BatchFields) -> Iterator[FieldProblem]:
    if body.enrollment_closes_at <= body.enrollment_opens_at:
        yield FieldProblem(
            field="enrollment_closes_at",
            code="batch.enrollment_closes_first",
            message="Enrollment must close after it opens.",
        )
    elif body.enrollment_closes_at > body.starts_at:
        # Nobody enrolls in what has started.
        yield FieldProblem(
            field="enrollment_closes_at",
            code="batch.enrollment_closes_late",
            message="Enrollment must close before the first session starts.",
        )


def _place(body: BatchFields) -> Iterator[FieldProblem]:
    if body.mode is not BatchMode.ONLINE and body.city_id is None:
        yield FieldProblem(
            field="city_id", code="required", message="A batch that is not online needs a city."
        )
