"""The service's own command: `python -m kit notifications webhook-secrets reseal`.

webhook-secrets reseal               seal all webhook secrets with the current sealing secret,
                                     before the previous one is removed
"""

from argparse import ArgumentParser, RawDescriptionHelpFormatter

from kit.database.db import Database

from notifications.config import Settings
from notifications.webhooks.secrets.service import reseal_all


async def webhook_secrets(database: Database, settings: Settings, arguments: list[str]) -> str:
    """Reseal all webhook secrets and return a summary."""
    parser = ArgumentParser(
        prog="python -m kit notifications webhook-secrets",
        description=__doc__,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("action", choices=["reseal"])
    parser.parse_args(arguments)
    async with database.transaction() as session:
        resealed, lost = await reseal_all(session, settings.sealing_secrets)
    return f"{resealed} secrets are sealed again; {lost} cannot be opened."


COMMANDS = {"webhook-secrets": webhook_secrets}
