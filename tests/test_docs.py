"""What the documents say about the code is true."""

import re

from deploy.local.layout import ROOT


def test_the_tests_that_a_document_names_exist() -> None:
    document = (ROOT / "docs/payments.md").read_text("utf-8")
    named = re.findall(r"`(\S+\.py)::(\w+)`", document)
    assert named
    missing = [
        f"{path}::{name}"
        for path, name in named
        if f"def {name}(" not in (ROOT / "services" / path).read_text("utf-8")
    ]
    assert missing == []
