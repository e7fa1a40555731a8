"""Starts Traefik so that nobody reaches it before it knows its routes.

    python -m gateway.serve --web 127.0.0.1:80 --private 127.0.0.1:9100 -- traefik --configFile=...

Traefik accepts connections first and reads its routes then: for a moment it would answer every
path, webhooks among them, with 404. So this opens the two sockets, in the way of systemd's socket
activation, and lets the kernel drop what comes to the public one: a client sends its first packet
again after a second. A process beside Traefik ends that as soon as the routes are there.

With ACME_EMAIL the gateway ends TLS itself, for the host of PUBLIC_URL: with certificates of the
authority whose directory is ACME_SERVER, Let's Encrypt's where it is not given, which writes to
this address when something is wrong. What comes to --plain is redirected.

The files of dynamic/ are written to --dynamic, with the copies of each service (copies.py).

Only the standard library is used: the image has Python and nothing else.
"""

import argparse
import contextlib
import ctypes
import fcntl
import http.client
import json
import os
import signal
import socket
import string
import struct
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

from gateway import copies

CONFIGURATION = "--configFile="
LETS_ENCRYPT = "https://acme-v02.api.letsencrypt.org/directory"
LOADED_PATH = "/loaded"
"""Answered on the private port once Traefik has read routes.yaml, which routes it."""
LOADED_SECONDS = 60.0
BACKLOG = 4096
# Not in Python's socket module.
SO_ATTACH_FILTER, SO_DETACH_FILTER = 26, 27
# A program for the kernel's packet filter, of one instruction: return 0, that is, keep nothing.
_DROP_ALL = ctypes.create_string_buffer(struct.pack("HBBI", 0x06, 0, 0, 0))
FIRST_FD = 3
"""First descriptor of systemd's socket activation."""


def main(arguments: list[str]) -> None:
    """Open the sockets and become Traefik."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--web", required=True)
    parser.add_argument("--private", required=True)
    parser.add_argument("--plain", default=":8081")
    parser.add_argument("--dynamic", type=Path, default=Path("/tmp/dynamic"))  # noqa: S108
    parser.add_argument("command", nargs="+")
    options = parser.parse_args(arguments)
    command = with_certificates(options.command, os.environ)
    web = listen(options.web)
    private = listen(options.private)
    sockets = {"web": web, "private": private}
    if command != options.command:
        sockets["plain"] = listen(options.plain)
    if drop_all(web):
        _open_later(web, private)
    _follow_copies(options.dynamic, [web, private])
    # Where Traefik looks for its plugins.
    os.chdir(Path(__file__).resolve().parent)
    _become(command, sockets)


def with_certificates(command: list[str], environment: Mapping[str, str]) -> list[str]:
    """The command with a static file that has the lines of ACME, where an email is given."""
    email = environment.get("ACME_EMAIL")
    if not email:
        return command
    public = urlsplit(environment.get("PUBLIC_URL", ""))
    if public.scheme != "https" or not public.hostname:
        raise SystemExit("ACME_EMAIL needs PUBLIC_URL, with https and the name of a host")
    program, *options = command
    files = [each.removeprefix(CONFIGURATION) for each in options if each.startswith(CONFIGURATION)]
    source = Path(files[0] if files else Path(__file__).resolve().parent / "traefik.yaml")
    values = {
        "email": email,
        "host": public.hostname,
        "server": environment.get("ACME_SERVER") or LETS_ENCRYPT,
    }
    text = source.read_text().replace("#acme ", "")
    # What JSON quotes, YAML reads.
    filled = string.Template(text).substitute({k: json.dumps(v) for k, v in values.items()})
    target = Path(tempfile.mkdtemp(prefix="traefik-")) / "traefik.yaml"
    target.write_text(filled)
    others = [each for each in options if not each.startswith(CONFIGURATION)]
    return [program, f"{CONFIGURATION}{target}", *others]


def listen(address: str) -> socket.socket:
    """A listening socket at `host:port`; without a host on every address of the machine."""
    host, _, port = address.rpartition(":")
    if host or not socket.has_dualstack_ipv6():
        return socket.create_server((host, int(port)), backlog=BACKLOG)
    return socket.create_server(
        ("", int(port)), family=socket.AF_INET6, dualstack_ipv6=True, backlog=BACKLOG
    )


def drop_all(listener: socket.socket) -> bool:
    """Have the kernel drop what comes to the socket; False where it cannot."""
    program = struct.pack("HL", 1, ctypes.addressof(_DROP_ALL))
    try:
        listener.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, program)
    except OSError as error:
        sys.stderr.write(f"the gateway answers before its routes are loaded: {error}\n")
        return False
    return True


def _open_later(web: socket.socket, private: socket.socket) -> None:
    """Start a process that stops dropping connections, detached so that Traefik has no unknown
    child.
    """
    traefik, port = os.getpid(), private.getsockname()[1]
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        return
    if os.fork() == 0:
        private.close()
        _wait_until_loaded(traefik, port)
        web.setsockopt(socket.SOL_SOCKET, SO_DETACH_FILTER, 0)
    os._exit(0)


def _follow_copies(target: Path, sockets: list[socket.socket]) -> None:
    """Write the dynamic files, and leave a process behind that follows the copies.

    Traefik ends with it, so that it is started again rather than left with old addresses.
    """
    found = copies.prepare(target, os.environ)
    traefik = os.getpid()
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        return
    if os.fork() == 0:
        for each in sockets:
            each.close()
        try:
            copies.follow(target, os.environ, found, traefik)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.kill(traefik, signal.SIGTERM)
    os._exit(0)


def _wait_until_loaded(traefik: int, private_port: int) -> None:
    end = time.monotonic() + LOADED_SECONDS
    while time.monotonic() < end and Path(f"/proc/{traefik}").exists():
        if _is_loaded(private_port):
            # The two ports get their routes one just after the other.
            time.sleep(0.05)
            return
        time.sleep(0.02)


def _is_loaded(private_port: int) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", private_port, timeout=1)
    try:
        connection.request("GET", LOADED_PATH)
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _become(command: list[str], sockets: dict[str, socket.socket]) -> None:
    # Out of the way first: one of them may lie where another one goes.
    away = [fcntl.fcntl(each.fileno(), fcntl.F_DUPFD, 64) for each in sockets.values()]
    for number, moved in enumerate(away, FIRST_FD):
        os.dup2(moved, number)
        os.close(moved)
    environment = {
        **os.environ,
        "LISTEN_PID": str(os.getpid()),
        "LISTEN_FDS": str(len(sockets)),
        "LISTEN_FDNAMES": ":".join(sockets),
    }
    os.execvpe(command[0], command, environment)  # noqa: S606


if __name__ == "__main__":
    main(sys.argv[1:])
