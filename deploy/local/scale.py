"""`make scale S=payments N=3`: more or fewer copies of a service while the system runs."""

import json
import time
from dataclasses import replace
from functools import partial

from deploy.local.layout import SERVICES
from deploy.local.options import MAX_COPIES
from deploy.local.plan import Plan, Process
from deploy.local.problems import Problem
from deploy.local.restart import check_gateway_use, is_used, wait
from deploy.local.supervisor import Supervisor
from deploy.local.system import is_healthy

DRAIN_SECONDS = 10.0
"""Time for requests that a copy received before the gateway left it out."""


def scale(supervisor: Supervisor, plan: Plan, service: str, number: str) -> str:
    """Start or stop copies until there are `number`, and return a line that reports it.

    A new copy gets requests once it is healthy. One that goes gets none before it stops.

    Raises `Problem` for an unknown service or number, or if a copy did not start.
    """
    if service not in SERVICES:
        raise Problem(f"Name a service, as in `make scale S=payments N=3`: {', '.join(SERVICES)}.")
    if not number.isdecimal() or not 1 <= int(number) <= MAX_COPIES:
        raise Problem(f"N={number} is invalid: enter a whole number from 1 to {MAX_COPIES}.")
    copies = {**plan.options.copies, service: int(number)}
    changed = Plan(replace(plan.options, copies=copies), plan.state)
    plan.state.assign_missing_ports(changed.port_names())
    before, after = (
        {each.name: each for each in one.services() if each.part == service}
        for one in (plan, changed)
    )
    added = [process for name, process in after.items() if name not in before]
    removed = [process for name, process in before.items() if name not in after]
    supervisor.add([*changed.processes(), *removed], added)
    for process in added:
        wait(process, partial(is_healthy, process))
    # From here on `make status`, `restart` and the watch for hung copies count them.
    plan.state.notes["options"] = changed.options.dump()
    plan.state.save()
    # The gateway must never read half of it.
    draft = changed.copies_file.with_suffix(".new")
    draft.write_text(json.dumps(changed.copy_urls()))
    draft.replace(changed.copies_file)
    for process in added:
        wait(process, partial(is_used, process, plan.gateway_metrics))
    for process in removed:
        wait(process, partial(_is_left_out, process, plan.gateway_metrics))
    if removed:
        time.sleep(DRAIN_SECONDS)
        supervisor.remove(changed.processes(), removed)
    return f"{service} has {number} copies: {len(added)} started, {len(removed)} stopped."


def _is_left_out(process: Process, gateway_metrics: str) -> bool:
    return not any(check_gateway_use(process, gateway_metrics))
