"""`docs/notices.md` lists the recipients of each event, or the reason why there are none."""

import re

from contracts import EVENTS
from contracts.consumers import CONSUMERS
from notifications.texts.models import Kind

from deploy.local.layout import ROOT

ROW = re.compile(r"^\| (.+?) \| (.*?) ?\| (.+?) \|$", re.MULTILINE)
CODE = re.compile(r"`([a-z_.]+)`")


def test_every_event_and_every_kind_stands_in_the_list() -> None:
    text = (ROOT / "docs" / "notices.md").read_text("utf-8")
    listed = {
        event: (CODE.findall(kinds), who)
        for first, kinds, who in ROW.findall(text)
        for event in CODE.findall(first)
    }
    assert sorted(EVENTS.keys() ^ listed.keys()) == []
    kinds = [kind for _, cell, _ in ROW.findall(text) for kind in CODE.findall(cell)]
    assert sorted(kinds) == sorted(Kind), "each kind stands in one row"
    for event, (names, who) in listed.items():
        # Who is silent says why, and whose notices are promised is listened to.
        assert bool(names) != bool(re.match(r"nobody( \w+)?: .", who)), event
        assert not names or EVENTS[event] in CONSUMERS["notifications"], event
