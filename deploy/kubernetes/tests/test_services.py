"""The six services: their variables, roles, secrets and database."""

import pytest
import yaml
from kit.core.config import KitSettings

from deploy.docker.tests import test_compose, test_production
from deploy.kubernetes.tests.objects import HERE, container, one, pod
from deploy.local.layout import SERVICES

ONLY_COMPOSE = test_compose.TRACES | {
    "ITQAN_DEMO",
    "ITQAN_WEBHOOK_BASE_URL",
    "ITQAN_FCM_SANDBOX_URL",
    "ITQAN_WEB_PUSH_SANDBOX_URL",
}
"""Production has no demo data and sandboxes; the provider uses the public URL, and each
installation sets its collector.
"""
ONLY_HERE = {
    "ITQAN_HEARTBEAT_FILE",
    "ITQAN_SECRETS_DIR",
    "ITQAN_FIRST_ADMIN_EMAIL",
    "FILES_BUCKET",
    "FIREBASE_WEB",
    "TRUSTED_PROXIES",
}


@pytest.mark.parametrize("service", SERVICES)
class TestService:
    KIND = "overlays/production"

    def variables(self, service: str, component: str, kind: str = KIND) -> dict[str, str]:
        of_kind = "Job" if component == "migrations" else "Deployment"
        ran = container(one(kind, of_kind, f"{service}-{component}"))
        maps = [
            one(kind, "ConfigMap", source["configMapRef"]["name"])["data"]
            for source in ran["envFrom"]
            if "configMapRef" in source
        ]
        merged = {name: value for each in maps for name, value in each.items()}
        labels = {"ITQAN_SERVICE": service}
        own = {each["name"]: each.get("value", labels.get(each["name"], "")) for each in ran["env"]}
        return merged | own

    def secrets(self, service: str) -> set[str]:
        (found,) = (
            each
            for each in yaml.safe_load_all((HERE / "secrets.yaml").read_text())
            if each["metadata"]["name"] == f"{service}-secrets"
        )
        return {name.upper() for name in found["stringData"]}

    def test_it_has_the_variables_of_compose(self, service: str) -> None:
        compose = set(test_production.environment(service)) - ONLY_COMPOSE
        here = set(self.variables(service, "api")) | self.secrets(service) | {"ITQAN_DATABASE_URL"}
        assert here - ONLY_HERE == compose - ONLY_HERE

    def test_its_roles_are_apart_and_prepare_comes_first(self, service: str) -> None:
        for role in ("api", "worker"):
            ran = one(self.KIND, "Deployment", f"{service}-{role}")
            assert self.variables(service, role)["ITQAN_ROLE"] == role
            assert container(ran)["args"][3:5] == ["$(ITQAN_SERVICE)", "serve"]
        assert container(one(self.KIND, "Job", f"{service}-migrations"))["args"] == [
            "python", "-m", "kit", "$(ITQAN_SERVICE)", "prepare",
        ]  # fmt: skip

    def test_it_is_given_its_own_secrets_and_database(self, service: str) -> None:
        for of_kind, name in (
            ("Deployment", "api"),
            ("Deployment", "worker"),
            ("Job", "migrations"),
        ):
            spec = pod(one(self.KIND, of_kind, f"{service}-{name}"))["spec"]
            first, second = spec["volumes"][0]["projected"]["sources"]
            assert first["secret"]["name"] == f"{service}-secrets"
            assert second["secret"]["name"] == f"{service}-database-app"
            assert second["secret"]["items"] == [{"key": "uri", "path": "itqan_database_url"}]
            assert container(one(self.KIND, of_kind, f"{service}-{name}"))["image"] == (
                f"itqan/{service}"
            )

    def test_its_backups_are_of_its_own_database(self, service: str) -> None:
        backup = one(self.KIND, "ScheduledBackup", f"{service}-database")
        assert backup["spec"]["cluster"] == {"name": f"{service}-database"}

    def test_its_api_grows_with_its_cpu(self, service: str) -> None:
        scaler = one(self.KIND, "HorizontalPodAutoscaler", f"{service}-api")["spec"]
        assert scaler["scaleTargetRef"]["name"] == f"{service}-api"
        api = one(self.KIND, "Deployment", f"{service}-api")
        assert "replicas" not in api["spec"]
        assert scaler["minReplicas"] == 3
        # So that there is room for what each copy takes before there is another one.
        (cpu,) = (each["resource"]["target"]["averageValue"] for each in scaler["metrics"])
        assert container(api)["resources"]["requests"]["cpu"] == cpu

    def test_an_installation_of_it_starts(
        self, monkeypatch: pytest.MonkeyPatch, service: str
    ) -> None:
        secret = {
            name: "5" * 40 if "URL" not in name else f"smtp://user:{'5' * 40}@mail.example:587"
            for name in self.secrets(service)
        }
        secret |= dict.fromkeys(("ITQAN_SMS", "ITQAN_WHATSAPP"), "null")
        secret["ITQAN_WEB_PUSH_KEY"] = ""
        secret["ITQAN_BROKER_URL"] = f"amqp://{service}:{'5' * 40}@rabbit.itqan.svc:5672/"
        secret["ITQAN_DATABASE_URL"] = f"postgresql://itqan:{'5' * 64}@{service}-database-rw:5432/x"
        given = self.variables(service, "api", "example") | secret
        # The pods have the folder; here there is none.
        del given["ITQAN_SECRETS_DIR"]
        settings: KitSettings = test_production.settings_of(monkeypatch, service, given)
        assert (settings.env, settings.role) == ("production", "api")
