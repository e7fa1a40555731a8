"""Work that is repeated."""

import asyncio
from datetime import timedelta

import kit.messaging.periodic
import pytest
import sqlalchemy as sa
from kit.database.db import AsyncSession, Database
from kit.messaging import metrics
from kit.messaging.periodic import Job, Periodic, Sweep, Worker, WorkerJob, run_after_commit
from kit.testing.messaging import eventually, fetch_count
from prometheus_client import CollectorRegistry

OFTEN = timedelta(milliseconds=20)


@pytest.fixture(autouse=True)
def begin_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kit.messaging.periodic, "_FIRST_WITHIN", 0.01)


class TestSweep:
    async def test_goes_on_at_once_until_nothing_is_left(self, database: Database) -> None:
        async with database.transaction() as session:
            await session.execute(
                sa.text(
                    "INSERT INTO inbox (id, type) "
                    "SELECT gen_random_uuid(), 'x' FROM generate_series(1, 95)"
                )
            )
        counts: list[int] = []

        async def sweep_ten(session: AsyncSession) -> int:
            result = await session.execute(
                sa.text(
                    "DELETE FROM inbox WHERE id IN "
                    "(SELECT id FROM inbox LIMIT 10 FOR UPDATE SKIP LOCKED) RETURNING id"
                )
            )
            counts.append(len(result.all()))
            return counts[-1]

        # The hour shows that the ten runs are one after the other, not one a period.
        periodic = Periodic(database, [Sweep("ten", timedelta(hours=1), sweep_ten)])
        periodic.start()
        await eventually(lambda: counts[-1:] == [0])
        await periodic.stop()
        assert counts == [10] * 9 + [5, 0]

    async def test_a_transaction_that_fails_leaves_nothing_and_the_next_comes(
        self, database: Database
    ) -> None:
        calls = 0

        async def fail_first(session: AsyncSession) -> int:
            nonlocal calls
            calls += 1
            if calls <= 2:
                await session.execute(
                    sa.text("INSERT INTO inbox (id, type) VALUES (gen_random_uuid(), 'x')")
                )
            if calls == 1:
                raise ValueError("first")
            return 1 if calls == 2 else 0

        periodic = Periodic(database, [Sweep("moody", OFTEN, fail_first)])
        periodic.start()
        await eventually(lambda: calls >= 4)
        await periodic.stop()
        assert await fetch_count(database, "SELECT count(*) FROM inbox") == 1

    async def test_comes_after_a_commit_that_hurries_it(self, database: Database) -> None:
        hour = timedelta(hours=1)
        woken, other = [], []

        async def run_woken(session: AsyncSession) -> int:
            # Committed rows are visible.
            found = await session.execute(sa.text("SELECT type FROM inbox"))
            woken.append(found.scalars().all())
            return 0

        async def run_other(session: AsyncSession) -> int:
            other.append(True)
            return 0

        async def write(kind: str) -> None:
            async with database.transaction() as session:
                run_after_commit(session, "woken")
                await session.execute(
                    sa.text("INSERT INTO inbox (id, type) VALUES (gen_random_uuid(), :kind)"),
                    {"kind": kind},
                )
                if kind == "broken":
                    raise ValueError(kind)

        sweeps = [Sweep("woken", hour, run_woken), Sweep("other", hour, run_other)]
        periodic = Periodic(database, sweeps)
        periodic.start()
        await eventually(lambda: len(woken) == len(other) == 1)
        with pytest.raises(ValueError, match="broken"):
            await write("broken")
        await write("whole")
        await eventually(lambda: len(woken) == 2)
        assert (woken, other) == ([[], ["whole"]], [True])
        await periodic.stop()

    async def test_comes_when_its_work_is_due_and_ends_what_it_began(
        self, database: Database
    ) -> None:
        calls: list[bool] = []
        closed = False

        class Counter:
            @property
            def seconds_until_due(self) -> float:
                return 0.01 if len(calls) < 3 else 3600.0

            async def run(self) -> int:
                calls.append(True)
                return 0

            async def close(self) -> None:
                nonlocal closed
                closed = True

        def make(_: object) -> Worker:
            return Counter()

        periodic = Periodic(database, [WorkerJob("due", timedelta(hours=1), make)])
        periodic.start()
        await eventually(lambda: len(calls) == 3)
        assert not closed
        await periodic.stop()
        assert closed

    async def test_one_that_fails_does_not_disturb_another(self, database: Database) -> None:
        good = 0

        async def raises(session: AsyncSession) -> int:
            raise ValueError("always")

        async def counts(session: AsyncSession) -> int:
            nonlocal good
            good += 1
            return 0

        periodic = Periodic(database, [Sweep("bad", OFTEN, raises), Sweep("good", OFTEN, counts)])
        periodic.start()
        await eventually(lambda: good >= 3)
        await periodic.stop()

    async def test_when_it_last_ended_well_is_measured(self, database: Database) -> None:
        fails = False

        async def run(_: object) -> int:
            if fails:
                raise ValueError("from now on")
            return 0

        def measured(name: str) -> float:
            return registry.get_sample_value(f"itqan_sweep_{name}", {"sweep": "watched"}) or 0

        registry = CollectorRegistry()
        metrics.register(registry)
        periodic = Periodic(database, [Job("watched", OFTEN, run)])
        periodic.start()
        await eventually(lambda: measured("seconds_count") >= 2)
        first = measured("ended_timestamp_seconds")
        await eventually(lambda: measured("ended_timestamp_seconds") > first)
        assert measured("every_seconds") == OFTEN.total_seconds()
        fails = True
        await eventually(lambda: measured("errors_total") >= 1)
        last = measured("ended_timestamp_seconds")
        await eventually(lambda: measured("errors_total") >= 3)
        assert measured("ended_timestamp_seconds") == last
        await periodic.stop()


class TestJob:
    async def test_finishes_what_it_is_doing_before_the_stop(self, database: Database) -> None:
        begun, finish, context = asyncio.Event(), asyncio.Event(), object()
        done = []

        async def slow(given: object) -> int:
            assert given is context
            begun.set()
            await finish.wait()
            done.append(True)
            return 1

        periodic = Periodic(database, [Job("slow", OFTEN, slow)], context)
        periodic.start()
        await begun.wait()
        stopping = asyncio.create_task(periodic.stop())
        finish.set()
        await stopping
        assert done == [True]
