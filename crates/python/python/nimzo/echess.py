"""Entrepreneurial chess: exact values of king against king and rook with cashing out.

Written by ``generate.py``; changes are made in the questions.
"""


from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TYPE_CHECKING

from ._asking import Answer, put

if TYPE_CHECKING:
    from . import answers
    from .tablebase import Tablebase

__all__ = ["bounds", "eval", "hottest", "krk", "line", "map", "moves", "play", "prove", "regions", "sum"]


def krk(
    *,
    rows: int,
    cols: int,
    margin: int = 2,
    check: bool = False,
    tablebase: Tablebase | None = None,
) -> Answer[answers.EchessKrkAnswer]:
    """King and rook against king when Black escapes over the north or east edge

    White king a1, rook b2, Black king c3. The numbers are plies; the winner hurries and the loser
    delays. White's men may go two squares beyond the open edges.

    :param rows: Rows of the board
    :param cols: Columns of the board
    :param margin: How far beyond the open edges White's men may go
    :param check: Solve the board a second time by another method and compare (slow on large boards)
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "echess krk",
        {
            "rows": rows,
            "cols": cols,
            "margin": margin,
            "check": check,
        },
        tablebase,
    )


def eval(
    position: str | None = None,
    *,
    bk: str | None = None,
    wk: str | None = None,
    wr: str | None = None,
    corner: bool = False,
    window: int = 10,
    tablebase: Tablebase | None = None,
) -> Answer[answers.EchessEvalAnswer]:
    """Mean, temperature, stops, chilled value and thermograph of a position

    Squares are X,Y; a1 is 0,0. The board is open (its edges are far away) unless --corner is given. A
    number is printed alone when it is proved exactly, otherwise as the interval that is proved.

    :param position: The three squares BKX,BKY WKX,WKY WRX,WRY in one word, or - to read one position a
    line
    :param bk: The Black king
    :param wk: The White king
    :param wr: The rook
    :param corner: The board ends west of column 0 and south of row 0
    :param window: Squares around the Black king that are computed; kept in the tables folder
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "echess eval",
        {
            "position": position,
            "bk": bk,
            "wk": wk,
            "wr": wr,
            "corner": corner,
            "window": window,
        },
        tablebase,
    )


def map(
    *,
    wr: str,
    bk: str = "0,0",
    x: str = "-5..10",
    y: str = "-5..10",
    show: Literal["mean", "temperature"] = "mean",
    corner: bool = False,
    window: int = 10,
    tablebase: Tablebase | None = None,
) -> Answer[answers.EchessMapAnswer]:
    """The value for every White king square around a Black king

    A value in brackets [..] is that of the upper bound alone: the bounds do not meet there. Squares off
    the corner board are left out.

    :param bk: The Black king
    :param wr: The rook
    :param x: Columns of the White king
    :param y: Rows of the White king
    :param show: What the picture shows
    :param corner: The board ends west of column 0 and south of row 0
    :param window: Squares around the Black king that are computed; kept in the tables folder
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "echess map",
        {
            "bk": bk,
            "wr": wr,
            "x": x,
            "y": y,
            "show": show,
            "corner": corner,
            "window": window,
        },
        tablebase,
    )


def regions(
    *,
    k: int = -2,
    x: str = "-6..10",
    y: str = "-6..10",
    window: int = 10,
    tablebase: Tablebase | None = None,
) -> Answer[answers.EchessRegionsAnswer]:
    """The six regions around a Black king on 0,0, checked against the computed means

    The rook stands on the row above him, two squares or more along it. A subregion with a formula is
    followed by = where the computed mean is what the formula says, by ! where it is not, and by ? where
    the mean is not proved and the formula lies between its bounds.

    :param k: How far right of the Black king the rook stands
    :param x: Columns of the White king
    :param y: Rows of the White king
    :param window: Squares around the Black king that are computed; kept in the tables folder
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "echess regions",
        {
            "k": k,
            "x": x,
            "y": y,
            "window": window,
        },
        tablebase,
    )


def hottest(
    *,
    corner: bool = False,
    window: int = 10,
    most: int = 20,
    tablebase: Tablebase | None = None,
) -> Answer[answers.EchessHottestAnswer]:
    """The hottest positions with a finite temperature

    Ranks every position of the window whose temperature is proved. Positions whose bounds do not meet
    are counted apart: nothing is claimed about them.

    :param corner: The board ends west of column 0 and south of row 0
    :param window: Squares around the Black king that are computed; kept in the tables folder
    :param most: How many positions to list
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "echess hottest",
        {
            "corner": corner,
            "window": window,
            "most": most,
        },
        tablebase,
    )


def moves(
    position: str,
    *,
    player: Literal["black", "white"] = "black",
    tax: str = "0",
    most: int = 12,
    corner: bool = False,
    window: int = 10,
    tablebase: Tablebase | None = None,
) -> Answer[answers.EchessMovesAnswer]:
    """The legal moves of a position, what each is worth, and the best one

    A move is worth what the position after it brings when the other player goes on. With --tax the
    comparison is made at that temperature, as in a larger sum.

    :param position: The three squares BKX,BKY WKX,WKY WRX,WRY in one word, or - to read one position a
    line
    :param player: Whose move it is
    :param tax: The tax on a move
    :param most: How many rook moves to show at most; the best come first
    :param corner: The board ends west of column 0 and south of row 0
    :param window: Squares around the Black king that are computed; kept in the tables folder
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "echess moves",
        {
            "position": position,
            "player": player,
            "tax": tax,
            "most": most,
            "corner": corner,
            "window": window,
        },
        tablebase,
    )


def line(
    position: str,
    *,
    first: Literal["black", "white"] = "black",
    style: Literal["dogma", "best"] = "dogma",
    plies: int = 100,
    corner: bool = False,
    window: int = 10,
    tablebase: Tablebase | None = None,
) -> Answer[answers.EchessLineAnswer]:
    """A line of play between the dogmatic strategies, or between two players who err nowhere

    After each move stands what the rest of the game is worth to the player whose turn it is.

    :param position: The three squares BKX,BKY WKX,WKY WRX,WRY in one word, or - to read one position a
    line
    :param first: Who moves first
    :param style: How moves are chosen
    :param plies: The most moves to play, both sides counted
    :param corner: The board ends west of column 0 and south of row 0
    :param window: Squares around the Black king that are computed; kept in the tables folder
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "echess line",
        {
            "position": position,
            "first": first,
            "style": style,
            "plies": plies,
            "corner": corner,
            "window": window,
        },
        tablebase,
    )


def play(
    position: str,
    *,
    you: Literal["black", "white"] = "black",
    first: Literal["black", "white"] = "black",
    moves: str | None = None,
    corner: bool = False,
    window: int = 10,
    tablebase: Tablebase | None = None,
) -> Answer[answers.EchessPlayAnswer]:
    """A game against the program, scored against the best play

    Moves are `cash`, a step such as `ne`, `K4,6` or `R6,1`. They are taken from --moves, or line by
    line from standard input until the game is over or the input ends. With --json the whole game is one
    document at the end: the moves with what each gave away, the legal moves now, the score.

    :param position: The three squares BKX,BKY WKX,WKY WRX,WRY in one word
    :param you: Which side is yours
    :param first: Who moves first
    :param moves: Your moves, with spaces or semicolons between them, instead of standard input
    :param corner: The board ends west of column 0 and south of row 0
    :param window: Squares around the Black king that are computed; kept in the tables folder
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "echess play",
        {
            "position": position,
            "you": you,
            "first": first,
            "moves": moves,
            "corner": corner,
            "window": window,
        },
        tablebase,
    )


def prove(
    position: str = "0,0 1,-2 2,1",
    *,
    plies: int = 2,
    corner: bool = False,
    window: int = 10,
    tablebase: Tablebase | None = None,
) -> Answer[answers.EchessProveAnswer]:
    """A game tree from which the thermograph of a position follows

    Two trees are looked for: one proves that Black gets no less (all of White's moves are in it), one
    that he gets no more (all of Black's). Their leaves have the walls that the window proves. The walls
    of every node follow from its options by hand: Left's is the best of the options' right walls less
    the tax, Right's the best of their left walls plus the tax, up to where they meet.

    Without a position this proves the hottest one known, which refutes the conjecture that no finite
    temperature is above 45/8.

    :param position: The three squares BKX,BKY WKX,WKY WRX,WRY in one word
    :param plies: How deep the trees are, in plies
    :param corner: The board ends west of column 0 and south of row 0
    :param window: Squares around the Black king that are computed; kept in the tables folder
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "echess prove",
        {
            "position": position,
            "plies": plies,
            "corner": corner,
            "window": window,
        },
        tablebase,
    )


def bounds(
    *,
    corner: bool = False,
    window: int = 10,
    within: Sequence[int] = (8,),
    zugzwangs: bool = False,
    tablebase: Tablebase | None = None,
) -> Answer[answers.EchessBoundsAnswer]:
    """How much of a window is proved exactly, and how wide the gaps are that remain

    Every position has a proved lower and a proved upper bound on both walls of its thermograph. It is
    exact when they meet; otherwise its gap is the greatest distance between them.

    :param corner: The board ends west of column 0 and south of row 0
    :param window: Squares around the Black king that are computed; kept in the tables folder
    :param within: Count only positions with the White king so many squares off; several may be given
    :param zugzwangs: Count also the positions in which neither player wants to move
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "echess bounds",
        {
            "corner": corner,
            "window": window,
            "within": within,
            "zugzwangs": zugzwangs,
        },
        tablebase,
    )


def sum(
    positions: Sequence[str] = (),
    *,
    search: bool = False,
    nodes: int = 60000,
    line: bool = False,
    window: int = 10,
    tablebase: Tablebase | None = None,
) -> Answer[answers.EchessSumAnswer]:
    """A sum of positions and values: its mean and temperature, and where either player should move

    The summands are positions and, beside them, any short values: numbers, switches, coupons. The mean
    of a sum is the sum of the means; its temperature is at most the greatest of theirs, and equal to it
    if one summand is hotter than the rest. The orthodox move is in the hottest summand. The stops are
    what thermographs prove about them; --search looks ahead until both bounds meet, --line plays
    orthodox moves to the end.

    :param positions: The summands: positions, each BKX,BKY WKX,WKY WRX,WRY in one word, and values as
    `nimzo cgt` reads them; what begins with a minus sign is written with brackets, [-1,0] 3,0 5,1 or
    (-2)
    :param search: Find the exact stops by looking ahead
    :param nodes: Positions of the sum that the search may look at
    :param line: Play orthodox moves to the end
    :param window: Squares around the Black king that are computed; kept in the tables folder
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "echess sum",
        {
            "positions": positions,
            "search": search,
            "nodes": nodes,
            "line": line,
            "window": window,
        },
        tablebase,
    )
