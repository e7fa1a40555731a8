from datetime import datetime

from kit.database.db import timestamp
from kit.security.sealed_keys import SealedKey

from identity.tables import Table


class SigningKey(Table, SealedKey, table=True):
    """A key that signs or signed tokens. Rows are kept as a record.

    Its times determine its state: `next` until `signs_at`, `current` until another one signs,
    `previous` until `verifies_until`, then `ended`; or `revoked`.
    """

    __tablename__ = "signing_keys"

    verifies_until: datetime | None = timestamp(nullable=True)
