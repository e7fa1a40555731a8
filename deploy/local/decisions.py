"""Writes CONTRIBUTING.md's index of rules from `rules.py` of services and libraries."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from deploy.local.layout import ROOT

FILE = ROOT / "CONTRIBUTING.md"
_BEGIN = "<!-- Made by `make api` from the files rules.py; do not edit. -->\n"
_END = "<!-- End of what is made. -->\n"
_LONGEST_VALUE = 40


def render() -> str:
    """CONTRIBUTING.md with the index of now."""
    before, _, rest = FILE.read_text("utf-8").partition(_BEGIN)
    _, _, after = rest.partition(_END)
    files = sorted(ROOT.glob("*/*/src/**/rules.py"))
    rows = "".join(line for file in files for line in _rows(file))
    return f"{before}{_BEGIN}\n| rule | name |\n|---|---|\n{rows}\n{_END}{after}"


def _rows(file: Path) -> Iterator[str]:
    source = file.read_text("utf-8")
    module = ast.parse(source)
    place = "/".join(file.relative_to(ROOT).parts[3:])
    yield f"| **{_sentence(ast.get_docstring(module))}** | **`{place}`** |\n"
    for node, following in zip(module.body, [*module.body[1:], None], strict=True):
        name, rule = _rule(node, following)
        if name and not name.startswith("_"):
            yield f"| {rule} | `{name}` |\n"


def _rule(node: ast.stmt, following: ast.stmt | None) -> tuple[str, str]:
    """The name that a statement gives a rule, and the first sentence about it."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return node.name, _sentence(ast.get_docstring(node))
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            value = ast.unparse(node.value) if node.value else ""
            match following:
                case ast.Expr(value=ast.Constant(value=str(text))):
                    pass
                case _:
                    text = ""
            is_short = len(value) <= _LONGEST_VALUE and "|" not in value
            return (f"{name} = {value}" if is_short else name), _sentence(text)
    return "", ""


def _sentence(text: str | None) -> str:
    sentence = re.split(r"(?<=\.)\s", " ".join((text or "").split()), maxsplit=1)[0]
    return sentence.rstrip(".").replace("|", "\\|")


if __name__ == "__main__":
    FILE.write_text(render(), "utf-8")
