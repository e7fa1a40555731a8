"""`make check`, `bench`, `faults`, `mutants`, `api` and `migration`."""

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from deploy.containers import trial
from deploy.containers.release import release as roll_over
from deploy.local import broker, build, checks, decisions, licenses
from deploy.local.drill import drill
from deploy.local.layout import FRONTEND, LIBRARIES, PACKAGES, ROOT, SERVICES, tool
from deploy.local.problems import Problem
from deploy.local.scratch import scratch_databases
from deploy.local.steps import Steps
from deploy.local.testing import degraded_journeys, test

__all__ = [
    "api", "bench", "check", "containers", "drill", "faults", "lock", "migration", "mutants",
    "release", "test",
]  # fmt: skip


def check(steps: Steps) -> int:
    """Lint, types and freshness; 1 when something is wrong."""
    with build.building():
        build.node_packages(steps)
    passed, failed = checks.run_checks()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def bench(steps: Steps) -> int:
    """The speed of the hot paths against bare references."""
    with build.building():
        build.node_packages(steps)
        build.app(steps)
    return _python("-m", "bench")


def faults(steps: Steps) -> int:
    """Run the crash and fault tests many times, the overload test, and the degraded journeys."""
    with build.building():
        build.node_packages(steps)
        build.app(steps)
    tests = (
        "libs",
        "services/catalog/tests/batches/test_listing.py",
        "tests/reliability",
        "tests/reliability/overload.py",
    )
    ended = _python("-m", "pytest", *tests, ITQAN_FAULTS="200")
    return degraded_journeys(steps) or ended


def mutants(_: Steps) -> int:
    """Mistakes put into the guards of money, seats and access; 1 when too few are noticed."""
    return _python("-m", "deploy.local.mutants")


def api(steps: Steps) -> int:
    """Generate the OpenAPI documents, the app's client and routes, broker definitions,
    docs/events.md, docs/states.md and the rules index.
    """
    with build.building():
        build.node_packages(steps)
    with steps.step("Writing the six OpenAPI documents"):
        checks.OPENAPI.mkdir(parents=True, exist_ok=True)
        with ThreadPoolExecutor(max_workers=2) as pool:
            for service, document in zip(SERVICES, pool.map(checks.openapi, SERVICES), strict=True):
                (checks.OPENAPI / f"{service}.json").write_text(document)
    with steps.step("Generating the client"):
        build.npm(FRONTEND, "run", "--silent", "api")
    with steps.step("Writing the app's routes for the services"):
        checks.APP_ROUTES.write_text(checks.app_routes())
    with steps.step("Writing the broker's definitions"):
        broker.FILE.write_text(checks.definitions())
    with steps.step("Writing the index of rules in CONTRIBUTING.md"):
        decisions.FILE.write_text(decisions.render(), "utf-8")
    with steps.step("Writing docs/states.md and docs/events.md"):
        return _python("-m", "deploy.local.states") or _python("-m", "contracts.docs")


def containers(steps: Steps) -> int:
    """Build the images and run the tests of the system in containers."""
    with build.building():
        build.node_packages(steps)
    return trial.run(steps)


def release(steps: Steps) -> int:
    """Roll the containers that run over to the images of `TAG`."""
    roll_over(steps, os.environ.get("TAG", ""))
    return 0


def migration(_: Steps) -> int:
    """Write a migration of one service from the difference between its tables and the others."""
    service, message = os.environ.get("S", ""), os.environ.get("M", "").strip()
    if service not in SERVICES or not re.search(r"\w", message):
        raise Problem(
            'Name the service and what changes, as in `make migration S=catalog M="add x"`; '
            f"the services are {', '.join(SERVICES)}."
        )
    with scratch_databases([service]) as urls:
        return _python(
            "-m", "kit", service, "revision", "-m", message, ITQAN_DATABASE_URL=urls[service]
        )


def lock(steps: Steps) -> int:
    """Resolve and lock all dependencies, including those of the images."""
    own = [f"{package}/pyproject.toml" for package in PACKAGES]
    compile_ = [
        str(tool("uv")), "pip", "compile", "--quiet", "--universal", "--generate-hashes",
        "--python-version", "3.11", "--no-header",
        *(part for name in LIBRARIES for part in ("--no-emit-package", f"itqan-{name}")),
    ]  # fmt: skip
    with steps.step("Resolving requirements.lock"):
        build.run([*compile_, *own, "--group", "dev", "--output-file", "requirements.lock"])
    with steps.step("Resolving the images' locks"):
        unused = ["--excludes", "deploy/docker/requirements/unused.txt"]
        for name, packages in image_dependencies().items():
            build.run(
                [*compile_, *packages, "--no-annotate", "--constraint", "requirements.lock",
                 *(unused if name != "payments" else []),
                 "--output-file", f"deploy/docker/requirements/{name}.lock"]
            )  # fmt: skip
        build.run(
            [*compile_, "--group", "tests", "--no-annotate", "--constraint", "requirements.lock",
             "--output-file", "deploy/containers/tests.lock"]
        )  # fmt: skip
    with build.building():
        build.python_packages(steps)
        build.node_packages(steps)
    with steps.step("Writing NOTICE.md"):
        licenses.NOTICE.write_text(licenses.notice())
    return 0


def image_dependencies() -> dict[str, list[str]]:
    """The files with the dependencies of each image; `shared` is part of all six services'."""
    libraries = [f"libs/{name}/pyproject.toml" for name in LIBRARIES if name != "testing"]
    return {
        "shared": libraries,
        "sandbox": ["deploy/sandboxes/requirements.in"],
        **{name: [*libraries, f"services/{name}/pyproject.toml"] for name in SERVICES},
    }


def _python(*arguments: str, **environment: str) -> int:
    return subprocess.run(
        [sys.executable, *arguments],
        check=False,
        cwd=ROOT,
        env={**build.node_environment(), **environment},
    ).returncode
