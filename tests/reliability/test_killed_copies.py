"""Three copies of payments take money, and one of them is killed every four seconds."""

import os
from collections.abc import AsyncIterator
from itertools import pairwise

import pytest

from tests.reliability.paying import IN_FLIGHT_SECONDS, KILL_EVERY_SECONDS, killing, payers
from tests.reliability.served import Served, copies_served

PAYMENTS = 25 * int(os.environ.get("ITQAN_FAULTS", "6"))
"""150 in `make test`, 5,000 in `make faults`."""
CLIENTS = 8
LEFT_OUT_SECONDS = 10
"""Two where the machine has nothing else to do."""


@pytest.fixture(scope="module")
async def served(
    postgres_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Served]:
    folder = tmp_path_factory.mktemp("killed")
    async with copies_served(postgres_url, folder, count=3) as served:
        yield served


async def test_each_payment_has_one_effect_while_replicas_are_killed(served: Served) -> None:
    people = await payers(served, PAYMENTS)
    async with killing(served) as deaths:
        await people.pay(CLIENTS)
    await people.settled()
    await people.check_books()
    lost = await people.lost_callbacks()
    noticed = [death.noticed_after for death in deaths]
    print(
        f"{PAYMENTS} payments in {people.seconds:.0f} s, {len(deaths)} copies killed; left out "
        f"after {max(noticed):.1f} s at most; not answered: {len(people.failed_at)} of "
        f"{people.answers.total()} requests, {lost} callbacks"
    )
    assert max(noticed) < LEFT_OUT_SECONDS
    # What fails was at the copy in the moment in which it was killed, at most all that was asked.
    for failed_at in people.failed_at:
        assert any(0 <= failed_at - death.at < IN_FLIGHT_SECONDS for death in deaths)
    assert len(people.failed_at) <= len(deaths) * CLIENTS
    assert lost <= len(deaths) * 2 * CLIENTS
    assert all(later.at - sooner.at >= KILL_EVERY_SECONDS for sooner, later in pairwise(deaths))
