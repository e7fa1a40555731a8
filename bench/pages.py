"""Lighthouse's judgement of the pages that visitors open most, as a phone on a slow network sees
them, on the whole system with demo data. `python -m bench.pages` runs it by itself.

Its performance depends on what else the machine does: it counts the browser's time four times.
"""

import json
import shutil
import statistics
import subprocess
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import redirect_stdout, suppress
from io import StringIO
from typing import Any

from deploy.local import build, ports
from deploy.local.layout import ROOT, node
from deploy.local.options import Options
from deploy.local.scratch import scratch_state
from deploy.local.steps import Steps
from deploy.local.system import System

FOLDER = ROOT / "bench" / "lighthouse"
PROGRAM = FOLDER / "node_modules" / "lighthouse" / "cli" / "index.js"
TARGETS = {"performance": 95, "accessibility": 100, "best-practices": 100, "seo": 100}
TIMES = 3
"""How often each page is judged; the median counts."""
ATTEMPTS = 3
"""For each judgement: a browser that gets no time says that nothing was loaded (NO_NAVSTART)."""
SECONDS = 180
"""For one judgement."""


def run() -> str:
    """The rows of the table that `make bench` prints; more is better."""
    chromium = shutil.which("chromium")
    if chromium is None:
        return "pages by Lighthouse: not measured: Debian's chromium is missing"
    steps = Steps()
    with redirect_stdout(StringIO()), build.building():
        build.node_packages(steps)
        build.install_node(steps, FOLDER, "Lighthouse's")
        build.app(steps)
    with scratch_state("itqan-pages-") as state:
        system = System(state, Options(port=ports.choose_three()))
        with redirect_stdout(StringIO()), system.running(steps):
            return "\n".join(_rows(system.options.public_url, chromium))


def _rows(url: str, chromium: str) -> Iterator[str]:
    yield f"{'page, by Lighthouse':<44} " + " ".join(f"{name:>14}" for name in TARGETS)
    training, batch = _offer(url)
    pages = {"/": "/", "/trainings": "/trainings", "a training": training, "a batch": batch}
    for name, path in pages.items():
        try:
            judged = [_judged_at_last(url + path, chromium) for _ in range(TIMES)]
        except subprocess.SubprocessError as error:
            # The other pages are judged all the same.
            said = getattr(error, "stderr", None) or str(error).encode()
            yield f"{name:<44} not measured: {said.decode().strip().splitlines()[-1]}"
            continue
        scores = {each: statistics.median(one[each] for one in judged) for each in TARGETS}
        reached = all(scores[each] >= TARGETS[each] for each in TARGETS)
        figures = " ".join(f"{scores[each]:>14.0f}" for each in TARGETS)
        yield f"{name:<44} {figures}  {'reached' if reached else 'MISSED'}"


def _offer(url: str) -> tuple[str, str]:
    """The addresses of a training and of one of its batches."""
    with urllib.request.urlopen(f"{url}/api/v1/batches?page_size=1") as answer:
        batch = json.load(answer)["data"][0]
    training = f"/trainings/{batch['training']['id']}"
    return training, f"{training}/batch/{batch['id']}"


def _judged_at_last(address: str, chromium: str) -> Mapping[str, float]:
    for _ in range(ATTEMPTS - 1):
        with suppress(subprocess.SubprocessError):
            return _judged(address, chromium)
    return _judged(address, chromium)


def _judged(address: str, chromium: str) -> Mapping[str, float]:
    """Lighthouse's scores of 100; its own defaults are the phone and the slow network."""
    done = subprocess.run(
        [str(node()), str(PROGRAM), address, "--output=json", "--quiet",
         f"--only-categories={','.join(TARGETS)}",
         "--chrome-flags=--headless=new --no-sandbox --disable-dev-shm-usage"],
        check=True,
        capture_output=True,
        timeout=SECONDS,
        env={**build.node_environment(), "CHROME_PATH": chromium},
    )  # fmt: skip
    categories: dict[str, Any] = json.loads(done.stdout)["categories"]
    return {name: 100 * (categories[name]["score"] or 0) for name in TARGETS}


if __name__ == "__main__":
    print(run())
