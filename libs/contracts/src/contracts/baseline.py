"""Check that this release can run beside the previous one.

`libs/contracts/baseline.json` holds the events of the release that runs everywhere. Run
`python -m contracts.baseline --check` to compare, and `--write` once this release runs everywhere.
"""

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from contracts import EVENTS, Event
from contracts.consumers import is_consumed

BASELINE = Path(__file__).parents[2] / "baseline.json"

Baseline = Mapping[str, Mapping[str, Any]]
"""By event type: `consumed`, the versions `published` and `newest`, and the newest `schema`."""

_TEXTS = ("title", "description", "default", "$defs")


def describe(events: Mapping[str, type[Event]]) -> Baseline:
    """Describe events in the form of the baseline."""
    return {
        name: {
            "consumed": is_consumed(event),
            "published": event.published_version,
            "newest": event.version,
            "schema": _build_schema(event),
        }
        for name, event in sorted(events.items())
    }


def find_problems(baseline: Baseline, events: Mapping[str, type[Event]]) -> Iterator[str]:
    """Find incompatibilities between the baseline's release and this one."""
    for name, before in baseline.items():
        if name in events:
            problems = _compare(before, events[name])
        elif before["consumed"]:
            problems = iter(("is still handled there: remove the handlers a release earlier",))
        else:
            continue
        yield from (f"{name} {problem}" for problem in problems)


def _compare(before: Mapping[str, Any], event: type[Event]) -> Iterator[str]:
    oldest, published = event.oldest_version(), event.published_version
    if published > before["newest"]:
        yield (
            f"publishes version {published}, and that release reads {before['newest']}: consumers "
            "first, set published_version and a downcaster"
        )
    if before["published"] < oldest:
        yield (
            f"reads version {oldest} and later, and that release publishes {before['published']}: "
            "add an upcaster"
        )
    if published < event.version and not all(
        each in event.downcasters for each in range(published + 1, event.version + 1)
    ):
        yield f"lacks a downcaster to version {published}"
    if event.version == before["newest"]:
        for difference in _differences(before["schema"], _build_schema(event), "data"):
            yield f"differs in version {event.version}, raise it: {difference}"


def _differences(old: Any, new: Any, path: str) -> Iterator[str]:
    """Find changes that break older consumers or older messages.

    New fields need a default. Enums may gain values, since consumers keep unknown ones
    (`contracts.values`).
    """
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for position, (each_old, each_new) in enumerate(zip(old, new, strict=True)):
            yield from _differences(each_old, each_new, f"{path}[{position}]")
    elif not (isinstance(old, dict) and isinstance(new, dict)):
        if old != new:
            yield f"{path} was {old}, is {new}"
    elif "properties" in old and "properties" in new:
        yield from _field_differences(old, new, path)
    elif "enum" in old and "enum" in new:
        if gone := sorted(set(old["enum"]) - set(new["enum"])):
            yield f"{path} lacks {', '.join(gone)}"
    elif old.keys() != new.keys():
        yield f"{path} was {old}, is {new}"
    else:
        for key in old:
            yield from _differences(old[key], new[key], f"{path}.{key}")


def _field_differences(old: Mapping[str, Any], new: Mapping[str, Any], path: str) -> Iterator[str]:
    was_required, is_required = (set(each.get("required", ())) for each in (old, new))
    for name, schema in old["properties"].items():
        if name in new["properties"]:
            yield from _differences(schema, new["properties"][name], f"{path}.{name}")
        elif name in was_required:
            yield f"{path}.{name} is gone, and older consumers require it"
    for name in sorted(is_required - was_required):
        yield f"{path}.{name} is required, and older messages lack it"


def _build_schema(event: type[Event]) -> Any:
    schema = event.model_json_schema()
    return _strip(schema, schema.get("$defs", {}))


def _strip(schema: Any, definitions: Mapping[str, Any]) -> Any:
    """Inline definitions and remove descriptions."""
    if isinstance(schema, list):
        return [_strip(each, definitions) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if reference := schema.get("$ref"):
        return _strip(definitions[reference.rpartition("/")[2]], definitions)
    kept = {key: value for key, value in schema.items() if key not in _TEXTS}
    if "properties" in kept:
        fields = kept.pop("properties")
        kept["properties"] = {name: _strip(each, definitions) for name, each in fields.items()}
        return kept
    return {key: _strip(value, definitions) for key, value in kept.items()}


def main(arguments: list[str]) -> int:
    """Write the baseline, or with `--check` exit 1 if a rolling release would fail."""
    if "--write" in arguments:
        text = json.dumps(describe(EVENTS), indent=1, sort_keys=True)
        BASELINE.write_text(text + "\n", encoding="utf-8")
        return 0
    problems = list(find_problems(json.loads(BASELINE.read_text(encoding="utf-8")), EVENTS))
    sys.stderr.writelines(f"{problem}\n" for problem in problems)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
