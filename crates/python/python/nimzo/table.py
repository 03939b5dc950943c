"""Generate, list, verify and count endgame tables.

Written by ``generate.py``; changes are made in the questions.
"""


from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TYPE_CHECKING

from ._asking import Answer, Fen, Path, put

if TYPE_CHECKING:
    from . import answers
    from .tablebase import Tablebase

__all__ = ["build", "convert", "count", "export", "list", "plan", "random", "stats", "verify"]


def build(
    names: Sequence[str] = (),
    *,
    men: int | None = None,
    metrics: str = "wdl,dtm,dtc,dtz,dtz50",
    discard: bool = False,
    device: Literal["cpu", "cuda", "auto"] = "cpu",
    device_memory: str | None = None,
    check: int | None = None,
    queen_only: bool = False,
    castling: bool = False,
    format: int | None = None,
    small: bool = False,
    fast: bool = False,
    memory: str | None = None,
    disk: str | None = None,
    dry_run: bool = False,
    processes: Path | None = None,
    hosts: Path | None = None,
    process: Path | None = None,
    workers: Path | None = None,
    wait: Path = "60",
    tablebase: Tablebase | None = None,
) -> Answer[answers.TableBuildAnswer]:
    """Generate tables and whatever they need

    What is already there is kept, so an interrupted build goes on where it stopped. The memory and disk
    that the build needs are stated first.

    :param names: Classes such as KQRvKQ
    :param men: All classes up to this many men
    :param metrics: What to compute: wdl, dtm, dtc, dtz, dtz50
    :param discard: Keep nothing: solve, count, and forget
    :param device: What solves them
    :param device_memory: Memory of the graphics card that it may take, such as 24G [default: what is
    free]
    :param check: Hold so many positions with each side to move to their successors, by ordinary move
    lists; of classes without pawns, with --discard and the metric dtc or dtz. With a difference the
    exit status is 1
    :param queen_only: Let pawns become queens only; such tables are kept apart, in the folder `queen-
    only`
    :param castling: Positions with castling rights too, in files of their own beside the tables; up to
    five men. They are solved from all metrics, which the tables are then built with
    :param format: The format of the files: 4, 5 (the smallest) or 6 (of five men and more, the fastest)
    [default: 4]
    :param small: Files that take a third of the space: --format 5
    :param fast: Files whose probes are fast wherever they fall: --format 6
    :param memory: Memory that the build may take, such as 8G [default: what is free]
    :param disk: Disk that the build may take, such as 20G [default: what is free]
    :param dry_run: Only say what it would take, on --processes machines with --workers threads each
    :param processes: On so many machines, for --dry-run
    :param hosts: Share the work with the processes of this file, one HOST:PORT a line; start the same
    command on each machine
    :param process: Which line of the file this process is, from 0
    :param workers: Threads of this process [default: as --threads]
    :param wait: How long to wait for the other processes to come
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "table build",
        {
            "names": names,
            "men": men,
            "metrics": metrics,
            "discard": discard,
            "device": device,
            "device_memory": device_memory,
            "check": check,
            "queen_only": queen_only,
            "castling": castling,
            "format": format,
            "small": small,
            "fast": fast,
            "memory": memory,
            "disk": disk,
            "dry_run": dry_run,
            "processes": processes,
            "hosts": hosts,
            "process": process,
            "workers": workers,
            "wait": wait,
        },
        tablebase,
    )


def plan(
    name: str,
    *,
    fen: Fen | None = None,
    tablebase: Tablebase | None = None,
) -> Answer[answers.TablePlanAnswer]:
    """Say what it would take to know an endgame: building its table, solving one position, or files

    Nothing is done. Where building is out of reach, it says what is missing and by how much.

    :param name: A class such as KRPvKR
    :param fen: A position of it that could be solved alone
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "table plan",
        {
            "name": name,
            "fen": fen,
        },
        tablebase,
    )


def count(
    names: Sequence[str] = (),
    *,
    men: int | None = None,
    ep: Literal["adjacent", "possible", "usable", "arisen"] | None = None,
    castling: bool = False,
    tablebase: Tablebase | None = None,
) -> Answer[answers.TableCountAnswer]:
    """Count the legal positions there are, without tables

    Legal: one king each, not side by side, no pawn on the first or last rank, the side not to move not
    in check. Each once up to what leaves the game the same: the symmetries of the board (eight without
    pawns, left-right with pawns, none with castling rights) and the exchange of colours. A position
    with rights counts beside the same one without them.

    :param names: Classes such as KRvKR
    :param men: All classes of so many men
    :param ep: Positions with an en passant right too; what the right takes
    :param castling: Positions with castling rights too
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "table count",
        {
            "names": names,
            "men": men,
            "ep": ep,
            "castling": castling,
        },
        tablebase,
    )


def convert(
    names: Sequence[str] = (),
    *,
    to: int | None = None,
    small: bool = False,
    fast: bool = False,
    out: Path | None = None,
    tablebase: Tablebase | None = None,
) -> Answer[answers.TableConvertAnswer]:
    """Write tables anew in another format, value for value

    Format 4 is what is built unless another is asked for, format 5 takes a third of its space, and of
    five men and more format 6 answers fastest; smaller tables of that stay in format 4. Depths that a
    file leaves out are filled in first and checked with it; the tables of captures and promotions must
    be there. Each file is replaced when the new one is whole. Tables that are in the format already are
    passed over.

    :param names: Classes [default: all that are built]
    :param to: The format [default: 5]
    :param small: The format that takes least space: --to 5
    :param fast: The format whose probes are fast wherever they fall: --to 6
    :param out: Another folder for the new files; tables that are in the format already are written
    there, too
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "table convert",
        {
            "names": names,
            "to": to,
            "small": small,
            "fast": fast,
            "out": out,
        },
        tablebase,
    )


def export(
    names: Sequence[str] = (),
    *,
    format: Literal["syzygy"],
    men: int | None = None,
    out: Path | None = None,
    depths: Literal["rounded", "exact"] = "rounded",
    tablebase: Tablebase | None = None,
) -> Answer[answers.TableExportAnswer]:
    """Write tables as files that other programs read

    Syzygy's files, .rtbw with results and .rtbz with depths to a zeroing move, are made of tables with
    dtz50, which the classes that captures lead to must have too. Each file appears when it is whole.

    :param names: Classes such as KQRvKQ
    :param men: All classes up to this many men
    :param format: The kind of files
    :param out: The folder for the files; where it is missing it is made
    :param depths: How depths are told
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "table export",
        {
            "names": names,
            "men": men,
            "format": format,
            "out": out,
            "depths": depths,
        },
        tablebase,
    )


def stats(
    name: str,
    *,
    by_pawn: bool = False,
    thompson: bool = False,
    positions: int = 10,
    histogram: bool = False,
    tablebase: Tablebase | None = None,
) -> Answer[answers.TableStatsAnswer]:
    """Count wins, draws and losses, and find the longest wins

    Depths are moves of the winner. Every position is counted once. The class is taken as written: in
    KQvKNN the queen is White. Classes of up to four men that are missing are made for the question.

    :param name: A class such as KQRvKQ
    :param by_pawn: Count each square of the (only) pawn by itself, too
    :param thompson: Add the percentage of wins as Thompson counted: codes of positions, with men
    missing too
    :param positions: How many of the deepest positions to show
    :param histogram: Add how many positions have each depth
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "table stats",
        {
            "name": name,
            "by_pawn": by_pawn,
            "thompson": thompson,
            "positions": positions,
            "histogram": histogram,
        },
        tablebase,
    )


def list(
    *,
    tablebase: Tablebase | None = None,
) -> Answer[answers.TableListAnswer]:
    """Show which tables are built, and which Syzygy files there are beside them

    Exit status 1 if one of them is damaged.

    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "table list",
        {
        },
        tablebase,
    )


def random(
    name: str,
    *,
    number: int = 1,
    seed: int | None = None,
    tablebase: Tablebase | None = None,
) -> Answer[answers.TableRandomAnswer]:
    """Random legal positions of a class, each as likely as any other

    :param name: A class such as KQRvKQ
    :param number: How many
    :param seed: The same seed gives the same positions [default: from the clock]
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "table random",
        {
            "name": name,
            "number": number,
            "seed": seed,
        },
        tablebase,
    )


def verify(
    names: Sequence[str] = (),
    *,
    castling: bool = False,
    every: int | None = None,
    tablebase: Tablebase | None = None,
) -> Answer[answers.TableVerifyAnswer]:
    """Check tables: checksums, and every position against its successors

    Exit status 1 if any table is damaged or has a wrong value.

    :param names: Classes [default: all that are built]
    :param castling: Their positions with castling rights instead
    :param every: With --castling: only about one position in so many
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "table verify",
        {
            "names": names,
            "castling": castling,
            "every": every,
        },
        tablebase,
    )
