"""Free ports on the loopback interface."""

import random
import socket
from collections.abc import Container

from deploy.local.problems import Problem

# Below the kernel's own range, so that no outgoing connection takes one of them meanwhile.
_RANGE = range(20_000, 32_000)


def is_free(port: int) -> bool:
    """Whether a server could listen on 127.0.0.1 at `port` now."""
    with socket.socket() as probe:
        # Ports of connections that ended a moment ago count as free, as they do for a server.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True


def choose(taken: Container[int] = ()) -> int:
    """A free port that is not in `taken`."""
    for port in random.sample(_RANGE, len(_RANGE)):
        if port not in taken and is_free(port):
            return port
    raise Problem("No port between 20000 and 32000 is free: stop some of the programs there.")


def require_free(port: int, purpose: str) -> None:
    """Raise a `Problem` when another program listens on `port`."""
    if not 1 <= port <= 65_533:
        raise Problem(f"PORT={port} is no port: choose one between 1024 and 65533.")
    if not is_free(port):
        raise Problem(
            f"Port {port}, which is for {purpose}, is taken by another program: "
            "stop that, or choose another one, as in `PORT=9000 make up`."
        )
