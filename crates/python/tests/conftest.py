"""What the tests share: Syzygy's files as an oracle, and tables of ours."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import nimzo
import pytest

CRATES = Path(__file__).parents[2]
NAMED = os.environ.get("NIMZO_SYZYGY")


@pytest.fixture(scope="session")
def syzygy() -> list[Path]:
    """Folders of Syzygy's files: those of three men are in the project, more where NIMZO_SYZYGY says."""
    folders = [CRATES / "zugzwang/tests/data/syzygy"]
    return folders + [Path(NAMED)] if NAMED else folders


@pytest.fixture(scope="session")
def classes(syzygy: list[Path]) -> list[str]:
    """The endgames of which there are files."""
    found = {file.stem for folder in syzygy for file in folder.glob("*.rtbw")}
    return sorted(name for name in found if len(name) <= 5)


@pytest.fixture(scope="session")
def tablebase(
    classes: list[str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[nimzo.Tablebase]:
    """Our tables of these endgames, built for the tests."""
    with nimzo.Tablebase(tmp_path_factory.mktemp("tables")) as tablebase:
        tablebase.build(classes, metrics="dtm,dtz50")
        yield tablebase


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is read from or written to the user's own tables."""
    monkeypatch.setenv("NIMZO_TABLES", str(tmp_path / "tables"))
    monkeypatch.chdir(tmp_path)
    nimzo.use_tables(None)
