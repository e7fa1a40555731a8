"""Wire format of events: CloudEvents 1.0 in JSON."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from contracts.event import EVENTS, RENAMED, Event
from kit.database.db import new_id, utc_now
from kit.telemetry.request_id import REQUEST_ID
from opentelemetry import propagate
from pydantic import AwareDatetime, BaseModel, Field, ValidationError
from pydantic_core import to_json
from sqlalchemy import ColumnElement, Text, bindparam, func, literal

CONTENT_TYPE = "application/cloudevents+json"
SUBJECT = "subject"
"""Header that repeats the subject, so that messages can be ordered unparsed."""
_REQUEST_ID = bindparam("request_id", callable_=REQUEST_ID.get, type_=Text)
"""Current request ID at execution; a `RawStatement` takes it as a parameter of this name."""


@dataclass(frozen=True, slots=True)
class Meta:
    """Metadata of an event; `sequence` is the version of the aggregate `subject`."""

    id: UUID
    time: datetime
    sequence: int
    source: str
    subject: str
    traceparent: str | None = None
    requestid: str | None = None
    """ID of the causing request; see `kit.telemetry.request_id`."""
    restated: bool = False
    """True if the event only republishes the state to rebuild replicas, without notifications."""


class Unreadable(Exception):
    """A malformed message, parked at once since a retry cannot help."""


class Unfamiliar(Exception):
    """An event of a type, version or form that only another release can read: it waits."""


class Envelope(BaseModel):
    """The attributes of a message without its data."""

    specversion: Literal["1.0"]
    id: UUID
    type: str
    source: str
    subject: str
    time: AwareDatetime
    dataschema: Annotated[str, Field(pattern=r":[0-9]{1,9}$")]
    sequence: int
    traceparent: str | None = None
    requestid: str | None = None
    restated: bool = False
    data: dict[str, Any]


def encode(
    event: Event, *, sequence: int, time: datetime | None = None, restated: bool = False
) -> tuple[UUID, str]:
    """Return the ID and text of a new message. `time` is the event's time, by default now."""
    message_id = new_id()
    trace = traceparent()
    attributes: dict[str, Any] = {
        "specversion": "1.0",
        "id": message_id,
        "type": event.type,
        "source": get_publisher(event.type),
        "subject": event.subject,
        "time": time or utc_now(),
        "datacontenttype": "application/json",
        "dataschema": build_dataschema(event.type, event.published_version),
        "sequence": sequence,
    }
    if restated:
        attributes["restated"] = True
    if trace:
        attributes["traceparent"] = trace
    if request_id := REQUEST_ID.get():
        attributes["requestid"] = request_id
    is_newest = event.published_version == event.version
    attributes["data"] = event if is_newest else event.downcast()
    return message_id, to_json(attributes).decode()


def encode_columns(
    event_type: type[Event],
    data: Mapping[str, Any],
    *,
    id_: ColumnElement[UUID],
    sequence: ColumnElement[int],
    trace: ColumnElement[str] | None,
) -> ColumnElement[Any]:
    """Build the SQL expression of the text that `encode` returns, for statements that also write
    the state.

    `data` maps each field to a column or constant; `trace` is the value of `traceparent`.
    """
    if event_type.published_version != event_type.version:
        raise TypeError(f"{event_type.type} is downcast, which no statement does")
    missing = event_type.model_fields.keys() ^ data.keys()
    if missing:
        raise TypeError(f"{event_type.type} has other fields: {', '.join(sorted(missing))}")
    attributes = {
        "specversion": "1.0",
        "id": id_,
        "type": event_type.type,
        "source": get_publisher(event_type.type),
        "subject": data[event_type.subject_field],
        "time": func.now(),
        "datacontenttype": "application/json",
        "dataschema": build_dataschema(event_type.type, event_type.version),
        "sequence": sequence,
        "traceparent": trace,
        "requestid": _REQUEST_ID,
        "data": _json_object(data),
    }
    return _json_object(attributes)


def _json_object(values: Mapping[str, Any]) -> ColumnElement[Any]:
    return func.json_build_object(*(_text(each) for pair in values.items() for each in pair))


def _text(value: Any) -> Any:
    return literal(str(value), Text) if isinstance(value, str) else value


def traceparent() -> str | None:
    """Return the current `traceparent`, or None without a sampled trace."""
    trace: dict[str, str] = {}
    propagate.inject(trace)
    return trace.get("traceparent")


def decode(body: bytes) -> tuple[Event, Meta]:
    """Parse a message, also of an older version.

    Raises `Unreadable` for malformed messages, and `Unfamiliar` for events that another release may
    read.
    """
    try:
        envelope = Envelope.model_validate_json(body)
    except ValidationError as error:
        raise Unreadable(f"not an event: {_first(error)}") from error
    event_type = EVENTS.get(envelope.type) or RENAMED.get(envelope.type)
    if event_type is None:
        raise Unfamiliar(f"unknown type: {envelope.type}")
    version = int(envelope.dataschema.rpartition(":")[2])
    if envelope.dataschema != build_dataschema(envelope.type, version):
        raise Unreadable(f"not a schema of {envelope.type}: {envelope.dataschema}")
    oldest = event_type.oldest_version()
    if not oldest <= version <= event_type.version:
        raise Unfamiliar(
            f"unknown version: {envelope.dataschema}, this process reads versions "
            f"{oldest} to {event_type.version}"
        )
    try:
        event = event_type.model_validate(event_type.upcast(envelope.data, version))
    except ValidationError as error:
        raise Unfamiliar(f"data of {envelope.type}: {_first(error)}") from error
    except (LookupError, TypeError, ValueError) as error:
        raise Unfamiliar(f"data of {envelope.type} from version {version}: {error!r}") from error
    return event, Meta(
        id=envelope.id,
        time=envelope.time,
        sequence=envelope.sequence,
        source=envelope.source,
        subject=envelope.subject,
        traceparent=envelope.traceparent,
        requestid=envelope.requestid,
        restated=envelope.restated,
    )


def get_publisher(event_type: str) -> str:
    """Return the publishing service, the first word of every type."""
    return event_type.partition(".")[0]


def build_dataschema(event_type: str, version: int) -> str:
    """Return the `dataschema` of an event's version."""
    return f"urn:itqan:{event_type}:{version}"


def _first(error: ValidationError) -> str:
    problem = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(str(part) for part in problem["loc"])
    return f"{place}: {problem['msg']}" if place else problem["msg"]
