"""CONTRIBUTING says in which file each business rule is decided."""

import re

import pytest

from deploy.local import decisions


def test_the_index_of_rules_is_current() -> None:
    assert decisions.render() == decisions.FILE.read_text("utf-8"), "run `make api`"


@pytest.mark.parametrize(
    ("word", "file"),
    [
        ("underpayment", "payments/settlement"),
        ("VAT", "payments/charges"),
        ("working days", "approvals/requests/deadlines"),
        ("upload limit", "kit/documents"),
        ("gate order", "kit/security"),
        ("retention of deliveries", "notifications/deliveries"),
    ],
)
def test_a_rule_is_found_by_its_usual_name(word: str, file: str) -> None:
    parts = re.split(r"\*\*`(.*?)/rules\.py`\*\*", decisions.render())
    headings, bodies = parts[1::2], parts[2::2]
    titles = [part.rpartition("\n")[2] for part in parts[0::2]]
    found = {
        heading
        for heading, body, title in zip(headings, bodies, titles, strict=False)
        if word.lower() in f"{title}{body.partition(chr(10) + '| **')[0]}".lower()
    }
    assert file in found
