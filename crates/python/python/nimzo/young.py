"""Impartial chess on Young diagrams: values, maps, classes, conjectures.

PIECE is downright, pawn, knight, bishop, king, rook or queen, or any moveset written as moves
(rows,columns), with + where a move may be repeated: "(1,2),(0,1)+". PARTS is a partition, largest
part first: 5,4,4,4 or 5,4^3.

Written by ``generate.py``; changes are made in the questions.
"""


from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TYPE_CHECKING

from ._asking import Answer, put

if TYPE_CHECKING:
    from . import answers
    from .tablebase import Tablebase

__all__ = ["census", "classify", "conjecture", "equal", "genus", "graph", "map", "search", "value"]


def value(
    piece: str,
    parts: str,
    *,
    tablebase: Tablebase | None = None,
) -> Answer[answers.YoungValueAnswer]:
    """Normal and misère values of a partition, and the winning moves

    :param piece: A piece or a moveset
    :param parts: A partition, or - for one a line on standard input
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "young value",
        {
            "piece": piece,
            "parts": parts,
        },
        tablebase,
    )


def map(
    piece: str,
    parts: str,
    *,
    show: Literal["sg", "misere", "pairs", "pn", "misere-pn"] = "sg",
    tablebase: Tablebase | None = None,
) -> Answer[answers.YoungMapAnswer]:
    """Values of every subpartition, each in its cell

    The cell in row i and column j, both counted from 0, stands for what is left after removing i rows
    and j columns. Lost cells (P-positions) are marked: a dot in the text, a ring in the picture.

    :param piece: A piece or a moveset
    :param parts: A partition
    :param show: What stands in the cells of the text and the picture
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "young map",
        {
            "piece": piece,
            "parts": parts,
            "show": show,
        },
        tablebase,
    )


def classify(
    piece: str,
    *,
    family: str = "all",
    max: int = 24,
    tablebase: Tablebase | None = None,
) -> Answer[answers.YoungClassifyAnswer]:
    """Conway-Gurvich-Ho class of a game on a family, with smallest witnesses

    A property holds as far as was looked, or fails at a smallest position; the move that breaks it is
    named. All partitions are bounded by their size, the other families by the longer side of a diagram.
    Under moves of fixed reach, staircases are settled for any number of steps.

    :param piece: A piece or a moveset
    :param family: all, rectangles, staircases, gstaircases, hooks, thickhooks, s1, s2, stairs:PARTS,
    below:PARTS
    :param max: Largest size (all partitions) or longest side (other families)
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "young classify",
        {
            "piece": piece,
            "family": family,
            "max": max,
        },
        tablebase,
    )


def census(
    *,
    max: int = 45,
    piece: Sequence[str] = (),
    tablebase: Tablebase | None = None,
) -> Answer[answers.YoungCensusAnswer]:
    """All partitions up to a size at once: how many are lost, size by size

    :param max: Largest size
    :param piece: A piece or a moveset; may be given several times [default: all seven pieces]
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "young census",
        {
            "max": max,
            "piece": piece,
        },
        tablebase,
    )


def conjecture(
    which: Literal["5.1", "5.2", "golden"],
    *,
    sides: int = 21,
    steps: int = 40,
    size: int = 50,
    rows: int = 19,
    effort: int = 100000000,
    tablebase: Tablebase | None = None,
) -> Answer[answers.YoungConjectureAnswer]:
    """Check the paper's open questions as far as asked

    5.1 and 5.2 give formulas for KING on generalised staircases. Each is checked straight on diagrams
    of up to --steps steps and, since the values repeat, settled for any number of steps. golden asks
    how long a lost diagram of QUEEN can be for its number of rows (Lemma 3.22).

    :param which: Which one
    :param sides: 5.1 and 5.2: longest side of a step
    :param steps: 5.1 and 5.2: number of steps of the diagrams that are also checked straight
    :param size: golden: largest size of the partitions that are all looked through
    :param rows: golden: largest number of rows for which the longest lost diagram is sought
    :param effort: golden: diagrams tried for each length before the search gives up
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "young conjecture",
        {
            "which": which,
            "sides": sides,
            "steps": steps,
            "size": size,
            "rows": rows,
            "effort": effort,
        },
        tablebase,
    )


def search(
    *,
    region: str,
    max: int = 50,
    moveset_max: int = 26,
    step_max: int = 6,
    line_max: int = 16,
    tablebase: Tablebase | None = None,
) -> Answer[answers.YoungSearchAnswer]:
    """Look for games in a region of the classification

    A region is a strength (pet, miserable, tame, domestic, nondomestic) and a way of turning back
    (forced, returnable, nonreturnable) joined by a dash, or the letters of the paper's Table 1, such as
    D-F. What is found is classified afresh from its own diagrams. Exit status 1 when nothing is found.

    :param region: The region, or all for the seven where the paper knows no game
    :param max: Size of partitions under the seven pieces
    :param moveset_max: Size of partitions under every moveset of the catalogue
    :param step_max: Size of the steps of endless stairs
    :param line_max: Longest narrow side on lines of growing diagrams
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "young search",
        {
            "region": region,
            "max": max,
            "moveset_max": moveset_max,
            "step_max": step_max,
            "line_max": line_max,
        },
        tablebase,
    )


def graph(
    piece: str,
    parts: str,
    *,
    tablebase: Tablebase | None = None,
) -> Answer[answers.YoungGraphAnswer]:
    """The graph of a game, its least equal, its truncation, its reduction to DOWNRIGHT

    :param piece: A piece or a moveset
    :param parts: A partition
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "young graph",
        {
            "piece": piece,
            "parts": parts,
        },
        tablebase,
    )


def equal(
    piece: str,
    parts: str,
    other_piece: str,
    other_parts: str,
    *,
    tablebase: Tablebase | None = None,
) -> Answer[answers.YoungEqualAnswer]:
    """Whether two games are the same: cell by cell, or after renaming the moves

    Exit status 1 when they are not even game-equivalent.

    :param piece: A piece or a moveset
    :param parts: A partition
    :param other_piece: The other piece or moveset
    :param other_parts: The other partition
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "young equal",
        {
            "piece": piece,
            "parts": parts,
            "other_piece": other_piece,
            "other_parts": other_parts,
        },
        tablebase,
    )


def genus(
    piece: str,
    sum: str,
    *,
    tablebase: Tablebase | None = None,
) -> Answer[answers.GenusAnswer]:
    """Genus and misère quotient of a sum of partitions

    The genus is the nimber and, behind ^, the misère values beside 0, 1, 2, ... heaps of two; the last
    two repeat. The quotient is that of all sums of the partitions and of what play leaves of them: it
    is proved to tell who wins each of these sums in misère play.

    :param piece: A piece or a moveset
    :param sum: Partitions with + between them, or - for one sum a line on standard input
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "young genus",
        {
            "piece": piece,
            "sum": sum,
        },
        tablebase,
    )
