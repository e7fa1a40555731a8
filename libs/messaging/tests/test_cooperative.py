"""Other tasks run during long work."""

import asyncio

from kit.messaging.cooperative import iterate_cooperatively


async def test_others_have_a_turn_after_some_steps() -> None:
    turns: list[int] = []
    done: list[int] = []

    async def other() -> None:
        while len(done) < 90:
            turns.append(len(done))
            await asyncio.sleep(0)

    task = asyncio.create_task(other())
    async for item in iterate_cooperatively(range(100), 20):
        done.append(item)
    await task
    assert done == list(range(100))
    assert turns == [20, 40, 60, 80]
