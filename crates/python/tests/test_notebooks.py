"""The notebooks run, each in a fresh kernel; the code in them and everywhere else is typed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import nbclient
import nbformat
import pytest

HERE = Path(__file__).parents[1]
NOTEBOOKS = sorted((HERE / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_draws(notebook: Path, tmp_path: Path) -> None:
    document = nbformat.read(notebook, 4)  # type: ignore[no-untyped-call, unused-ignore]
    client = nbclient.NotebookClient(
        document, timeout=300, resources={"metadata": {"path": str(tmp_path)}}
    )
    client.execute()
    drawn = [
        output
        for cell in document.cells
        for output in cell.get("outputs", [])
        if "image/svg+xml" in output.get("data", {})
    ]
    assert len(drawn) >= 2, "it shows pictures"


def test_there_is_one_for_each_paper() -> None:
    papers = {path.name for path in (HERE.parent / "report" / "data").iterdir()}
    assert {path.stem for path in NOTEBOOKS} == papers


def code_of(notebook: Path) -> str:
    """The code of a notebook as a program; a value that a cell shows is an expression in it."""
    cells = json.loads(notebook.read_text())["cells"]
    return "\n\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")


def run(*words: str) -> None:
    done = subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True, cwd=HERE)
    assert done.returncode == 0, done.stdout + done.stderr


def test_everything_is_typed(tmp_path: Path) -> None:
    for notebook in NOTEBOOKS:
        (tmp_path / f"{notebook.stem}_notebook.py").write_text(code_of(notebook) + "\n")
    programs = [str(path) for path in sorted(tmp_path.glob("*.py"))]
    cache = f"--cache-dir={os.environ.get('NIMZO_MYPY_CACHE', tmp_path / 'cache')}"
    run("mypy", "--strict", cache, "-p", "nimzo")
    run("mypy", "--strict", cache, "generate.py", "tests", *programs)


def test_the_stub_of_the_extension_is_right() -> None:
    run("mypy.stubtest", "nimzo._native", "--ignore-missing-stub")
