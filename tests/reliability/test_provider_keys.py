"""The card provider's keys change while replicas run, and are in no log and no table."""

import secrets
from collections.abc import AsyncIterator, Iterable, Sequence

import httpx
import pytest
from kit.testing import eventually

from deploy.local.plan import Process
from services.payments.tests.factories import GOOD, POOR
from tests.reliability.paying import CARD, Payers, payers
from tests.reliability.served import Served, call_back, copies_served


@pytest.fixture(scope="module")
async def served(
    postgres_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Served]:
    folder = tmp_path_factory.mktemp("keys")
    async with copies_served(postgres_url, folder) as served:
        yield served


async def test_a_new_signature_key_is_loaded_without_a_restart(served: Served) -> None:
    pids = [served.pid(copy) for copy in served.copies]
    old, new = served.keys["hmac_secret"], f"hmac_secret-{secrets.token_hex(16)}"
    assert await _answers(served.copies, old, new) == {old: {200}, new: {401}}
    served.give("hmac_secret_before", old)
    served.give("hmac_secret", new)

    async def takes(*good: str) -> bool:
        expected = {key: {200 if key in good else 401} for key in (old, new)}
        return await _answers(served.copies, old, new) == expected

    await eventually(lambda: takes(old, new))
    served.give("hmac_secret_before", None)
    await eventually(lambda: takes(new))
    served.give("hmac_secret", old)
    await eventually(lambda: takes(old))
    assert [served.pid(copy) for copy in served.copies] == pids
    assert _logged(served, [old, new]) == []


async def test_no_key_and_no_card_is_logged_or_stored(served: Served, postgres_url: str) -> None:
    people = await payers(served, 3)
    await people.pay(clients=1)
    await _fail(served, people)
    await people.settled()
    await people.check_books()
    password = postgres_url.partition("://")[2].partition("@")[0].partition(":")[2]
    secret = [key for name, key in served.keys.items() if name != "public_key"]
    # Secrets that let a reader of logs or tables pay, sign or sign in.
    forbidden = [*secret, _WRONG, GOOD, POOR, *filter(None, [password]), "Bearer ", "Token "]
    assert _logged(served, forbidden) == []
    assert await _stored(people, [*forbidden, f'"{CARD["cvv"]}"']) == []
    # They are looked for in the right places.
    assert _logged(served, ["no intention"])
    assert await _stored(people, [GOOD[-4:]])


_WRONG = f"secret_key-{secrets.token_hex(16)}"


async def _fail(served: Served, people: Payers) -> None:
    """Make the provider refuse our key and a card, and call back with a wrong signature."""
    async with httpx.AsyncClient(base_url=served.url, timeout=60, trust_env=False) as http:
        assert (await call_back(http, 1, _WRONG)).status_code == 401
        late = await payers(served, 1)
        ((charge_id, person),) = late.people.items()
        people.people[charge_id] = person
        path = f"/api/v1/charges/{charge_id}/payments"
        await _change(served, "secret_key", _WRONG)
        assert (await http.post(path, headers=person.headers)).status_code == 503
        await _change(served, "secret_key", served.keys["secret_key"])
        page = (await http.post(path, headers=person.headers)).json()["checkout_url"]
        assert "back" in (await http.post(page, data={**CARD, "number": POOR})).text
        await http.post(page, data=CARD)


async def _change(served: Served, name: str, key: str) -> None:
    """Give a key, and wait until each copy says that it has taken it over."""

    def changes() -> list[int]:
        logs = (served.logs / f"{copy.name}.log" for copy in served.copies)
        return [log.read_text("utf-8").count("secrets have changed") for log in logs]

    before = changes()
    served.give(name, key)
    await eventually(lambda: changes() == [count + 1 for count in before])


async def _answers(copies: Iterable[Process], *keys: str) -> dict[str, set[int]]:
    """Return the replicas' answers to callbacks signed with each key."""
    found: dict[str, set[int]] = {key: set() for key in keys}
    for copy in copies:
        assert copy.health_url
        base = copy.health_url.removesuffix("/health/ready")
        async with httpx.AsyncClient(base_url=base, timeout=60, trust_env=False) as http:
            for number, key in enumerate(keys):
                found[key].add((await call_back(http, number, key)).status_code)
    return found


def _logged(served: Served, texts: Sequence[str]) -> list[tuple[str, str]]:
    """Find the texts in the logs of payments, the gateway and the supervisor."""
    files = [file for file in served.logs.iterdir() if not file.name.startswith("sandbox")]
    assert len(files) > len(served.copies)
    return [
        (file.name, text) for file in files for text in texts if text in file.read_text("utf-8")
    ]


async def _stored(people: Payers, texts: Sequence[str]) -> list[tuple[str, str]]:
    """Find the texts in the tables of payments."""
    tables = await people.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    found = []
    for (table,) in tables:
        rows = await people.fetch(f'SELECT whole::text AS text FROM "{table}" AS whole')
        found += [(table, text) for text in texts if any(text in row["text"] for row in rows)]
    return found
