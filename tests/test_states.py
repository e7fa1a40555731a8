"""`docs/states.md` is current."""

from deploy.local import states


def test_documented_transitions_equal_those_in_code() -> None:
    assert states.render() == states.FILE.read_text("utf-8"), "run `make api`"
