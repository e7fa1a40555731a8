"""A bad network loses answers after the work was done, and a seed repeats a run."""

import httpx
import pytest
from fastapi import FastAPI

from deploy.local import degraded, ports
from deploy.local.degraded import CUT_EVERY, LONGEST_DELAY, Degradation, degrading
from deploy.sandboxes.paymob.serving import serve

CALLS = 200


def test_an_answer_is_lost_after_the_work_was_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(degraded, "LONGEST_DELAY", 0.0)
    app, written = FastAPI(), []

    @app.post("/api/v1/things")
    async def write() -> None:
        written.append(1)

    @app.get("/assets/app.js")
    async def read() -> str:
        return "app"

    port = ports.choose()
    url = f"http://localhost:{port}"
    with (
        serve(app) as upstream,
        degrading(port, int(upstream.rpartition(":")[2]), seed=1) as degradation,
        httpx.Client(base_url=url, trust_env=False) as client,
    ):
        with pytest.raises(httpx.TransportError):
            client.post("/api/v1/things")
        assert len(written) == 1
        assert client.post("/api/v1/things").status_code == 200
        assert {client.get("/assets/app.js").text for _ in range(CUT_EVERY)} == {'"app"'}
    assert (degradation.cut, degradation.counts.total()) == (1, 2)


def test_a_seed_repeats_what_happens_to_each_call_of_a_route() -> None:
    def choose(seed: int) -> list[float | None]:
        degradation = Degradation(seed)
        return [degradation.choose("GET", "/api/v1/batches") for _ in range(CALLS)]

    chosen = choose(1)
    assert chosen == choose(1) != choose(2)
    assert chosen.count(None) == CALLS // CUT_EVERY
    assert all(0 <= delay <= LONGEST_DELAY for delay in chosen if delay is not None)
