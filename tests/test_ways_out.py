"""`docs/ways-out.md` has a way out of each state of each record."""

import re
from importlib import import_module

from kit.database.transitions import MACHINES

from deploy.local.layout import ROOT, SERVICES

ROW = re.compile(r"^\| ([a-z_ ]+) \| ([a-z_, ]+) \| ([a-z-]*) ?\| (.+?) \|$", re.MULTILINE)
CALL = re.compile(r"`([A-Z]+ \S+)`")
# An organization's profiles and what was submitted have the state of the organization or request.
FOLLOWS = {("profiles", "approval_status"), ("submissions", "status")}

TEXT = (ROOT / "docs" / "ways-out.md").read_text("utf-8")
ROWS = [
    (record, states.split(", "), who, way)
    for record, states, who, way in ROW.findall(TEXT)
    if record != "record"
]


def _admitted() -> dict[str, set[str]]:
    """Return the callers that each guard accepts."""
    lines = (ROOT / "tests" / "access.txt").read_text("utf-8").splitlines()
    words = [line.split() for line in lines if re.match(r"[A-Z]+ +/", line)]
    return {f"{method} {path}": set(who) for method, path, *who in words}


def test_each_state_has_a_way_out() -> None:
    for service in SERVICES:
        import_module(f"{service}.main")
    ways: dict[tuple[str, str], list[str]] = {}
    for record, states, _, way in ROWS:
        for state in states:
            ways.setdefault((record, state), []).append(way)
    machines = {
        (str(machine.column.class_.__tablename__), machine.column.key): machine
        for machine in MACHINES.values()
    }
    known = set()
    for (table, column), machine in machines.items():
        if (table, column) in FOLLOWS:
            continue
        for state, targets in machine.transitions.items():
            known.add((table, str(state)))
            listed = ways.get((table, str(state)), [])
            assert listed, f"{table} that are {state} have no way out"
            is_end = any(way.startswith("end: ") for way in listed)
            assert not (set(targets) - {state} and is_end), f"{table} that are {state} can be left"
    assert ways.keys() == known


def test_each_call_exists_and_admits_its_role() -> None:
    admitted = _admitted()
    listed = [(who, CALL.findall(way)) for _, _, who, way in ROWS]
    plain = re.findall(r"^\| [^|]+ \| ([a-z-]+) \| (`[A-Z]+ \S+`) \|$", TEXT, re.MULTILINE)
    listed += [(who, CALL.findall(way)) for who, way in plain]
    for who, calls in listed:
        for call in calls:
            assert call in admitted, call
            assert who in admitted[call] or "signed-in" in admitted[call], (who, call)
