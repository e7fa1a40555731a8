"""Prometheus metrics of messaging, without labels since a process runs one service."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Summary

connected = Gauge("itqan_broker_connected", "1 when every part has its broker", registry=None)
queued = Gauge(
    "itqan_queue_messages",
    "Messages that stand in a queue of the service",
    ["queue"],
    registry=None,
)
published = Counter(
    "itqan_outbox_published", "Events confirmed by the broker", ["type"], registry=None
)
refused = Counter("itqan_outbox_refused", "Events refused or unroutable", ["type"], registry=None)

handled = Counter(
    "itqan_inbox_handled", "Events whose effect was committed", ["type"], registry=None
)
duplicates = Counter(
    "itqan_inbox_duplicates", "Events that had been handled before", ["type"], registry=None
)
retried = Counter(
    "itqan_inbox_retried", "Events put back for a later attempt", ["type"], registry=None
)
unfamiliar = Counter(
    "itqan_inbox_unfamiliar",
    "Events put back for a copy of another release, which may know their type and version",
    ["type"],
    registry=None,
)
unhandled = Counter(
    "itqan_inbox_unhandled",
    "Events of a type that no running copy handles, acknowledged without effect",
    ["type"],
    registry=None,
)
parked = Counter("itqan_inbox_parked", "Events given up and parked", ["type"], registry=None)
delay = Histogram(
    "itqan_inbox_delay_seconds",
    "From the event to its committed effect in this service",
    buckets=(0.002, 0.005, 0.01, 0.02, 0.04, 0.08, 0.2, 0.5, 1, 5, 30, 300, 3600),
    registry=None,
)

sweeps = Counter(
    "itqan_sweep_rows", "Rows that periodic sweeps dealt with", ["sweep"], registry=None
)
sweep_errors = Counter(
    "itqan_sweep_errors", "Periodic sweeps that raised", ["sweep"], registry=None
)
sweep_seconds = Summary(
    "itqan_sweep_seconds",
    "Runs of periodic sweeps, and how long they took together",
    ["sweep"],
    registry=None,
)
sweep_ended = Gauge(
    "itqan_sweep_ended_timestamp_seconds",
    "When a periodic sweep last ended well in this copy; at first, when it was started",
    ["sweep"],
    registry=None,
)
sweep_every = Gauge(
    "itqan_sweep_every_seconds",
    "About how long it is from one run of a periodic sweep to the next",
    ["sweep"],
    registry=None,
)

_ALL = (
    connected,
    queued,
    published,
    refused,
    handled,
    duplicates,
    retried,
    unfamiliar,
    unhandled,
    parked,
    delay,
    sweeps,
    sweep_errors,
    sweep_seconds,
    sweep_ended,
    sweep_every,
)


def register(registry: CollectorRegistry) -> None:
    """Register the metrics in an app's registry. They count for the whole process."""
    for collector in _ALL:
        registry.register(collector)
