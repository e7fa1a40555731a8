"""`docs/states.md` is current."""

from deploy.local import states


def test_documented_transitions_are_those_of_the_code() -> None:
    assert states.render() == states.FILE.read_text("utf-8"), "run `make api`"
