"""State of a running system: its ports, secrets and data folder."""

import contextlib
import hashlib
import json
import os
import pwd
import secrets
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from deploy.local import ports

DATABASE_USER = "postgres"
OUTSIDE = Path("/var/lib/itqan")


@dataclass
class State:
    """The folder of one running system; `.local/` for `make up`, another one for a test run."""

    folder: Path
    data: Path
    ports: dict[str, int] = field(default_factory=dict)
    secrets: dict[str, str] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)

    @classmethod
    def load(cls, folder: Path) -> "State":
        """Read the folder's state, or begin it."""
        folder.mkdir(parents=True, exist_ok=True, mode=0o755)
        file = folder / "state.json"
        if file.exists():
            saved = json.loads(file.read_text())
            return cls(folder, Path(saved.pop("data")), **saved)
        state = cls(folder, data_folder(folder))
        # Left by a deleted clone, whose passwords are lost.
        if state.data.exists():
            shutil.rmtree(state.data)
        state.data.mkdir(parents=True)
        # PostgreSQL's user needs access for any umask.
        for path in {state.data, *state.data.parents} & {state.data, OUTSIDE}:
            path.chmod(0o711)
        state.save()
        return state

    def save(self) -> None:
        """Write it so that only its owner reads the passwords and a crash leaves the old one."""
        file = self.folder / "state.json"
        draft = file.with_suffix(".new")
        draft.touch(mode=0o600)
        draft.write_text(
            json.dumps(
                {
                    "data": str(self.data),
                    "ports": self.ports,
                    "secrets": self.secrets,
                    "notes": self.notes,
                },
                indent=1,
            )
        )
        draft.replace(file)

    def port(self, name: str) -> int:
        """The port of the part `name`."""
        return self.ports[name]

    def assign_ports(self, names: list[str]) -> None:
        """Give each name a free port, the one of last time where it is still free."""
        taken: set[int] = set()
        assigned: dict[str, int] = {}
        for name in names:
            before = self.ports.get(name)
            if before is not None and before not in taken and ports.is_free(before):
                assigned[name] = before
            else:
                assigned[name] = ports.choose(taken | set(self.ports.values()))
            taken.add(assigned[name])
        self.ports = assigned
        self.save()

    def assign_missing_ports(self, names: list[str]) -> None:
        """Give each name that has no port yet a free one; the rest may be in use."""
        for name in names:
            if name not in self.ports:
                self.ports[name] = ports.choose(set(self.ports.values()))
        self.save()

    def secret(self, name: str) -> str:
        """Return the secret `name`, which the first call creates."""
        if name not in self.secrets:
            self.secrets[name] = secrets.token_urlsafe(24)
            self.save()
        return self.secrets[name]

    @property
    def logs(self) -> Path:
        """Return the folder of the logs."""
        return self.folder / "logs"

    def remove_data(self) -> None:
        """Delete the data, and the folder outside of all clones when this was the last in it."""
        shutil.rmtree(self.data, ignore_errors=True)
        if self.data.parent == OUTSIDE:
            with contextlib.suppress(OSError):
                OUTSIDE.rmdir()

    def wipe(self) -> None:
        """Delete data, mails, secrets and logs, but not the stamps of builds."""
        self.remove_data()
        for path in self.folder.iterdir():
            if path.name == "stamps" or path.suffix == ".lock":
                continue
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink()


def data_folder(folder: Path) -> Path:
    """Return the folder of the state's databases.

    PostgreSQL refuses to run as root. If root starts it as a user without access to the clone, the
    data goes to an outside folder named after the clone's path.
    """
    if os.geteuid() != 0 or _may_enter(folder.resolve()):
        return folder / "data"
    name = hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:16]
    return OUTSIDE / name


def _may_enter(folder: Path) -> bool:
    try:
        pwd.getpwnam(DATABASE_USER)
    except KeyError:
        return False
    # Only the system knows about groups and access lists: ask it instead of reading modes.
    asked = subprocess.run(
        ["setpriv", f"--reuid={DATABASE_USER}", f"--regid={DATABASE_USER}", "--init-groups",
         "--", "test", "-x", str(folder)],
        check=False,
        capture_output=True,
    )  # fmt: skip
    return asked.returncode == 0
