"""Resources that a large platform needs, from the cost of one request of each kind.

It has a million candidates, ten thousand organizations, and 2,000 enrollments a second at peak.
docs/capacity.md gives the reasons.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from bench.capacity.counting import Cost
from deploy.local.layout import SERVICES

PEAK: Mapping[str, float] = {
    "list of trainings": 2_000,
    "page of a batch": 4_000,
    "sign-in": 200,
    "sign-up": 20,
    "enrollment until it can be paid": 2_000,
    "payment by card is begun": 100,
    "callback until confirmed, with the receipt": 100,
    "verification of a certificate": 50,
    "decision of an approver": 1,
}
"""Requests a second while everybody enrolls."""
YEAR: Mapping[str, float] = {
    "list of trainings": 40_000_000,
    "page of a batch": 40_000_000,
    "sign-in": 20_000_000,
    "sign-up": 300_000,
    "enrollment until it can be paid": 1_500_000,
    "payment by card is begun": 1_200_000,
    "callback until confirmed, with the receipt": 1_000_000,
    "person of a file, until confirmed": 1_000_000,
    "certificate issued": 1_500_000,
    "verification of a certificate": 5_000_000,
    "notice with its mail": 10_000_000,
    "decision of an approver": 100_000,
}
"""Requests a year; notices are those that belong to no other kind."""


def cores(costs: Sequence[Cost]) -> Mapping[str, float]:
    """Processor cores that each part keeps busy at the peak."""
    return _total(PEAK, ((cost.kind, cost.cpu) for cost in costs), 1000)


def lines(costs: Sequence[Cost]) -> Iterator[str]:
    """Yield WAL and messages per second at the peak, and the growth in a year."""
    wal = _total(PEAK, ((cost.kind, cost.wal) for cost in costs), 1e6)
    yield f"MB of WAL a second at the peak: {_show(wal)}"
    messages = [
        (cost.kind, {"published": cost.events, "handled": cost.deliveries}) for cost in costs
    ]
    yield f"events a second at the peak: {_show(_total(PEAK, messages, 1))}"
    kept = _total(YEAR, ((cost.kind, cost.kept) for cost in costs), 1e9)
    yield f"GB that a year leaves: {_show(kept)}"
    cpu = _total(YEAR, ((cost.kind, cost.cpu) for cost in costs), 1000 * 365 * 86400)
    yield f"cores that a year keeps busy on the average: {sum(cpu.values()):.2f}"


def _total(
    rates: Mapping[str, float], costs: Iterable[tuple[str, Mapping[str, float]]], unit: float
) -> Mapping[str, float]:
    total: dict[str, float] = {}
    for kind, parts in costs:
        for part, each in parts.items():
            total[part] = total.get(part, 0.0) + rates.get(kind, 0.0) * each / unit
    return total


def _show(values: Mapping[str, float]) -> str:
    order = sorted(values, key=lambda name: (name not in SERVICES, -values[name]))
    return ", ".join(f"{name or 'commits'} {values[name]:.1f}" for name in order)
