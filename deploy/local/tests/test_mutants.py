"""`make mutants` tries what it says, and reports what it found."""

from deploy.local.layout import ROOT
from deploy.local.mutants import GUARDS, Tally, all_mutants


def test_every_guarded_module_has_mistakes_to_make_and_tests_to_notice_them() -> None:
    found = list(all_mutants())
    named = {f"{source}{module}" for source, modules in GUARDS.items() for module in modules}
    assert {mutant.module for mutant in found} == named
    assert [path for mutant in found for path in mutant.tests if not (ROOT / path).exists()] == []


def test_the_rate_is_of_those_that_were_tried() -> None:
    tally = Tally()
    tally.noticed["a"] = 3
    tally.unnoticed.append(("b", "-if paid:\n+if not paid:"))
    assert tally.rate == 0.75
    report = tally.report(left_out=5)
    assert report.startswith("-if paid:")
    assert report.endswith("75.0% of 4 were noticed, 5 were not tried")
    assert Tally().rate == 0
