"""What gives access to an inquiry without an account: the link that its asker gets by mail, and the
address at which an answer by mail belongs to it."""

from enum import StrEnum


class Purpose(StrEnum):
    """What a token of `deliveries.tokens` with the inquiry's id is good for."""

    LINK = "itqan.inquiry-links"
    """Reading the inquiry, and writing in it."""
    MAIL = "itqan.inquiry-mails"
    """Writing in it by mail."""
