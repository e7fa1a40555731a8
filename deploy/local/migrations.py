"""Rules of squawk for migrations while older replicas serve, and documented exceptions."""

import json
import re
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from kit.web import migrations

from deploy.local.layout import ROOT, tool

BASELINES = {
    "identity": "a48109c55c5d",
    "catalog": "a22e111cc9c4",
    "enrollment": "49aa80a27496",
    "payments": "661355b8679c",
    "approvals": "8c1c6eafe427",
    "notifications": "d69dbcca5e14",
}
"""The version of each service from which the rules apply: all tables of the first release."""

OLDEST_POSTGRES = "17"
"""Debian's, with which `make up` runs."""
EXCLUDED_RULES = (
    # A length is a rule of the API that the database holds as well; a longer one rewrites nothing.
    "prefer-text-field",
    # Ids are UUIDs. Integers are counts, sums in minor units and versions, each of its own size.
    "prefer-bigint-over-int",
    "prefer-bigint-over-smallint",
    # A migration is one transaction; outside of it `kit.database.indexes` can be repeated.
    "prefer-robust-stmts",
    # Waits for locks are limited. Statements may take long, since they block no other transaction
    # then.
    "require-statement-timeout",
)
ASKS = "asks-the-database"
ASKED = (
    "Its effect depends on rows, so it cannot be checked beforehand, and it holds locks while it "
    "reads them. Write it as SQL, or as a sweep of the service that works in chunks."
)
EXCEPTION = re.compile(r"^# squawk-ignore(?: ([\w-]+)(?:: (.{20,}))?)?", re.MULTILINE)


@dataclass(frozen=True)
class Migration:
    """A version file and its SQL; None if it reads the database."""

    file: Path
    sql: str | None

    @property
    def exceptions(self) -> dict[str, str]:
        """Return the reasons of its exceptions by rule; empty if there is none."""
        return dict(EXCEPTION.findall(self.file.read_text()))


def newest(service: str) -> Iterator[Migration]:
    """The migrations of a service to which the rules apply."""
    folder = ROOT / "services" / service / "migrations"
    for file, sql in migrations.statements(folder, BASELINES[service]):
        yield Migration(file, sql)


def unsafe(found: Iterable[Migration]) -> list[str]:
    """Return one line for each violation."""
    listed = list(found)
    broken = _broken_rules([each.sql for each in listed])
    return [
        f"{each.file.name}: {rule}: {said}"
        for each, rules in zip(listed, broken, strict=True)
        for rule, said in _judge(rules, each.exceptions)
    ]


def _judge(broken: dict[str, str], exceptions: dict[str, str]) -> Iterator[tuple[str, str]]:
    yield from ((rule, said) for rule, said in broken.items() if rule not in exceptions)
    for rule, reason in exceptions.items():
        if rule not in broken:
            yield rule, "the migration does not break it: take its exception away"
        elif not reason:
            yield rule, "a reason is missing: # squawk-ignore <rule>: <why it may be broken here>"


def _broken_rules(texts: list[str | None]) -> list[dict[str, str]]:
    """For each text the rules that it breaks, and what squawk says of them."""
    broken: list[dict[str, str]] = [{} if text else {ASKS: ASKED} for text in texts]
    with tempfile.TemporaryDirectory() as folder:
        written = {Path(folder, f"{number}.sql"): text for number, text in enumerate(texts) if text}
        for file, text in written.items():
            file.write_text(text)
        if not written:
            return broken
        done = subprocess.run(
            [tool("squawk"), "--reporter=json", f"--pg-version={OLDEST_POSTGRES}",
             f"--exclude={','.join(EXCLUDED_RULES)}", *written],
            check=False, cwd=folder, capture_output=True, text=True,
        )  # fmt: skip
    for warning in json.loads(done.stdout):
        said = " ".join(filter(None, (warning["message"], warning["help"])))
        broken[int(Path(warning["file"]).stem)].setdefault(warning["rule_name"], said)
    return broken
