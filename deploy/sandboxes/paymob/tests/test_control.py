from pathlib import Path
from typing import Any

import httpx
import pytest

from deploy.sandboxes.paymob.app import create_app
from deploy.sandboxes.paymob.config import Settings
from deploy.sandboxes.paymob.serving import serve

from .conftest import until

# Only the answer is not waited for: a connection takes as long as it takes.
IMPATIENT = httpx.Timeout(60, read=0.3)


class TestFaults:
    def test_an_error_is_answered_as_often_as_asked(
        self, client: httpx.Client, secret: dict[str, str], body: dict[str, Any]
    ) -> None:
        client.post("/sandbox/faults", json={"call": "intention", "status": 500, "times": 2})
        statuses = [
            client.post("/v1/intention/", json=body, headers=secret).status_code for _ in range(3)
        ]
        assert statuses == [500, 500, 201]

    def test_a_lost_answer_leaves_the_work_done(
        self, client: httpx.Client, secret: dict[str, str], body: dict[str, Any]
    ) -> None:
        client.post(
            "/sandbox/faults", json={"call": "intention", "kind": "lost_answer", "delay_ms": 3000}
        )
        with pytest.raises(httpx.ReadTimeout):
            client.post("/v1/intention/", json=body, headers=secret, timeout=IMPATIENT)
        params = {"special_reference": body["special_reference"]}
        until(lambda: len(client.get("/sandbox/intentions", params=params).json()) == 1)

    def test_a_hang_has_done_nothing_yet(
        self, client: httpx.Client, secret: dict[str, str], body: dict[str, Any]
    ) -> None:
        fault = {"call": "intention", "kind": "hang", "delay_ms": 60_000}
        client.post("/sandbox/faults", json=fault)
        with pytest.raises(httpx.ReadTimeout):
            client.post("/v1/intention/", json=body, headers=secret, timeout=IMPATIENT)
        assert client.get("/sandbox/intentions").json() == []


class TestState:
    def test_a_restart_keeps_intentions_and_payments(
        self, tmp_path: Path, settings: Settings, secret: dict[str, str], body: dict[str, Any]
    ) -> None:
        settings.state_file = tmp_path / "sandbox.sqlite"
        with (
            serve(create_app(settings)) as url,
            httpx.Client(base_url=url, trust_env=False) as first,
        ):
            made = first.post("/v1/intention/", json=body, headers=secret).json()
            first.post(f"/sandbox/intentions/{made['id']}/pay", json={})
        with (
            serve(create_app(settings)) as url,
            httpx.Client(base_url=url, trust_env=False) as second,
        ):
            found = second.get(f"/sandbox/intentions/{made['id']}").json()
            again = second.post(f"/sandbox/intentions/{made['id']}/pay", json={})
            assert [t["success"] for t in found["transactions"]] == [True]
            assert again.status_code == 409

    def test_reset_forgets(self, client: httpx.Client, intention: dict[str, Any]) -> None:
        assert client.post("/sandbox/reset").status_code == 204
        assert client.get(f"/sandbox/intentions/{intention['id']}").status_code == 404


class TestBehaviour:
    def test_bad_values_are_refused(self, client: httpx.Client) -> None:
        for change in ({"copies": 0}, {"loss": 2}, {"delay_ms": -1}, {"refund_shape": "odd"}):
            assert client.put("/sandbox/behaviour", json=change).status_code == 400

    def test_only_what_is_sent_changes(self, client: httpx.Client) -> None:
        changed = client.put("/sandbox/behaviour", json={"copies": 2}).json()
        assert (changed["copies"], changed["delay_ms"]) == (2, 0)
