"""The notebooks of `examples/notebooks`: their cells run, and their outputs kept in the files.

`python -m tests.notebooks`, or `make notebooks`, runs them and writes the outputs, so that they can
be read where nothing runs. A test compares the outputs in the files with those of a new run.
"""

from __future__ import annotations

import ast
import io
import json
import os
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "examples" / "notebooks"
REPRESENTATIONS = {"image/svg+xml": "_repr_svg_", "text/html": "_repr_html_"}


def read_notebook(path: Path) -> dict[str, Any]:
    """A notebook as data."""
    notebook: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return notebook


def run_notebook(notebook: dict[str, Any], name: str) -> list[list[dict[str, Any]]]:
    """The outputs of all code cells, run from the top down, as a notebook keeps them."""
    namespace: dict[str, Any] = {"__name__": name}
    before = os.environ.get("ADVERSARIO_NOTEBOOK")
    os.environ["ADVERSARIO_NOTEBOOK"] = "pictures"
    try:
        codes = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
        return [
            run_cell("".join(cell["source"]), number, namespace)
            for number, cell in enumerate(codes, start=1)
        ]
    finally:
        os.environ.pop("ADVERSARIO_NOTEBOOK")
        if before is not None:
            os.environ["ADVERSARIO_NOTEBOOK"] = before


def run_cell(source: str, number: int, namespace: dict[str, Any]) -> list[dict[str, Any]]:
    """What a cell prints, and the value of the expression at its end."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    value = None
    with redirect_stdout(printed):
        exec(compile(tree, f"cell {number}", "exec"), namespace)
        if isinstance(last, ast.Expr):
            code = compile(ast.Expression(last.value), f"cell {number}", "eval")
            value = eval(code, namespace)
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        stream = {"output_type": "stream", "name": "stdout", "text": lines(printed.getvalue())}
        outputs.append(stream)
    if value is not None:
        outputs.append({
            "output_type": "execute_result", "execution_count": number, "metadata": {},
            "data": display(value),
        })  # fmt: skip
    return outputs


def display(value: object) -> dict[str, list[str]]:
    """A value as text and, if it has one, as a picture or a table."""
    found = {
        kind: getattr(value, method)()
        for kind, method in REPRESENTATIONS.items()
        if hasattr(value, method)
    }
    data = {kind: lines(shown) for kind, shown in found.items() if shown}
    return {"text/plain": lines(f"<{type(value).__name__}>" if data else repr(value)), **data}


def lines(text: str) -> list[str]:
    """A text as notebooks keep it."""
    return text.splitlines(keepends=True)


def main() -> None:
    """Run all notebooks, and write their outputs into them."""
    for path in sorted(FOLDER.glob("*.ipynb")):
        notebook = read_notebook(path)
        outputs = iter(run_notebook(notebook, path.stem))
        count = 0
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                count += 1
                cell["outputs"], cell["execution_count"] = next(outputs), count
        text = json.dumps(notebook, indent=1, ensure_ascii=False)
        path.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
