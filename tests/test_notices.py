"""`docs/notices.md` lists the recipients of each event, or the reason why there are none."""

import re

from contracts import EVENTS
from contracts.consumers import CONSUMERS
from notifications.texts.models import Kind

from deploy.local.layout import ROOT

ROW = re.compile(r"^\| (.+?) \| (.*?) ?\| (.+?) \|$", re.MULTILINE)
CODE = re.compile(r"`([a-z_.]+)`")


def test_every_event_and_every_kind_is_listed() -> None:
    text = (ROOT / "docs" / "notices.md").read_text("utf-8")
    listed = {
        event: (CODE.findall(kinds), recipients)
        for first, kinds, recipients in ROW.findall(text)
        for event in CODE.findall(first)
    }
    assert sorted(EVENTS.keys() ^ listed.keys()) == []
    kinds = [kind for _, cell, _ in ROW.findall(text) for kind in CODE.findall(cell)]
    assert sorted(kinds) == sorted(Kind), "each kind is in one row"
    for event, (names, recipients) in listed.items():
        # An event without kinds gives the reason; an event with kinds is consumed.
        assert bool(names) != bool(re.match(r"none( yet)?: .", recipients)), event
        assert not names or EVENTS[event] in CONSUMERS["notifications"], event
