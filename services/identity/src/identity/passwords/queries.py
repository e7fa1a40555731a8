"""What zxcvbn judges by, for the app: its own library judges by the same words and keyboards, so
that what it says while somebody types is what will be answered."""

from functools import cache

from zxcvbn.matching import GRAPHS, L33T_TABLE, RANKED_DICTIONARIES

from identity.passwords.schemas import PasswordDictionaries

_OWN = "user_inputs"


@cache
def dictionaries_json() -> bytes:
    """`PasswordDictionaries` as JSON, made once: about 1 MB."""
    words = {name: " ".join(ranks) for name, ranks in RANKED_DICTIONARIES.items() if name != _OWN}
    dictionaries = PasswordDictionaries(words=words, keyboards=GRAPHS, signs=L33T_TABLE)
    return dictionaries.model_dump_json().encode()
