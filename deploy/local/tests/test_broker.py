"""The broker's users: each service has one, which can do its work and read nothing of another."""

import json
import os
import re
import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import aio_pika
import aiormq
import pytest
from contracts.consumers import CONSUMERS
from contracts.identity import OrganizationUpdated, SessionEnded
from kit.database.db import Database, new_id
from kit.messaging import outbox
from kit.messaging.broadcast import BroadcastListener
from kit.messaging.broker import Broker, open_channel, publish
from kit.messaging.definitions import definitions
from kit.messaging.inbox import Consumer
from kit.messaging.parking import parked, replay
from kit.messaging.relay import Relay
from kit.testing.messaging import (
    Part,
    eventually,
    fresh_messaging_database,
    get_queue_depth,
    handled,
    publish_events,
    record,
)

from deploy.local import broker as brokers
from deploy.local import ports
from deploy.local.layout import ROOT, SERVICES
from deploy.local.servers import PrivateRabbit

PASSWORDS = {name: f"{name}-for-trying-out" for name in SERVICES}
OTHERS = [name for name in SERVICES if name != "catalog"]


def node_of(folder: Path, text: str) -> PrivateRabbit:
    return PrivateRabbit(
        folder / "rabbit", ports.choose(), ports.choose(), ports.choose(), definitions=text
    )


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PrivateRabbit]:
    folder = tmp_path_factory.mktemp("node")
    with node_of(folder, brokers.definitions(PASSWORDS)).running(folder / "log") as node:
        yield node


def seen_by(node: PrivateRabbit, service: str) -> Broker:
    return Broker(node.address(service, PASSWORDS[service]))


class TestPermissions:
    async def test_a_service_publishes_to_another_and_hears_broadcasts(
        self, node: PrivateRabbit, postgres_url: str
    ) -> None:
        heard: list[SessionEnded] = []
        async with fresh_messaging_database(postgres_url) as database:
            parts: list[Part] = [
                Relay(database, seen_by(node, "identity")),
                Consumer(
                    "catalog", database, seen_by(node, "catalog"), {OrganizationUpdated: record}
                ),
                BroadcastListener(
                    "payments", seen_by(node, "payments"), {SessionEnded: heard.append}
                ),
            ]
            for part in parts:
                part.start()
                await eventually(partial(getattr, part, "connected"))
            await publish_events(database, 3)
            async with database.transaction() as session:
                ended = SessionEnded(session_id=new_id(), user_id=new_id())
                await outbox.publish(session, ended, sequence=1)
            await eventually(lambda: handled_all(database, 3))
            await eventually(lambda: len(heard) == 1)
            for part in parts:
                await part.stop()

    async def test_a_service_parks_and_gives_back(self, node: PrivateRabbit) -> None:
        broker = seen_by(node, "approvals")
        async with broker.connect("parking") as connection:
            channel = await open_channel(connection)
            for name in broker.queues("approvals"):
                message = aio_pika.Message(b"{}", message_id=name, type="demo")
                await publish(channel.default_exchange, message, name)
        # What waits for its next attempt comes back by itself.
        [letter] = await parked(broker, "approvals")
        assert letter.id == broker.dead_name("approvals")
        assert await replay(broker, "approvals") == 1

    @pytest.mark.parametrize("other", OTHERS)
    async def test_no_service_reads_the_queues_of_another(
        self, node: PrivateRabbit, other: str
    ) -> None:
        broker = seen_by(node, "catalog")
        for name in broker.queues(other):
            with pytest.raises(aiormq.exceptions.ChannelAccessRefused):
                await read(broker, name)

    @pytest.mark.parametrize("service", SERVICES)
    async def test_everybody_reads_the_own_ones(self, node: PrivateRabbit, service: str) -> None:
        broker = seen_by(node, service)
        for name in broker.queues(service):
            await read(broker, name)

    async def test_no_service_declares_other_queues_or_exchanges(self, node: PrivateRabbit) -> None:
        async with seen_by(node, "catalog").connect("stranger") as connection:
            with pytest.raises(aiormq.exceptions.ChannelAccessRefused):
                await (await open_channel(connection)).declare_queue("own")
            with pytest.raises(aiormq.exceptions.ChannelAccessRefused):
                await (await open_channel(connection)).declare_exchange("own")

    async def test_there_is_no_other_user(self, node: PrivateRabbit) -> None:
        for user in ("guest", "itqan"):
            with pytest.raises(aio_pika.exceptions.AMQPError):
                await aio_pika.connect(node.address(user, user))


class TestStart:
    async def test_a_new_password_counts_and_messages_stay(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        first = node_of(tmp_path, brokers.definitions(PASSWORDS))
        with first.running(tmp_path / "log"):
            broker = seen_by(first, "payments")
            async with broker.connect("sending") as connection:
                channel = await open_channel(connection)
                name = broker.dead_name("payments")
                await publish(channel.default_exchange, aio_pika.Message(b"kept"), name)
        changed = PASSWORDS | {"payments": "another-password"}
        second = node_of(tmp_path, filled_by_compose(tmp_path, changed))
        # A node does not start with a setting that it does not know.
        own = (ROOT / "deploy" / "docker" / "rabbit.conf").read_text()
        more = tmp_path / "conf.d"
        more.mkdir()
        (more / "20-itqan.conf").write_text(re.sub("^load_definitions.*", "", own, flags=re.M))
        monkeypatch.setenv("RABBITMQ_CONFIG_FILES", str(more))
        with second.running(tmp_path / "log"):
            with pytest.raises(aio_pika.exceptions.AMQPError):
                await aio_pika.connect(second.address("payments", PASSWORDS["payments"]))
            broker = Broker(second.address("payments", changed["payments"]))
            assert await get_queue_depth(broker, name) == 1


class TestDefinitions:
    def test_are_fresh(self) -> None:
        assert json.loads(brokers.FILE.read_text()) == definitions()

    def test_have_a_user_for_each_service(self) -> None:
        users = json.loads(brokers.definitions(PASSWORDS))["users"]
        assert {user["name"]: user["password"] for user in users} == PASSWORDS
        assert set(CONSUMERS) == set(SERVICES)
        assert not any(user["tags"] for user in users)

    def test_are_filled_alike_natively_and_in_compose(self, tmp_path: Path) -> None:
        text = filled_by_compose(tmp_path, PASSWORDS)
        assert json.loads(text) == json.loads(brokers.definitions(PASSWORDS))

    @pytest.mark.parametrize("password", ["", "a/b", 'a"b', "a b", "a&b"])
    def test_a_password_that_would_need_escapes_is_refused(
        self, tmp_path: Path, password: str
    ) -> None:
        done = fill(tmp_path, PASSWORDS | {"catalog": password})
        assert done.returncode == 1
        assert "CATALOG_BROKER_PASSWORD" in done.stderr


async def read(broker: Broker, name: str) -> None:
    async with broker.connect("reading") as connection:
        channel = await open_channel(connection)
        queue = await channel.get_queue(name, ensure=False)
        await queue.get(fail=False, timeout=10)


async def handled_all(database: Database, count: int) -> bool:
    return await handled(database) == count


def test_the_passwords_may_be_files(tmp_path: Path) -> None:
    passwords = {name: f"of-a-file-{name}" for name in SERVICES}
    for name, password in passwords.items():
        (tmp_path / f"{name}_broker_password").write_text(password)
    done = subprocess.run(
        ["sh", ROOT / "deploy/docker/rabbit.sh", "-t", brokers.FILE, "-o", tmp_path / "filled.json",
         "true"],
        check=False, capture_output=True, text=True,
        env={"PATH": os.environ["PATH"], "SECRETS": str(tmp_path)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    users = json.loads((tmp_path / "filled.json").read_text())["users"]
    assert {user["name"]: user["password"] for user in users} == passwords


def filled_by_compose(folder: Path, passwords: dict[str, str]) -> str:
    done = fill(folder, passwords)
    assert done.returncode == 0, done.stderr
    return (folder / "filled.json").read_text()


def fill(folder: Path, passwords: dict[str, str]) -> subprocess.CompletedProcess[str]:
    words = {f"{name.upper()}_BROKER_PASSWORD": value for name, value in passwords.items()}
    return subprocess.run(
        ["sh", ROOT / "deploy/docker/rabbit.sh", "-t", brokers.FILE, "-o", folder / "filled.json",
         "true"],
        check=False, capture_output=True, text=True, env={**os.environ, **words},
    )  # fmt: skip
