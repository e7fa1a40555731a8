"""Measure the cost of one request of each kind: CPU by part, rows, bytes and messages.

`python -m bench.capacity` measures all kinds on a system of its own; `--traced` sends every trace
to a collector.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence

from bench.api import Failed
from bench.capacity import needs
from bench.capacity.counting import DATABASE, PARTS, Cost, Meter
from bench.capacity.kinds import KINDS, measured
from bench.capacity.swallowing import swallowing
from deploy.local import build, ports
from deploy.local.options import Options
from deploy.local.scratch import scratch_state
from deploy.local.steps import Steps
from deploy.local.system import System

_NO_LIMITS = dict.fromkeys(("RATE_SIGN_IN", "RATE_CODES", "RATE_SIGN_UP", "RATE_LOOKUPS"), "100000")
"""All of the load comes from one address."""
_NAMES = {DATABASE: "database", "notifications": "notific."}
COLUMNS = tuple(PARTS.values())


def main() -> int:
    """Parse the arguments and run the measurement."""
    parser = argparse.ArgumentParser(prog="python -m bench.capacity", description=__doc__)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"of {', '.join(KINDS)}; or all")
    parser.add_argument("--traced", action="store_true", help="with every trace collected")
    arguments = parser.parse_args()
    unknown = set(arguments.kinds) - {"sign-in", *KINDS}
    if unknown:
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    try:
        with swallowing() as collector:
            traced = {"OTEL_EXPORTER_OTLP_ENDPOINT": collector} if arguments.traced else {}
            _measure(arguments.kinds, traced)
    except Failed as failure:
        print(f"FAILED: {failure}", file=sys.stderr)
        return 1
    return 0


def _measure(kinds: Sequence[str], variables: Mapping[str, str]) -> None:
    steps = Steps()
    with build.building():
        build.node_packages(steps)
        build.app(steps)
    with scratch_state("itqan-capacity-") as state:
        options = Options(port=ports.choose_three(), rates=_NO_LIMITS, settings=variables)
        system = System(state, options)
        with system.running(steps):
            meter = Meter(system)
            with meter.running():
                print(_header(), flush=True)
                costs = []
                for cost in measured(system, meter, kinds):
                    costs.append(cost)
                    print(_row(cost), flush=True)
                print(_part("at rest, a second", meter.idle))
                print(_part("memory, MB", {name: n / 1e6 for name, n in meter.memory.items()}))
                print(_part("cores at the peak", needs.cores(costs)))
                for line in needs.lines(costs):
                    print(line)


def _header() -> str:
    parts = "".join(f"{_NAMES.get(name, name):>11}" for name in COLUMNS)
    return (
        f"{'CPU milliseconds of one':<44}{parts}{'together':>10}\n"
        f"{'':<46}rows, WAL bytes (and images of pages), events, of which handled, bytes kept"
    )


def _part(name: str, values: Mapping[str, float]) -> str:
    each = "".join(f"{values.get(part, 0.0):>11.1f}" for part in COLUMNS)
    return f"{name:<44}{each}{sum(values.values()):>10.1f}"


def _row(cost: Cost) -> str:
    kept = ", ".join(f"{name} {size:.0f}" for name, size in cost.kept.items() if size >= 1)
    return (
        f"{_part(f'{cost.kind} ({cost.requests})', cost.cpu)}\n"
        f"{'':<46}{cost.rows:.1f} rows, {sum(cost.wal.values()):.0f} (+ {cost.images:.0f}), "
        f"{cost.events:.1f} events, {cost.deliveries:.1f} handled, kept: {kept or 'nothing'}"
    )


if __name__ == "__main__":
    sys.exit(main())
