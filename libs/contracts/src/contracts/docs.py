"""Write docs/events.md from the event classes: `python -m contracts.docs [--check]`."""

import re
import sys
from pathlib import Path
from typing import get_type_hints

from contracts import EVENTS, Event
from contracts.consumers import CONSUMERS

TARGET = Path(__file__).parents[4] / "docs" / "events.md"

HEADER = """# Events

Made from `libs/contracts` by `python -m contracts.docs`; do not edit.

Every event is a CloudEvents 1.0 message on the topic exchange `itqan.events`; its type is the
routing key, with `urgent.` before it when it is urgent. *Subject* is the aggregate whose `sequence`
orders it. A broadcast reaches every running process and is not kept for one that is down; an urgent
one is published before all others, and each service has a second queue for it.
"""


def render() -> str:
    """Render the page, with publishers and types in alphabetical order."""
    parts = [HEADER]
    publisher = ""
    for name, event in sorted(EVENTS.items()):
        service = name.split(".")[0]
        if service != publisher:
            parts.append(f"\n## {service}\n")
            publisher = service
        parts.append(_section(name, event))
    return "".join(parts)


def _section(name: str, event: type[Event]) -> str:
    kind = ", broadcast" if event.broadcast else ", urgent" if event.urgent else ""
    text = " ".join((event.__doc__ or "").split())
    # Annotations about parsing are left out.
    types = get_type_hints(event)
    rows = "".join(
        f"| `{field}` | `{_type_name(types[field])}` |\n" for field in event.model_fields
    )
    heard_by = sorted(service for service, events in CONSUMERS.items() if event in events)
    consumers = f" Handled by {', '.join(heard_by)}." if heard_by else ""
    return (
        f"\n### `{name}`\n\n{text}\n\n"
        f"Version {_versions(event)}; subject `{event.subject_field}`{kind}.{consumers}\n\n"
        f"| field | type |\n|---|---|\n{rows}"
    )


def _versions(event: type[Event]) -> str:
    oldest, published = event.oldest_version(), event.published_version
    if oldest == event.version == published:
        return str(published)
    return f"{published}, read from {oldest} to {event.version}"


def _type_name(annotation: object) -> str:
    plain = isinstance(annotation, type) and not hasattr(annotation, "__args__")
    name = annotation.__name__ if plain else str(annotation)  # type: ignore[attr-defined]
    name = re.sub(r"\b[a-z_]+\.(?:[a-z_]+\.)*(?=[A-Za-z])", "", name)
    return re.sub(r"^Optional\[(.*)\]$", r"\1 | None", name).replace("|", "\\|")


def main(arguments: list[str]) -> int:
    """Write the page, or with `--check` exit 1 if it is stale."""
    page = render()
    if "--check" not in arguments:
        TARGET.parent.mkdir(exist_ok=True)
        TARGET.write_text(page, encoding="utf-8")
        return 0
    if TARGET.exists() and TARGET.read_text(encoding="utf-8") == page:
        return 0
    sys.stderr.write("docs/events.md is stale: run `make api`.\n")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
