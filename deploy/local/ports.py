"""Free ports on the loopback interface."""

import random
import socket
from collections.abc import Container

from deploy.local.problems import Problem

# Below the range from which most kernels take the ports of outgoing connections.
_RANGE = range(20_000, 32_000)
_reserved: dict[int, socket.socket] = {}


def is_free(port: int) -> bool:
    """Tell if a server could listen on 127.0.0.1 at `port` now."""
    with socket.socket() as probe:
        # Ports of connections that ended a moment ago count as free, as they do for a server.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True


def reserve(port: int) -> bool:
    """Reserve a port until this process ends; return False if it is taken.

    The port is bound without listening, so no other process can choose it. A server, which sets
    `SO_REUSEADDR`, can still listen on it.
    """
    if port in _reserved:
        return False
    keeper = socket.socket()
    try:
        keeper.bind(("127.0.0.1", port))
    except OSError:
        keeper.close()
        return False
    # Not before: with it, two who choose at once would both get the port.
    keeper.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    _reserved[port] = keeper
    return True


def choose(taken: Container[int] = ()) -> int:
    """A free port that is not in `taken`, reserved as `reserve` says."""
    for port in random.sample(_RANGE, len(_RANGE)):
        if port not in taken and reserve(port):
            return port
    raise Problem("No port between 20000 and 32000 is free: stop some of the programs there.")


def choose_three() -> int:
    """Return the first of three consecutive ports, so that a system's addresses are predictable."""
    while True:
        first = choose()
        if reserve(first + 1) and reserve(first + 2):
            return first


def require_free(port: int, purpose: str) -> None:
    """Raise a `Problem` when another program listens on `port`."""
    if not 1 <= port <= 65_533:
        raise Problem(f"PORT={port} is invalid: choose a port between 1024 and 65533.")
    if not is_free(port):
        raise Problem(
            f"Port {port}, which is for {purpose}, is taken by another program: "
            "stop that, or choose another one, as in `PORT=9000 make up`."
        )
