"""Zugzwangs: positions in which the side to move would rather pass.

Written by ``generate.py``; changes are made in the questions.
"""


from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TYPE_CHECKING

from ._asking import Answer, Fen, Path, put

if TYPE_CHECKING:
    from . import answers
    from .tablebase import Tablebase

__all__ = ["census", "classify", "count", "list", "study"]


def classify(
    fen: Fen,
    *,
    source: Literal["tables", "syzygy"] = "tables",
    fifty: bool = False,
    tablebase: Tablebase | None = None,
) -> Answer[answers.ZugClassifyAnswer]:
    """Say what type of zugzwang a position is

    Three positions decide it: p1 is the position, p2 the same with the other side to move, p3 is p1
    without its en passant right. Values are those of the side to move in p1. A1-A6: the result would be
    better after a null move. B1, B2: the result stays, but the winner needs more (B1) or the loser
    lasts fewer (B2) moves because it is his turn, in at least one metric.

    :param fen: A position, or - for one a line on standard input
    :param source: Where values come from
    :param fifty: Fifty moves without capture or pawn move make a draw
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "zug classify",
        {
            "fen": fen,
            "source": source,
            "fifty": fifty,
        },
        tablebase,
    )


def count(
    classes: Sequence[str] = (),
    *,
    men: int | None = None,
    ep: bool = False,
    castling: bool = False,
    source: Literal["tables", "syzygy"] = "tables",
    fifty: bool = False,
    tablebase: Tablebase | None = None,
) -> Answer[answers.ZugCountAnswer]:
    """Count the zugzwangs of endgames by type

    Each placement counts once up to the symmetries of the board. wtm: White moves first, no en passant
    right; btm: the same placements with Black first, A1 and A2 exchanged. With --ep also those with an
    en passant right, White first and Black first. For equal forces (KPvKP) A2 mirrors A1, A3 is counted
    up to an exchange of colours, and en passant with White first only.

    :param classes: Endgames, such as KPPvKP
    :param men: Every endgame with at most so many men
    :param ep: Count those with an en passant right too
    :param castling: Count those with castling rights too, which a null move keeps
    :param source: Where values come from
    :param fifty: Fifty moves without capture or pawn move make a draw
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "zug count",
        {
            "classes": classes,
            "men": men,
            "ep": ep,
            "castling": castling,
            "source": source,
            "fifty": fifty,
        },
        tablebase,
    )


def list(
    class_: str,
    *,
    kind: str | None = None,
    ep: bool = False,
    castling: bool = False,
    side: Literal["white", "black"] | None = None,
    min_depth: int | None = None,
    max_depth: int | None = None,
    metric: Literal["dtm", "dtz", "dtc"] = "dtm",
    format: Literal["epd", "csv", "pgn", "json"] = "epd",
    under_fifty: bool = False,
    limit: int | None = None,
    out: Path | None = None,
    source: Literal["tables", "syzygy"] = "tables",
    fifty: bool = False,
    tablebase: Tablebase | None = None,
) -> Answer[answers.ZugListAnswer]:
    """List the zugzwangs of an endgame, deepest first

    Without --ep those without an en passant right, White first; with it those with one, White or Black
    first. A position's depth is the sum of the winner's moves in p1 and p2.

    :param class_: The endgame, such as KPPvKP
    :param kind: Only this type: A1 to A6
    :param ep: Those with an en passant right instead
    :param castling: Those with castling rights instead, which a null move keeps; up to five men
    :param side: Only with this side to move first
    :param min_depth: Only at least so deep
    :param max_depth: Only at most so deep
    :param metric: The metric of depths
    :param format: The format of the text
    :param under_fifty: Say what becomes of each under the fifty-move rule
    :param limit: At most so many
    :param out: Write the text to a file instead of standard output
    :param source: Where values come from
    :param fifty: Fifty moves without capture or pawn move make a draw
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "zug list",
        {
            "class": class_,
            "kind": kind,
            "ep": ep,
            "castling": castling,
            "side": side,
            "min_depth": min_depth,
            "max_depth": max_depth,
            "metric": metric,
            "format": format,
            "under_fifty": under_fifty,
            "limit": limit,
            "out": out,
            "source": source,
            "fifty": fifty,
        },
        tablebase,
    )


def study(
    fen: Fen,
    *,
    before: int = 16,
    after: int = 5,
    tried: int = 1,
    all_answers: bool = False,
    positions: int = 200000,
    limit: int = 5,
    source: Literal["tables", "syzygy"] = "tables",
    fifty: bool = False,
    tablebase: Tablebase | None = None,
) -> Answer[answers.ZugStudyAnswer]:
    """Find the try and the solution that reach one zugzwang with different sides to move

    From a won or drawn position, looks along the lines in which the side to move keeps its result
    against best defence for a move at which a try goes wrong because it brings about, with the wrong
    side to move, the very placement that the solution reaches with the right one. Marks: '''' only move
    that keeps the result, '' only best move, ' one of the best, ° only legal move, ?? throws the result
    away. Exit status 1 if none is found.

    :param fen: A position, or - for one a line on standard input
    :param before: Plies up to the move at which try and solution part
    :param after: Plies from there to the zugzwang in the solution
    :param tried: Moves from there to the zugzwang in the try
    :param all_answers: Answer with every move that keeps the result, not only with those that hold out
    longest
    :param positions: Positions to look at before giving up
    :param limit: How many studies to show
    :param source: Where values come from
    :param fifty: Fifty moves without capture or pawn move make a draw
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "zug study",
        {
            "fen": fen,
            "before": before,
            "after": after,
            "tried": tried,
            "all_answers": all_answers,
            "positions": positions,
            "limit": limit,
            "source": source,
            "fifty": fifty,
        },
        tablebase,
    )


def census(
    classes: Sequence[str] = (),
    *,
    group: Sequence[str] = (),
    men: int | None = None,
    memory: str | None = None,
    disk: str | None = None,
    dry_run: bool = False,
    device: Literal["cpu", "cuda", "auto"] = "cpu",
    device_memory: str | None = None,
    out: Path | None = None,
    hosts: Path | None = None,
    process: Path | None = None,
    workers: Path | None = None,
    wait: Path = "60",
    tablebase: Tablebase | None = None,
) -> Answer[answers.ZugCensusAnswer]:
    """Solve six-man endgames, count and list their zugzwangs, discard the tables

    Each class is solved for win, draw and loss, its zugzwangs are written as EPD, and the table is
    thrown away; what classes hand on to each other is kept beside the record until it has been read.
    What memory, disk and time it takes is said first. A census that was stopped goes on where it was.
    Where the forces are equal, A2 merely mirror A1 and are not counted.

    :param classes: Endgames such as KRPvKBN
    :param group: All endgames of a group: 3-3, 4-2, 5-1, or with pawns 3-3p, 4-2p, 5-1p
    :param men: All endgames of so many men
    :param memory: Memory that it may take, such as 8G [default: what is free]
    :param disk: Disk that it may take, such as 40G [default: what is free]
    :param dry_run: Say what is left to do and what it takes of the processor, and do nothing
    :param device: What solves them
    :param device_memory: Memory of the graphics card that it may take, such as 24G [default: what is
    free]
    :param out: Where positions and record are kept [default: census in the folder of tables]
    :param hosts: Share the work with the processes of this file, one HOST:PORT a line; start the same
    command on each machine
    :param process: Which line of the file this process is, from 0
    :param workers: Threads of this process [default: as --threads]
    :param wait: How long to wait for the other processes to come
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "zug census",
        {
            "classes": classes,
            "group": group,
            "men": men,
            "memory": memory,
            "disk": disk,
            "dry_run": dry_run,
            "device": device,
            "device_memory": device_memory,
            "out": out,
            "hosts": hosts,
            "process": process,
            "workers": workers,
            "wait": wait,
        },
        tablebase,
    )
