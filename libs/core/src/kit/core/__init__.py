import sys

# Keep optional imports of libraries from loading developers' tools. Nothing here needs them, and
# they cost 8 MB and 0.15 s at each start.
for _unused in ("httpx._main", "pydantic.v1", "rich"):
    sys.modules.setdefault(_unused, None)  # type: ignore[arg-type] # None: "there is none"
