"""How fast many positions are looked up: ours in one call, against python-chess's Syzygy probing.

    python crates/python/benches/probe_many.py TABLES KQvKR --syzygy FOLDER

TABLES is a folder of our tables. Where they have dtz50, results under the fifty-move rule are timed too. Where
Syzygy's folder has the endgame, python-chess looks up some of the same positions, and all results are compared;
without it only ours are timed. Ours are given as FENs; python-chess is timed twice, from the same FENs and with its boards
set up beforehand. All are timed by turns, so many rounds, and the best round of each is compared: other work on the machine
disturbs any. The medians are told too.
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import time

import chess
import chess.syzygy
import nimzo
import numpy as np
import numpy.typing as npt

THEIRS = 20_000
"""So many of the positions python-chess looks up, some in each round."""

A_ROUND = 5_000
"""So many of them in a round, which takes it about as long as a million take us."""


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("tables", help="folder of our tables")
    words.add_argument("classes", nargs="+", help="endgames such as KQvKR")
    words.add_argument("--positions", type=int, default=1_000_000)
    words.add_argument("--rounds", type=int, default=8)
    words.add_argument("--syzygy", help="folder of Syzygy's files of the same endgames")
    given = words.parse_args()
    fens = positions(given.classes, given.positions)
    print(f"{len(fens)} positions of {' '.join(given.classes)}")
    boards = [chess.Board(fen) for fen in fens[:THEIRS]]
    with nimzo.Tablebase(given.tables) as ours:
        ours.probe_many(fens[:1000], "result")
        if given.syzygy:
            beside_python_chess(ours, given.syzygy, fens, boards, given.rounds)
        else:
            report("probe_many, results", [timed(ours, fens)[0] for _ in range(given.rounds)])
        try:
            under_the_rule(ours, fens, boards)
        except nimzo.errors.MissingTable:
            print("these tables have results only")


def beside_python_chess(
    ours: nimzo.Tablebase, syzygy: str, fens: list[str], boards: list[chess.Board], rounds: int
) -> None:
    """Results of all positions by ours, and of some by python-chess."""
    fast, read_too, slow = [], [], []
    with chess.syzygy.open_tablebase(syzygy) as theirs:
        for board in boards[:1000]:
            theirs.probe_wdl(board)
        for start in itertools.islice(itertools.cycle(range(0, len(boards), A_ROUND)), rounds):
            speed, results = timed(ours, fens)
            fast.append(speed)
            part = slice(start, start + A_ROUND)
            begun = time.perf_counter()
            expected = [theirs.probe_wdl(chess.Board(fen)) for fen in fens[part]]
            read_too.append(A_ROUND / (time.perf_counter() - begun))
            assert results[part].tolist() == np.sign(expected).tolist()
            begun = time.perf_counter()
            again = [theirs.probe_wdl(board) for board in boards[part]]
            slow.append(A_ROUND / (time.perf_counter() - begun))
            assert again == expected
    report("probe_many, results", fast)
    report("python-chess, Syzygy, from the same FENs", read_too)
    report("python-chess, Syzygy, boards set up beforehand", slow)
    for what, theirs_took in ("the same FENs", read_too), ("boards", slow):
        best, middle = max(fast) / max(theirs_took), statistics.median(fast) / statistics.median(theirs_took)
        print(f"results come {best:.0f} times as fast as from {what}, by the medians {middle:.0f}")
    print(f"{min(len(boards), rounds * A_ROUND)} results are the same")


def timed(ours: nimzo.Tablebase, fens: list[str]) -> tuple[float, npt.NDArray[np.int16]]:
    """Results, and how many a second."""
    begun = time.perf_counter()
    results = ours.probe_many(fens, "result")
    return len(fens) / (time.perf_counter() - begun), results


def under_the_rule(ours: nimzo.Tablebase, fens: list[str], boards: list[chess.Board]) -> None:
    """The same under the fifty-move rule: all at once, and one by one."""
    begun = time.perf_counter()
    found = ours.probe_many(fens, "wdl")
    report("probe_many, under the fifty-move rule", [len(fens) / (time.perf_counter() - begun)])
    begun = time.perf_counter()
    singly = [ours.probe_wdl(board) for board in boards]
    report("probe_wdl, one by one", [len(boards) / (time.perf_counter() - begun)])
    assert found[: len(singly)].tolist() == singly


def positions(classes: list[str], count: int) -> list[str]:
    """Random positions of the endgames by turns."""
    most = 100_000
    parts = [
        nimzo.table.random(classes[n % len(classes)], number=min(most, count - n * most), seed=n)
        for n in range(-(-count // most))
    ]
    return [fen for part in parts for fen in part.data["positions"]]


def report(what: str, speeds: list[float]) -> None:
    rounds = f" (the best of {len(speeds)} rounds, median {statistics.median(speeds):,.0f})" if speeds[1:] else ""
    print(f"{what}: {max(speeds):,.0f} a second{rounds}")


if __name__ == "__main__":
    main()
