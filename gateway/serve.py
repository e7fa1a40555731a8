"""Start Traefik so that no client reaches it before its routes are loaded.

    python -m gateway.serve --web 127.0.0.1:80 --private 127.0.0.1:9100 -- traefik --configFile=...

Traefik accepts connections before it reads its routes, and would briefly answer every path with
404, webhooks included. So this program opens both sockets (systemd socket activation) and lets the
kernel drop packets to the public one; clients retransmit after a second. A process beside Traefik
removes the filter once the routes are loaded.

With ACME_EMAIL the gateway terminates TLS for the host of PUBLIC_URL. Its certificates come from
the ACME directory ACME_SERVER, by default Let's Encrypt's, which sends problems to that address.
Requests to --plain are redirected.

The files of dynamic/ are written to --dynamic, with the copies of each service (copies.py).

Only the standard library is used, because the image contains only Python.
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
"""Answered on the private port once Traefik has loaded routes.yaml, which contains its route."""
LOADED_SECONDS = 60.0
BACKLOG = 4096
# Missing in Python's socket module.
SO_ATTACH_FILTER, SO_DETACH_FILTER = 26, 27
# Packet filter (BPF) of one instruction that drops every packet: return 0.
_DROP_ALL = ctypes.create_string_buffer(struct.pack("HBBI", 0x06, 0, 0, 0))
FIRST_FD = 3
"""First socket in systemd's protocol."""


def main(arguments: list[str]) -> None:
    """Open the sockets and replace this process with Traefik."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--web", required=True)
    parser.add_argument("--private", required=True)
    parser.add_argument("--plain", default=":8081")
    parser.add_argument("--dynamic", type=Path, default=Path("/tmp/dynamic"))  # noqa: S108
    parser.add_argument("command", nargs="+")
    options = parser.parse_args(arguments)
    command = enable_acme(options.command, os.environ)
    web = listen(options.web)
    private = listen(options.private)
    sockets = {"web": web, "private": private}
    if command != options.command:
        sockets["plain"] = listen(options.plain)
    if drop_all(web):
        _open_later(web, private)
    _follow_copies(options.dynamic, [web, private])
    # Traefik resolves its plugins relative to the working directory.
    os.chdir(Path(__file__).resolve().parent)
    _exec(command, sockets)


def enable_acme(command: list[str], environment: Mapping[str, str]) -> list[str]:
    """Add the ACME configuration to the command's static file if an email address is given."""
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
    # JSON strings are valid YAML.
    filled = string.Template(text).substitute({k: json.dumps(v) for k, v in values.items()})
    target = Path(tempfile.mkdtemp(prefix="traefik-")) / "traefik.yaml"
    target.write_text(filled)
    others = [each for each in options if not each.startswith(CONFIGURATION)]
    return [program, f"{CONFIGURATION}{target}", *others]


def listen(address: str) -> socket.socket:
    """Open a listening socket at `host:port`; without a host, on all addresses."""
    host, _, port = address.rpartition(":")
    if host or not socket.has_dualstack_ipv6():
        return socket.create_server((host, int(port)), backlog=BACKLOG)
    return socket.create_server(
        ("", int(port)), family=socket.AF_INET6, dualstack_ipv6=True, backlog=BACKLOG
    )


def drop_all(listener: socket.socket) -> bool:
    """Drop all packets to the socket in the kernel; return False if this is not supported."""
    program = struct.pack("HL", 1, ctypes.addressof(_DROP_ALL))
    try:
        listener.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, program)
    except OSError as error:
        sys.stderr.write(f"the gateway answers before its routes are loaded: {error}\n")
        return False
    return True


def _open_later(web: socket.socket, private: socket.socket) -> None:
    """Start a detached process that removes the filter, so that Traefik has no child to reap."""
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
    """Write the dynamic files and start a process that follows the copies.

    If it dies, Traefik stops too, and is restarted instead of keeping stale addresses.
    """
    found = copies.write_all(target, os.environ)
    traefik = os.getpid()
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        return
    if os.fork() == 0:
        for each in sockets:
            each.close()
        try:
            copies.follow_copies(target, os.environ, found, traefik)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.kill(traefik, signal.SIGTERM)
    os._exit(0)


def _wait_until_loaded(traefik: int, private_port: int) -> None:
    end = time.monotonic() + LOADED_SECONDS
    while time.monotonic() < end and Path(f"/proc/{traefik}").exists():
        if _is_loaded(private_port):
            # The private port may have its routes some time before the public one.
            time.sleep(0.5)
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


def _exec(command: list[str], sockets: dict[str, socket.socket]) -> None:
    # Move them away first: a descriptor may occupy another one's target number.
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
