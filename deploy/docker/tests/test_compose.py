"""compose.yaml and deploy/local run the same system, so they change together."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from kit.web.serving import STOP_SECONDS
from notifications.config import Settings as NotificationSettings
from notifications.config import TextProvider
from notifications.devices.schemas import build_push
from pydantic import SecretStr

from deploy.local import servers, supervisor
from deploy.local.layout import ROOT, SERVICES, tool
from deploy.local.options import Options
from deploy.local.plan import NICENESS, Plan, Process
from deploy.local.state import State

COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
DOCKERFILES = sorted((ROOT / "deploy" / "docker").glob("*.Dockerfile"))

TRACES = {"OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_TRACES_SAMPLER_ARG"}
"""Natively these come from the environment of `make up`."""
ONLY_CONTAINERS = TRACES | {
    "ITQAN_DEMO",
    "ITQAN_WEBHOOK_BASE_URL",
    "ITQAN_FIRST_ADMIN_PASSWORD",
}
"""Natively demo data is a separate step, localhost is shared, and the first password is generated
and printed.
"""
ONLY_NATIVE = {"MALLOC_ARENA_MAX", "GOMEMLIMIT"}
"""Part of the image, or of the small machine that everything shares."""


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> Plan:
    folder = tmp_path_factory.mktemp("state")
    made = Plan(Options(), State(folder, folder / "data"))
    made.state.assign_ports(made.port_names())
    return made


def variables(name: str) -> dict[str, str]:
    return {k: resolved(str(v)) for k, v in COMPOSE[name].get("environment", {}).items()}


def resolved(value: str) -> str:
    """The value as compose fills it in when the environment says nothing."""
    return re.sub(r"\$\{[A-Z_]+:-([^}]*)\}", r"\1", value)


def process(plan: Plan, part: str) -> Process:
    return next(one for one in plan.processes() if one.part == part)


def test_the_files_are_what_the_specification_of_compose_allows() -> None:
    files = [ROOT / "compose.yaml", *sorted((ROOT / "deploy" / "docker").glob("compose.*.yaml"))]
    done = subprocess.run(
        [tool("check-jsonschema"), "--builtin-schema", "vendor.compose-spec", *files],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_the_same_parts_run(plan: Plan) -> None:
    always = {name for name, part in COMPOSE.items() if "profiles" not in part}
    assert always == {one.part for one in plan.processes()}


@pytest.mark.parametrize("service", SERVICES)
class TestService:
    def test_it_has_the_same_variables(self, plan: Plan, service: str) -> None:
        native = set(plan.environment(service)) - ONLY_NATIVE
        assert set(variables(service)) - ONLY_CONTAINERS == native

    @pytest.mark.parametrize(
        "name", ["ITQAN_ENV", "ITQAN_ROLE", "ITQAN_SERVICE", "ITQAN_LOG_LEVEL"]
    )
    def test_and_sets_what_does_not_depend_on_the_machine(
        self, plan: Plan, service: str, name: str
    ) -> None:
        assert variables(service)[name] == plan.environment(service)[name]

    def test_it_has_its_own_database_and_role(self, service: str) -> None:
        url = variables(service)["ITQAN_DATABASE_URL"]
        assert url == f"postgresql://{service}:itqan@postgres:5432/{service}"

    def test_it_has_its_own_user_at_the_broker(self, plan: Plan, service: str) -> None:
        assert variables(service)["ITQAN_BROKER_URL"] == f"amqp://{service}:itqan@rabbit:5672/"
        assert plan.environment(service)["ITQAN_BROKER_URL"].startswith(f"amqp://{service}:")

    @pytest.mark.parametrize(
        ("part", "kind"), [("postgres", "DATABASE"), ("rabbit", "BROKER")], ids=["role", "user"]
    )
    def test_its_password_is_its_own_variable(self, service: str, part: str, kind: str) -> None:
        name = f"{service.upper()}_{kind}_PASSWORD"
        assert COMPOSE[part]["environment"][name] == f"${{{name}:-itqan}}"
        assert f":${{{name}:-itqan}}@" in COMPOSE[service]["environment"][f"ITQAN_{kind}_URL"]

    def test_it_is_built_for_its_own_service(self, service: str) -> None:
        build = COMPOSE[service]["build"]
        assert build["args"] == {"SERVICE": service}
        assert (ROOT / build["dockerfile"]).exists()

    def test_it_is_given_the_time_that_it_takes_to_stop(self, service: str) -> None:
        assert int(COMPOSE[service]["stop_grace_period"].removesuffix("s")) >= STOP_SECONDS
        assert supervisor.STOP_SECONDS >= STOP_SECONDS

    def test_it_leaves_as_much_of_the_processors_to_others(self, service: str) -> None:
        # What the kernel takes a step of niceness for: a quarter more or less.
        shares = 1024 / 1.25 ** NICENESS.get(service, 0)
        assert COMPOSE[service].get("cpu_shares", 1024) == pytest.approx(shares, abs=1)

    def test_no_port_of_it_is_open_to_the_machine(self, service: str) -> None:
        assert "ports" not in COMPOSE[service]

    def test_the_first_start_makes_its_database(self, service: str) -> None:
        script = (ROOT / "deploy" / "docker" / "databases.sh").read_text()
        names = re.search(r"for name in (.*); do", script)
        assert names
        assert service in names[1].split()


@pytest.mark.parametrize("name", COMPOSE)
def test_its_memory_has_a_limit(name: str) -> None:
    assert re.fullmatch(r"\d+[mg]", COMPOSE[name]["mem_limit"])


class TestGateway:
    def test_it_routes_to_the_same_upstreams(self, plan: Plan) -> None:
        native = set(process(plan, "gateway").environment) - ONLY_NATIVE
        rates = {name for name in native if name.startswith("RATE_")}
        assert set(variables("gateway")) - TRACES == native - rates - {"COPIES_FILE"}

    def test_it_runs_the_same_files(self) -> None:
        text = (ROOT / "deploy" / "docker" / "gateway.Dockerfile").read_text()
        static = yaml.safe_load((ROOT / "gateway" / "traefik.yaml").read_text())
        assert "COPY gateway /opt/itqan/gateway" in text
        for name in ("web", "private"):
            address = static["entryPoints"][name]["address"]
            assert f'"--{name}", "{address}"' in text
        assert static["providers"]["file"]["directory"] == "/tmp/dynamic"
        port = static["entryPoints"]["web"]["address"].removeprefix(":")
        assert resolved(COMPOSE["gateway"]["ports"][0]).endswith(f":{port}")

    def test_people_reach_it_where_the_native_one_is(self, plan: Plan) -> None:
        published = resolved(COMPOSE["gateway"]["ports"][0])
        assert published == f"127.0.0.1:{plan.options.port}:8080"

    def test_its_upstreams_are_services_of_this_file(self) -> None:
        for name, urls in variables("gateway").items():
            if name.endswith("_URLS"):
                for url in urls.split(","):
                    assert url.removeprefix("http://").split(":")[0] in COMPOSE


class TestOutsideSystems:
    def test_the_mail_catcher_and_the_sandbox_are_where_the_native_ones_are(
        self, plan: Plan
    ) -> None:
        mail = resolved(COMPOSE["mail"]["ports"][0])
        sandbox = resolved(COMPOSE["paymob-sandbox"]["ports"][0])
        assert mail == f"127.0.0.1:{plan.options.mail_port}:1080"
        assert sandbox == f"127.0.0.1:{plan.options.sandbox_port}:8082"

    def test_text_messages_go_to_their_sandbox_as_natively(self, plan: Plan) -> None:
        native = set(process(plan, "sms-sandbox").environment) - ONLY_NATIVE
        assert set(variables("sms-sandbox")) == native
        for name in ("ITQAN_SMS", "ITQAN_WHATSAPP"):
            ours = TextProvider.model_validate_json(COMPOSE["notifications"]["environment"][name])
            natively = plan.environment("notifications")[name]
            theirs = TextProvider.model_validate_json(natively)
            assert str(ours.url) == "http://sms-sandbox:8191/v1/messages"
            assert ours.model_copy(update={"url": theirs.url}) == theirs

    def test_sandbox_and_payments_share_their_keys(self) -> None:
        for name in ("PUBLIC_KEY", "SECRET_KEY", "API_KEY", "HMAC_SECRET", "INTEGRATION_ID"):
            ours = COMPOSE["payments"]["environment"][f"ITQAN_PAYMOB_{name}"]
            theirs = COMPOSE["paymob-sandbox"]["environment"][f"PAYMOB_SANDBOX_{name}"]
            assert ours == theirs

    def test_the_sandbox_has_the_same_variables(self, plan: Plan) -> None:
        native = set(process(plan, "paymob-sandbox").environment) - ONLY_NATIVE
        keys = {name for name in variables("paymob-sandbox") if "_KEY" in name or "HMAC" in name}
        extra = keys | {"PAYMOB_SANDBOX_INTEGRATION_ID"}
        assert set(variables("paymob-sandbox")) - extra == native - extra

    def test_the_push_sandbox_has_the_same_variables(self, plan: Plan) -> None:
        native = set(process(plan, "fcm-sandbox").environment) - ONLY_NATIVE
        assert set(variables("fcm-sandbox")) == native

    def test_browsers_are_pushed_to_by_their_sandbox_as_natively(self, plan: Plan) -> None:
        native = plan.environment("notifications")
        assert set(variables("webpush-sandbox")) == (
            set(process(plan, "webpush-sandbox").environment) - ONLY_NATIVE
        )
        assert variables("notifications")["ITQAN_WEB_PUSH_SANDBOX_URL"].startswith(
            "http://webpush-"
        )
        settings = NotificationSettings(
            database_url="postgresql://x",
            web_push_key=SecretStr(native["ITQAN_WEB_PUSH_KEY"]),
            web_push_sandbox_url=native["ITQAN_WEB_PUSH_SANDBOX_URL"],
        )
        web_push = build_push(settings).web_push
        assert web_push and web_push.public_key == settings.push_public_key

    def test_images_are_pinned(self) -> None:
        for name, service in COMPOSE.items():
            if "build" not in service:
                assert re.search(r":v?\d+\.\d+", service["image"]), name
        expected = {"postgres": "postgres:18", "rabbit": "rabbitmq:4"}
        for name, start in expected.items():
            assert COMPOSE[name]["image"].startswith(start)


class TestImages:
    """Requirements of the images' own documentation."""

    def test_postgres_takes_its_options(self, tmp_path: Path) -> None:
        programs = servers.postgres_bin()
        assert programs
        (tmp_path / "postgresql.conf").touch()
        program, *options = COMPOSE["postgres"]["command"]
        for option in options[1::2]:
            name, _, value = option.partition("=")
            done = subprocess.run(
                [programs / program, "-C", name, "-D", tmp_path, *options],
                capture_output=True,
                text=True,
                check=False,
            )
            # As root only with -C first; it says sizes in blocks of 8 kB.
            assert done.stdout.strip() in (value, str(int(value.removesuffix("MB")) * 128)), done

    def test_data_of_postgres_is_kept_in_its_volume(self) -> None:
        """Since 18 the folder is that of the version, below the one that is to be mounted."""
        assert "postgres:/var/lib/postgresql" in COMPOSE["postgres"]["volumes"]
        assert "PGDATA" not in COMPOSE["postgres"]["environment"]

    def test_the_broker_writes_and_slows_publishers_down_before_its_memory_is_used_up(self) -> None:
        text = (ROOT / "deploy" / "docker" / "rabbit.conf").read_text()
        limit = int(COMPOSE["rabbit"]["mem_limit"].removesuffix("m"))
        watermark = re.search(r"^vm_memory_high_watermark.absolute = (\d+)MB$", text, re.MULTILINE)
        unwritten = re.search(r"^raft.wal_max_size_bytes = (\d+)$", text, re.MULTILINE)
        assert watermark
        assert unwritten
        assert int(watermark[1]) <= 0.6 * limit
        assert 3 * int(unwritten[1]) < int(watermark[1]) * 1_000_000

    def test_queues_are_of_kinds_that_the_broker_has_and_say_how_often_a_message_comes(
        self,
    ) -> None:
        """Queues fit RabbitMQ 4, and limit deliveries explicitly.

        Version 4 lacks mirrored queues, and 4.3 queues that are neither durable nor exclusive.
        Quorum queues without a limit drop a message at its 21st delivery.
        """
        made = json.loads((ROOT / "deploy" / "broker" / "definitions.json").read_text())
        assert not made.get("policies")
        for queue in made["queues"]:
            assert queue["durable"]
            assert queue["arguments"]["x-queue-type"] == "quorum"
            # Retry queues have no consumer.
            assert {"x-delivery-limit", "x-message-ttl"} & set(queue["arguments"])


@pytest.mark.parametrize("path", DOCKERFILES, ids=lambda path: path.name)
class TestDockerfile:
    def test_hadolint_has_nothing_to_say(self, path: Path) -> None:
        done = subprocess.run(
            [tool("hadolint"), str(path)], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout

    def test_it_runs_as_a_plain_user_and_reports_its_health(self, path: Path) -> None:
        text = path.read_text()
        assert re.search(r"^USER \d+$", text, re.MULTILINE)
        assert "HEALTHCHECK" in text

    def test_base_images_are_pinned(self, path: Path) -> None:
        text = path.read_text()
        stages = set(re.findall(r"^FROM \S+ AS (\S+)", text, re.MULTILINE))
        for image in set(re.findall(r"^FROM (\S+)", text, re.MULTILINE)) - stages:
            assert re.search(r":v?\d+\.\d+", image), image

    def test_what_it_copies_is_there(self, path: Path) -> None:
        for source in re.findall(r"^COPY (?!--from)(.+) \S+$", path.read_text(), re.MULTILINE):
            for name in source.split():
                if "${SERVICE}" not in name and name != "frontend/.npmrc":
                    assert (ROOT / name).exists(), name
