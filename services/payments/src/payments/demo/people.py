"""Who of the demo has paid a registration fee, by the usernames that identity gives them."""

from contracts import ProfileType

_CANDIDATES = """
sara layla faisal abdullah noura khalid fatimah turki hessa mohammed.q mohammed.b ahmad maryam
yazeed lama saleh ghada ibrahim munira hamad areej sultan dalal mishal shahad rayan joud waleed
afnan naif raghad fahad wejdan ziyad basma abdulaziz samar muath haya essa tahani badr ohoud
hassan rawan mahmoud yasmin imran bilal rajesh anita jose maria tariq rania ali osman
"""

CANDIDATES = tuple(_CANDIDATES.split())
"""The usernames of those who may enroll, in turn."""

PAID: tuple[tuple[str, ProfileType], ...] = (
    ("gla", ProfileType.ORGANIZATION),
    ("rsp", ProfileType.ORGANIZATION),
    ("nti", ProfileType.ORGANIZATION),
    ("gla.manager", ProfileType.STAFF),
    ("gla.staff", ProfileType.STAFF),
    *((username, ProfileType.CANDIDATE) for username in CANDIDATES),
)
"""Username and profile type: `demo_id("profile", username)` is the payer."""

FEES = {
    ProfileType.CANDIDATE: 115_00,
    ProfileType.STAFF: 230_00,
    ProfileType.ORGANIZATION: 1_150_00,
}
"""What they paid, in halalas."""

CARDS = (("Visa", "1111"), ("MasterCard", "2346"), ("MADA", "0007"))
