"""Writes docs/states.md from the services' state machines."""

from importlib import import_module

from kit.database.transitions import MACHINES

from deploy.local.layout import ROOT, SERVICES

FILE = ROOT / "docs" / "states.md"
_HEAD = """<!-- Made by `make api` from the state machines of the services; do not edit. -->

# States and transitions

A call that asks for any other transition is answered with 409. [ways-out.md](ways-out.md) says how
each state is left, and by whom.
"""


def render() -> str:
    """Return docs/states.md as of the current code."""
    for service in SERVICES:
        import_module(f"{service}.main")
    sections = [_HEAD]
    for service in SERVICES:
        sections.append(f"\n## {service}\n\n| record | state | next states |\n|---|---|---|\n")
        for (owner, _), machine in sorted(MACHINES.items()):
            if owner != service:
                continue
            name = f"{machine.column.class_.__name__}.{machine.column.key}"
            for state, targets in machine.transitions.items():
                listed = ", ".join(f"`{target}`" for target in sorted(targets)) or "none"
                sections.append(f"| `{name}` | `{state}` | {listed} |\n")
    return "".join(sections)


if __name__ == "__main__":
    FILE.write_text(render(), "utf-8")
