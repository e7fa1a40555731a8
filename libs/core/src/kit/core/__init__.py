"""What all six services are built with."""

import sys

# Libraries import these wherever they are installed, as they are beside the developers' tools, and
# do without them otherwise. Nothing here needs them: 8 MB and 0.15 s of each start of a service.
for _unused in ("httpx._main", "pydantic.v1", "rich"):
    sys.modules.setdefault(_unused, None)  # type: ignore[arg-type] # None: "there is none"
