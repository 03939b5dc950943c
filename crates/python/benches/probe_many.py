"""How fast many positions are looked up: ours in one call, against python-chess's Syzygy probing.

    python crates/python/benches/probe_many.py TABLES KQvKR --syzygy FOLDER

TABLES is a folder of our tables. Where they have dtz50, results under the fifty-move rule are timed too. Where
Syzygy's folder has the endgame, python-chess looks up the same positions, and all results are compared; without it
only ours are timed.
"""

from __future__ import annotations

import argparse
import time

import chess
import chess.syzygy
import nimzo
import numpy as np

THEIRS = 20_000
"""So many of the positions python-chess looks up: enough for its speed, which is a few thousand a second."""


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("tables", help="folder of our tables")
    words.add_argument("classes", nargs="+", help="endgames such as KQvKR")
    words.add_argument("--positions", type=int, default=1_000_000)
    words.add_argument("--syzygy", help="folder of Syzygy's files of the same endgames")
    given = words.parse_args()
    fens = positions(given.classes, given.positions)
    print(f"{len(fens)} positions of {' '.join(given.classes)}")
    boards = [chess.Board(fen) for fen in fens[:THEIRS]]
    with nimzo.Tablebase(given.tables) as ours:
        results = ours.probe_many(fens[:1000], "result")
        begun = time.perf_counter()
        results = ours.probe_many(fens, "result")
        speed = report("probe_many, results", len(fens), time.perf_counter() - begun)
        try:
            under_the_rule(ours, fens, boards)
        except nimzo.errors.MissingTable:
            print("these tables have results only")
    if not given.syzygy:
        return
    with chess.syzygy.open_tablebase(given.syzygy) as theirs:
        for board in boards[:1000]:
            theirs.probe_wdl(board)
        begun = time.perf_counter()
        expected = [theirs.probe_wdl(board) for board in boards]
        slow = report("python-chess, Syzygy", len(boards), time.perf_counter() - begun)
    assert results[: len(expected)].tolist() == np.sign(expected).tolist()
    print(f"results come {speed / slow:.0f} times as fast; {len(expected)} are the same")


def under_the_rule(ours: nimzo.Tablebase, fens: list[str], boards: list[chess.Board]) -> None:
    """The same under the fifty-move rule: all at once, and one by one."""
    begun = time.perf_counter()
    found = ours.probe_many(fens, "wdl")
    report("probe_many, under the fifty-move rule", len(fens), time.perf_counter() - begun)
    begun = time.perf_counter()
    singly = [ours.probe_wdl(board) for board in boards]
    report("probe_wdl, one by one", len(boards), time.perf_counter() - begun)
    assert found[: len(singly)].tolist() == singly


def positions(classes: list[str], count: int) -> list[str]:
    """Random positions of the endgames by turns."""
    most = 100_000
    parts = [
        nimzo.table.random(classes[n % len(classes)], number=min(most, count - n * most), seed=n)
        for n in range(-(-count // most))
    ]
    return [fen for part in parts for fen in part.data["positions"]]


def report(what: str, count: int, seconds: float) -> float:
    print(f"{what}: {count} in {seconds:.2f} s, {count / seconds:,.0f} a second")
    return count / seconds


if __name__ == "__main__":
    main()
