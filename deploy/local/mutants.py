"""`make mutants`: test the tests of the code that guards money, seats and access.

It introduces one error at a time and runs the tests. An unnoticed error is a guard without a test.
"""

import os
import queue
import random
import shlex
import shutil
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from cosmic_ray.ast import ast_nodes, get_ast_from_path
from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.plugins import get_operator
from cosmic_ray.work_item import MutationSpec, TestOutcome
from parso.tree import NodeOrLeaf

from deploy.local.layout import LOCAL, PACKAGES, ROOT, tool
from deploy.local.scratch import scratch_servers

MINUTES = 20
"""Time limit in minutes; mutants left out are reported."""
REQUIRED = 0.95
"""The part of the mistakes that the tests must notice."""
_AT_ONCE = 2
_LONGEST_SECONDS = 240
_SEED = 20261122
_NEEDED = ("conftest.py", "pyproject.toml", "deploy", "libs", "services", "tests")

# By the beginning of a module's path: the tests that guard it, the quickest first.
GUARDS: dict[str, dict[str, tuple[str, ...]]] = {
    "services/payments/src/payments/": {
        "adapters/paymob/signature.py": (
            "adapters/paymob",
            "settlement/test_callbacks.py",
            "checkout",
        ),
        "adapters/paymob/transactions.py": ("adapters/paymob", "settlement"),
        "settlement/callbacks/service.py": ("settlement", "checkout"),
        "settlement/service.py": ("settlement",),
        "payments/service.py": ("settlement", "checkout"),
        "charges/queries.py": ("checkout", "history"),
        "refunds/queries.py": ("refunds",),
        "refunds/service.py": ("refunds", "settlement/test_late_payments.py"),
    },
    "services/enrollment/src/enrollment/": {
        "enrollments/settlement/service.py": (
            "enrollments/test_settle.py",
            "enrollments/test_cancel.py",
        ),
        "enrollments/transitions/service.py": ("enrollments",),
        "enrollments/service.py": ("enrollments/test_enroll.py", "enrollments"),
        "enrollments/rules.py": ("enrollments/test_rules.py", "enrollments"),
        "seats/rules.py": ("seats", "enrollments/test_enroll.py", "enrollments/test_tasks.py"),
        "seats/service.py": ("enrollments/test_enroll.py", "seats", "enrollments"),
    },
    "libs/security/src/kit/security/": {
        "auth.py": ("test_auth.py",),
        "tokens.py": ("test_keys.py", "test_auth.py"),
    },
    "services/identity/src/identity/": {
        "sign_in/signing/queries.py": ("sign_in/signing",),
        "sign_in/signing/service.py": ("sign_in/signing",),
    },
}
# Each turns a decision round or moves its border. Their other mutants are mostly mistakes that
# no test can notice, such as `is` in the place of `==`.
OPERATORS = (
    "AddNot",
    "ReplaceAndWithOr",
    "ReplaceOrWithAnd",
    "ReplaceTrueWithFalse",
    "ReplaceFalseWithTrue",
    "ReplaceUnaryOperator_Delete_Not",
    "ReplaceContinueWithBreak",
    "ZeroIterationForLoop",
    "ExceptionReplacer",
    *(
        f"ReplaceComparisonOperator_{before}_{after}"
        for before, after in (
            ("Eq", "NotEq"), ("NotEq", "Eq"), ("Lt", "LtE"), ("Lt", "GtE"), ("LtE", "Lt"),
            ("LtE", "Gt"), ("Gt", "GtE"), ("Gt", "LtE"), ("GtE", "Gt"), ("GtE", "Lt"),
        )
    ),
    "ReplaceComparisonOperator_Is_IsNot",
    "ReplaceComparisonOperator_IsNot_Is",
)  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One mistake, and the tests that should notice it."""

    module: str
    operator: str
    occurrence: int
    tests: tuple[str, ...]


@dataclass
class Tally:
    """Results of the mutants."""

    noticed: Counter[str] = field(default_factory=Counter)
    unnoticed: list[tuple[str, str]] = field(default_factory=list)
    """Module and difference."""

    @property
    def rate(self) -> float:
        """The part that was noticed."""
        tried = self.noticed.total() + len(self.unnoticed)
        return self.noticed.total() / tried if tried else 0.0

    def report(self, left_out: int) -> str:
        """List the unnoticed mutants, then one line for each module and a total."""
        missed = Counter(module for module, _ in self.unnoticed)
        differences = [difference for _, difference in self.unnoticed]
        lines = [
            f"  {module:<58} {self.noticed[module]:>4} noticed {missed[module]:>3} not"
            for module in sorted({*self.noticed, *missed})
        ]
        total = f"{self.rate:.1%} of {self.noticed.total() + len(self.unnoticed)} were noticed"
        return "\n".join([*differences, *lines, f"{total}, {left_out} were not tried"])


def main() -> int:
    """Try mistakes in a fixed random order; 1 when fewer than `REQUIRED` are noticed."""
    waiting: queue.SimpleQueue[Mutant] = queue.SimpleQueue()
    found = list(all_mutants())
    random.Random(_SEED).shuffle(found)
    for mutant in found:
        waiting.put(mutant)
    tally, end = Tally(), time.monotonic() + MINUTES * 60
    with scratch_servers() as (postgres, rabbit), ThreadPoolExecutor(_AT_ONCE) as pool:
        os.environ |= {"ITQAN_TEST_POSTGRES_URL": postgres, "ITQAN_TEST_BROKER_URL": rabbit}
        copies = [_copy(number) for number in range(_AT_ONCE)]
        for done in [pool.submit(_try_all, copy, waiting, end, tally) for copy in copies]:
            done.result()
    print(tally.report(waiting.qsize()))
    return 0 if tally.rate >= REQUIRED else 1


def all_mutants() -> Iterator[Mutant]:
    """Every mistake that the operators can make in the guarded modules."""
    for source, modules in GUARDS.items():
        tests = Path(source.partition("/src/")[0], "tests")
        for name, files in modules.items():
            nodes = list(ast_nodes(get_ast_from_path(ROOT / source / name)))
            for operator in OPERATORS:
                positions = get_operator(f"core/{operator}")().mutation_positions
                places = (node for node in nodes for _ in positions(node))
                paths = tuple(str(tests / file) for file in files)
                for occurrence, node in enumerate(places):
                    if not _in_decorator(node):
                        yield Mutant(f"{source}{name}", f"core/{operator}", occurrence, paths)


def _in_decorator(node: NodeOrLeaf | None) -> bool:
    """Tell if it is a decorator's option without effect on results, such as `slots=True`."""
    return node is not None and (node.type == "decorator" or _in_decorator(node.parent))


def _copy(number: int) -> Path:
    """A copy of the code, in which mistakes are made."""
    folder = LOCAL / "mutants" / str(number)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in _NEEDED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name)
        else:
            shutil.copy(ROOT / name, folder / name)
    return folder


def _try_all(folder: Path, waiting: "queue.SimpleQueue[Mutant]", end: float, tally: Tally) -> None:
    while time.monotonic() < end:
        try:
            mutant = waiting.get_nowait()
        except queue.Empty:
            return
        difference = _survivor(folder, mutant)
        if difference is None:
            tally.noticed[mutant.module] += 1
        else:
            tally.unnoticed.append((mutant.module, difference))


def _survivor(folder: Path, mutant: Mutant) -> str | None:
    """The difference of a mistake that the tests do not notice."""
    specification = MutationSpec(
        module_path=folder / mutant.module,
        operator_name=mutant.operator,
        occurrence=mutant.occurrence,
        # Only for its reports.
        start_pos=(0, 0),
        end_pos=(0, 1),
    )
    sources = ":".join(str(folder / package / "src") for package in PACKAGES)
    command = shlex.join([
        "env", f"--chdir={folder}", f"PYTHONPATH={sources}",
        str(tool("pytest")), "-x", "-q", "-p", "no:cacheprovider", *mutant.tests,
    ])  # fmt: skip
    result = mutate_and_test([specification], command, _LONGEST_SECONDS)
    if result.test_outcome is TestOutcome.KILLED:
        return None
    if result.test_outcome is TestOutcome.SURVIVED:
        return str(result.diff).replace(f"{folder}/", "")
    raise RuntimeError(result.output)


if __name__ == "__main__":
    sys.exit(main())
