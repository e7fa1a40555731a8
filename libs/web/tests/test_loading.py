"""The phone library is imported in a thread."""

import subprocess
import sys
import textwrap

PROGRAM = """
    import asyncio
    from kit.domain.people import load_phones

    async def main() -> int:
        loading, turns = asyncio.create_task(load_phones()), 0
        while not loading.done():
            await asyncio.sleep(0)
            turns += 1
        return turns

    print(asyncio.run(main()))
"""


def test_the_event_loop_goes_on_meanwhile() -> None:
    command = [sys.executable, "-c", textwrap.dedent(PROGRAM)]
    turns = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    # On the event loop the import would be one turn, however long it takes.
    assert int(turns) > 10
