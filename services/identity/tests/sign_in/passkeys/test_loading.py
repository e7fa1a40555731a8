"""The WebAuthn library is imported outside the event loop."""

import subprocess
import sys
import textwrap

PROGRAM = """
    import asyncio
    from identity.sign_in.passkeys.service import load_webauthn

    async def main() -> int:
        loading, turns = asyncio.create_task(load_webauthn()), 0
        while not loading.done():
            await asyncio.sleep(0)
            turns += 1
        return turns

    print(asyncio.run(main()))
"""


def test_the_event_loop_goes_on_meanwhile() -> None:
    command = [sys.executable, "-c", textwrap.dedent(PROGRAM)]
    turns = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    # On the event loop, the import would be a single iteration.
    assert int(turns) > 10
