"""Consistency rules of a batch's times, place and prices, and recurring sessions."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from itertools import islice, pairwise

from dateutil.rrule import WEEKLY, rrule
from kit.core.errors import FieldProblem, Invalid
from kit.domain.timezone import RIYADH

from catalog.batches.models import BatchMode
from catalog.batches.schemas import (
    MAX_SESSIONS,
    BatchFields,
    PlannedSession,
    SessionRule,
    SessionWrite,
    Weekday,
)

_LONGEST_SESSION = timedelta(hours=12)
"""A longer session would end before it starts, instead of after midnight."""
# Weekday numbers of `rrule`.
_NUMBERS = {
    Weekday.MONDAY: 0,
    Weekday.TUESDAY: 1,
    Weekday.WEDNESDAY: 2,
    Weekday.THURSDAY: 3,
    Weekday.FRIDAY: 4,
    Weekday.SATURDAY: 5,
    Weekday.SUNDAY: 6,
}


def check_schedule(body: BatchFields) -> None:
    """Raise `Invalid` with every field that contradicts another one."""
    fields = [
        *_sessions(body.sessions),
        *_check_enrollment(body),
        *_place(body),
        *_seats(body),
        *_prices(body),
    ]
    if fields:
        raise Invalid(fields=fields)


def plan_sessions(rule: SessionRule) -> list[PlannedSession]:
    """Expand a rule into sessions, earliest first.

    Raises `Invalid` for an end before the start, for no end, and for none or too many sessions.
    """
    fields = list(_rule(rule))
    if fields:
        raise Invalid(fields=fields)
    # One more than allowed shows that there are too many.
    days = list(islice(_days(rule), rule.count or MAX_SESSIONS + 1))
    if not days:
        raise Invalid.field(
            "last_day",
            "batch.without_sessions",
            "These dates include no session. Choose other dates or weekdays.",
        )
    if len(days) > MAX_SESSIONS:
        raise Invalid.field(
            "last_day",
            "batch.too_many_sessions",
            f"A batch can have up to {MAX_SESSIONS} sessions.",
        )
    return [
        PlannedSession(
            title_en=f"{rule.title_en} {number}",
            title_ar=f"{rule.title_ar} {number}",
            starts_at=_combine(day, rule.starts_at),
            ends_at=_get_end(day, rule),
            online_url=rule.online_url,
        )
        for number, day in enumerate(days, start=1)
    ]


def _days(rule: SessionRule) -> Iterator[date]:
    """Yield the rule's days; without a number they end only with the calendar."""
    weekdays = sorted({_NUMBERS[day] for day in rule.weekdays})
    start = datetime.combine(rule.first_day, time.min)
    last = datetime.combine(rule.last_day, time.max) if rule.last_day else None
    left_out = set(rule.except_days)
    for moment in rrule(WEEKLY, dtstart=start, until=last, byweekday=weekdays):
        if moment.date() not in left_out:
            yield moment.date()


def _combine(day: date, at: time) -> datetime:
    return datetime.combine(day, at.replace(tzinfo=RIYADH))


def _get_end(day: date, rule: SessionRule) -> datetime:
    """Return the end of a day's session, on the next day if it passes midnight."""
    end = _combine(day, rule.ends_at)
    return end if end > _combine(day, rule.starts_at) else end + timedelta(days=1)


def _rule(rule: SessionRule) -> Iterator[FieldProblem]:
    duration = _get_end(rule.first_day, rule) - _combine(rule.first_day, rule.starts_at)
    if duration > _LONGEST_SESSION:
        yield FieldProblem(
            field="ends_at",
            code="batch_session.ends_before_start",
            message="Choose an end time after the start time.",
        )
    if rule.count is None and rule.last_day is None:
        yield FieldProblem(
            field="count",
            code="field.missing",
            message="Enter the number of sessions or the last day.",
        )
    if rule.last_day is not None and rule.last_day < rule.first_day:
        yield FieldProblem(
            field="last_day",
            code="period.ends_before_start",
            message="Choose a last day on or after the first day.",
        )


def _sessions(sessions: list[SessionWrite]) -> Iterator[FieldProblem]:
    for number, session in enumerate(sessions):
        if session.ends_at <= session.starts_at:
            yield FieldProblem(
                field=f"sessions.{number}.ends_at",
                code="batch_session.ends_before_start",
                message="Choose an end time after the start time.",
            )
    numbered = sorted(enumerate(sessions), key=lambda pair: pair[1].starts_at)
    for (_, earlier), (number, later) in pairwise(numbered):
        if later.starts_at < earlier.ends_at:
            yield FieldProblem(
                field=f"sessions.{number}.starts_at",
                code="batch_session.overlaps",
                message="This session starts before the previous one ends.",
            )


def _check_enrollment(body: BatchFields) -> Iterator[FieldProblem]:
    if body.enrollment_closes_at <= body.enrollment_opens_at:
        yield FieldProblem(
            field="enrollment_closes_at",
            code="batch.enrollment_closes_before_opening",
            message="Choose a closing time after enrollment opens.",
        )
    elif body.enrollment_closes_at > body.starts_at:
        # Enrollment cannot continue after the start.
        yield FieldProblem(
            field="enrollment_closes_at",
            code="batch.enrollment_closes_after_start",
            message="Choose a closing time before the first session starts.",
        )


def _place(body: BatchFields) -> Iterator[FieldProblem]:
    if body.mode is not BatchMode.ONLINE and body.city_id is None:
        yield FieldProblem(
            field="city_id",
            code="field.missing",
            message="Choose the city, unless the batch is online.",
        )


def _seats(body: BatchFields) -> Iterator[FieldProblem]:
    if body.minimum is not None and body.minimum > body.capacity:
        yield FieldProblem(
            field="minimum",
            code="batch.minimum_above_capacity",
            message="Enter a minimum no higher than the number of seats.",
        )


def _prices(body: BatchFields) -> Iterator[FieldProblem]:
    """Check that larger groups pay no more per seat."""
    from_10 = body.price_minor if body.price_10_minor is None else body.price_10_minor
    from_50 = from_10 if body.price_50_minor is None else body.price_50_minor
    for field, price, before in (
        ("price_10_minor", from_10, body.price_minor),
        ("price_50_minor", from_50, from_10),
    ):
        if price > before:
            yield FieldProblem(
                field=field,
                code="volume_price.higher",
                message="Enter a price no higher than the price for fewer people.",
            )
