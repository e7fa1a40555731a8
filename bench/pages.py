"""Lighthouse scores of the most visited public pages, on a phone with a slow network.

It runs on the whole system with demo data, and also reports loading times and their causes.
`python -m bench.pages` runs it alone.

Performance scores depend on the machine's load: browser time counts four times.
"""

import json
import shutil
import statistics
import subprocess
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import redirect_stdout, suppress
from io import StringIO

from deploy.local import build, ports
from deploy.local.layout import ROOT, node
from deploy.local.options import Options
from deploy.local.scratch import scratch_state
from deploy.local.steps import Steps
from deploy.local.system import System

FOLDER = ROOT / "bench" / "lighthouse"
PROGRAM = FOLDER / "node_modules" / "lighthouse" / "cli" / "index.js"
TARGETS = {"performance": 95, "accessibility": 100, "best-practices": 100, "seo": 100}
AT_MOST = {
    "largest paint s": 2.0,
    "layout shift": 0.02,
    "longest task ms": 150,
    "requests": 20,
    "kB": 250,
}
"""Upper limits of loading: largest paint, longest task at a quarter of the speed, requests and
bytes without pictures.
"""
TIMES = 3
"""Runs per page; the median counts."""
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
    waited: dict[str, dict[str, float]] = {}
    training, batch = _offer(url)
    pages = {
        "/": ("/", "en"),
        "/trainings": ("/trainings", "en"),
        "/trainings in Arabic": ("/trainings", "ar"),
        "a training": (training, "en"),
        "a batch": (batch, "en"),
    }
    for name, (path, language) in pages.items():
        try:
            judged = [_judged_at_last(url + path, language, chromium) for _ in range(TIMES)]
        except subprocess.SubprocessError as error:
            # The other pages are judged all the same.
            said = getattr(error, "stderr", None) or str(error).encode()
            yield f"{name:<44} not measured: {said.decode().strip().splitlines()[-1]}"
            continue
        found = {each: statistics.median(one[each] for one in judged) for each in judged[0]}
        reached = all(found[each] >= TARGETS[each] for each in TARGETS)
        figures = " ".join(f"{found[each]:>14.0f}" for each in TARGETS)
        yield f"{name:<44} {figures}  {_verdict(reached=reached)}"
        waited[name] = found
    yield f"{'page, what is waited for':<44} " + " ".join(f"{each:>15}" for each in AT_MOST)
    yield f"{'  at most':<44} " + " ".join(f"{most:>15g}" for most in AT_MOST.values())
    for name, found in waited.items():
        reached = all(found[each] <= AT_MOST[each] for each in AT_MOST)
        figures = " ".join(f"{found[each]:>15.3g}" for each in AT_MOST)
        yield f"{name:<44} {figures}  {_verdict(reached=reached)}"


def _verdict(*, reached: bool) -> str:
    return "reached" if reached else "MISSED"


def _offer(url: str) -> tuple[str, str]:
    """The addresses of a training and of one of its batches."""
    with urllib.request.urlopen(f"{url}/api/v1/batches?page_size=1") as answer:
        batch = json.load(answer)["data"][0]
    training = f"/trainings/{batch['training']['id']}"
    return training, f"{training}/batch/{batch['id']}"


def _judged_at_last(address: str, language: str, chromium: str) -> Mapping[str, float]:
    for _ in range(ATTEMPTS - 1):
        with suppress(subprocess.SubprocessError):
            return _judged(address, language, chromium)
    return _judged(address, language, chromium)


def _judged(address: str, language: str, chromium: str) -> Mapping[str, float]:
    """Return Lighthouse's scores of 100 and the measures of `AT_MOST`, for a browser of this
    language.
    """
    done = subprocess.run(
        [str(node()), str(PROGRAM), address, "--output=json", "--quiet",
         f"--only-categories={','.join(TARGETS)}",
         "--chrome-flags=--headless=new --no-sandbox --disable-dev-shm-usage"
         f" --lang={language} --accept-lang={language}"],
        check=True,
        capture_output=True,
        timeout=SECONDS,
        env={**build.node_environment(), "CHROME_PATH": chromium},
    )  # fmt: skip
    report = json.loads(done.stdout)
    categories, audits = report["categories"], report["audits"]
    tasks = audits["long-tasks"].get("details", {"items": []})["items"]
    requests = audits["network-requests"]["details"]["items"]
    asked = [request for request in requests if request.get("resourceType") != "Image"]
    scores = {name: 100 * (categories[name]["score"] or 0) for name in TARGETS}
    return scores | {
        "largest paint s": audits["largest-contentful-paint"]["numericValue"] / 1000,
        "layout shift": audits["cumulative-layout-shift"]["numericValue"],
        "longest task ms": max((task["duration"] for task in tasks), default=0),
        "requests": len(asked),
        "kB": sum(request["transferSize"] for request in asked) / 1000,
    }


if __name__ == "__main__":
    print(run())
