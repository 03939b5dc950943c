"""Questions of one word.

Written by ``generate.py``; changes are made in the questions.
"""


from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TYPE_CHECKING

from ._asking import Answer, Fen, Path, put

if TYPE_CHECKING:
    from . import answers
    from .tablebase import Tablebase

__all__ = ["annotate", "catalogue", "cgt", "devices", "find", "line", "map", "mine", "probe", "reproduce", "solve", "sum"]


def reproduce(
    papers: Sequence[str] = (),
    *,
    full: bool = False,
    device: Literal["cpu", "cuda", "auto"] = "cpu",
    device_memory: str | None = None,
    minutes: int | None = None,
    out: Path | None = None,
    tablebase: Tablebase | None = None,
) -> Answer[answers.ReproduceAnswer]:
    """Recompute the papers' published tables, cell by cell

    Each printed cell is compared with our own computation: it agrees, it differs, or it differs and an
    erratum explains why ours is right. Exit status 1 if any cell differs unexplained.

    :param papers: Which papers: thompson, bleicher, elkies, gottlieb, berlekamp [default: all]
    :param full: Add the tables that take long
    :param device: What solves single positions, with --full
    :param device_memory: Memory of the graphics card that it may take, such as 24G [default: what is
    free]
    :param minutes: Leave out single positions whose plan takes the processor longer, with --full
    [default: 15, with a card 120]
    :param out: Write the report, with every cell and the pictures, to DIR/index.html [default: nimzo-
    report]
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "reproduce",
        {
            "papers": papers,
            "full": full,
            "device": device,
            "device_memory": device_memory,
            "minutes": minutes,
            "out": out,
        },
        tablebase,
    )


def probe(
    fen: Fen,
    *,
    dtm50: bool = False,
    wdl: bool = False,
    no_moves: bool = False,
    tablebase: Tablebase | None = None,
) -> Answer[answers.ProbeAnswer]:
    """Look a position up: its value, and every move's

    People read what each move does for the player who makes it. The JSON has the field names of
    Lichess's table server, where a move has the value of the position after it, as the opponent sees
    it; depths are plies, positive when the side to move wins, and `precise_dtz` is missing (`~` in the
    text) where a depth may be a ply more. Tables of up to four men that are missing are made for the
    question; where a larger one is, Syzygy's files are asked, if --syzygy names some.

    :param fen: The position, or - to read one a line from standard input
    :param dtm50: Also plies to mate under the fifty-move rule, the clock being that of the position
    :param wdl: Results only, no depths: these are found fastest
    :param no_moves: The position alone, not its moves
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "probe",
        {
            "fen": fen,
            "dtm50": dtm50,
            "wdl": wdl,
            "no_moves": no_moves,
        },
        tablebase,
    )


def line(
    fen: Fen,
    *,
    metric: str = "dtm",
    tablebase: Tablebase | None = None,
) -> Answer[answers.LineAnswer]:
    """Play best moves to the end

    Other moves of the same depth are marked {= …}. A drawn position has no line. Tables of up to four
    men that are missing are made for the question.

    :param fen: The position, or - to read one a line from standard input
    :param metric: What counts as best: dtm, dtc, dtz or dtz50
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "line",
        {
            "fen": fen,
            "metric": metric,
        },
        tablebase,
    )


def map(
    fen: Fen,
    *,
    man: str | None = None,
    hand: str | None = None,
    show: Literal["results", "depths"] = "results",
    tablebase: Tablebase | None = None,
) -> Answer[answers.MapAnswer]:
    """Take a man of a position to every square: what would the position be?

    Each square is looked up with the man there and the others where they are, with either side to move.
    Rights to castle or to capture en passant are left out, and the clock is at 0. Depths are plies,
    positive when the side to move wins.

    :param fen: The position, or - to read one a line from standard input
    :param man: The man: its square, or its letter (KQRBNP white, kqrbnp black) where there is one of it
    :param hand: One man more instead, by its letter
    :param show: What colours the squares of the picture
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "map",
        {
            "fen": fen,
            "man": man,
            "hand": hand,
            "show": show,
        },
        tablebase,
    )


def solve(
    fen: Fen,
    *,
    also: Sequence[Fen] = (),
    metric: str = "wdl",
    memory: str | None = None,
    disk: str | None = None,
    bounds: bool = False,
    dry_run: bool = False,
    device: Literal["cpu", "cuda", "auto"] = "cpu",
    device_memory: str | None = None,
    tablebase: Tablebase | None = None,
) -> Answer[answers.SolveAnswer]:
    """Solve one position, however many pawns it has: everything that it can become

    Its pawns say where it begins, and blocked pawns stay where they are, so that few sets of pawns may
    be left. What memory, disk and time it takes is said first. The answer is that of probe; what was
    solved is kept beside the tables, where probe, line and the others find it. With --bounds, where
    everything would not fit or take long, classes with many promoted men are left out, and the rest is
    solved twice, as if each side won what was left out; where both agree, that is the value. Classes
    whose tables are in the folder are read and not solved. Castling rights are honoured. Several
    positions whose promotions lead to the same classes take less time together (--also).

    :param fen: The position, or - to read one a line from standard input
    :param also: Another position to be solved together with it, also more than once: what they share is
    solved once
    :param metric: What to solve for: wdl, or with a depth dtc, dtm, dtz or dtz50
    :param memory: Memory that it may take, such as 8G [default: what is free]
    :param disk: Disk that it may take, such as 40G [default: what is free]
    :param bounds: Try bounds where everything would not fit or take long
    :param dry_run: Say what it would take of the processor, and do nothing
    :param device: What solves large slices; small ones are always solved by the processor
    :param device_memory: Memory of the graphics card that it may take, such as 24G [default: what is
    free]
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "solve",
        {
            "fen": fen,
            "also": also,
            "metric": metric,
            "memory": memory,
            "disk": disk,
            "bounds": bounds,
            "dry_run": dry_run,
            "device": device,
            "device_memory": device_memory,
        },
        tablebase,
    )


def annotate(
    file: Path | None = None,
    *,
    pgn: str | None = None,
    solve: int = 8,
    tablebase: Tablebase | None = None,
) -> Answer[answers.AnnotateAnswer]:
    """Judge each endgame move of a game: kept, spoilt, or the only one

    Writes the games again as PGN, with a comment at each move from the first position on whose value is
    known to the tables or can be solved.

    :param file: The file of games
    :param pgn: The games themselves, instead of a file
    :param solve: Solve positions that no table knows from so many men on down; 0 for never
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "annotate",
        {
            "file": file,
            "pgn": pgn,
            "solve": solve,
        },
        tablebase,
    )


def mine(
    classes: Sequence[str] = (),
    *,
    men: int | None = None,
    query: str | None = None,
    named: str | None = None,
    castling: bool = False,
    count: bool = False,
    limit: int = 20,
    sort: Literal["dtm", "dtc", "dtz", "dtz50"] | None = None,
    format: Literal["epd", "pgn", "csv", "json", "fen", "table"] | None = None,
    out: Path | None = None,
    tablebase: Tablebase | None = None,
) -> Answer[answers.MineAnswer]:
    """Find the positions of endgames in which a query holds

    A query is made of conditions with "and", "or", "not" and brackets. It is asked of every legal
    position without en passant and castling rights; one that has a mirror image in which the query
    holds is found, and counted once. White is the stronger side. Depths are plies.

    values     win(w) draw(b) loss(w): that side is to move, with that result;
               cursed(w) blessed(b): a win or loss that the fifty-move rule makes a draw
    numbers    dtm(w) dtc(w) dtz(w) dtz50(w) moves(w) winning_moves(w) drawing_moves(w)
               losing_moves(w) count(P on 7); compared by = != < <= > >= or in 2..5
    men        K on d4, p on a-c 2-4, white on edge, R on {a1, h8}; attacks(R, k);
               same_color_bishops, opposite_color_bishops
    moves      only_move(w): one move keeps the result; only_winning(w, TEST), only_drawing(w, TEST);
               every_move(w, TEST), after(w, TEST): a move of that kind exists;
               moves(w, TEST) and its like count those that pass
    TEST       wins draws loses capture promotion underpromotion quiet zeroing check mate stalemate
               king pawn, by R, capture of Q, promotion to N; with and, or, not; a comma is an and
    null move  null(QUERY): it holds with the other side to move; zug, zug(A1), mutual
    others     check mate stalemate legal reachable wtm btm

    :param classes: The endgames, such as KRPvKR, and last the query, unless it is given by an option
    :param men: Every endgame with at most so many men, instead of naming them
    :param query: The query, if it is not the last word
    :param named: A question by its name instead of a query; "list" tells them all
    :param castling: Positions with castling rights instead, none of which is a mirror image of another;
    up to five men
    :param count: Only count
    :param limit: At most so many positions of each endgame
    :param sort: The deepest first; a draw counts with the depth it has when the other side is to move
    :param format: Write only the positions, in this format
    :param out: Write the text to a file instead of standard output
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "mine",
        {
            "classes": classes,
            "men": men,
            "query": query,
            "named": named,
            "castling": castling,
            "count": count,
            "limit": limit,
            "sort": sort,
            "format": format,
            "out": out,
        },
        tablebase,
    )


def sum(
    fen: Fen | None = None,
    *,
    find: str | None = None,
    board: str | None = None,
    late: Literal["white", "black"] | None = None,
    positions: int = 200000,
    tablebase: Tablebase | None = None,
) -> Answer[answers.SumAnswer]:
    """A position as a sum of games: its core, its components, their values, and who wins

    A position whose kings (or other men) stand in mutual zugzwang while pawns elsewhere have moves left
    is a sum: a core that loses for whoever must move in it, and components whose moves are tempi. White
    is Left. The winner follows from the values; a solver that knows only chess then tries to prove it.
    Exit status 1 when it is not proved.

    :param fen: The position, on a board of any size, or `-` to read one from each line
    :param find: Look for a small component of this value and set it up on a board
    :param board: The board, rows by files: what a position must have, or what a find may use [default
    for finds: 8 rows]
    :param late: The side whose promotion still wins when it comes right after the other's, because its
    new queen mates
    :param positions: Positions that the solver may look at for each proof; 0 for no proof
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "sum",
        {
            "fen": fen,
            "find": find,
            "board": board,
            "late": late,
            "positions": positions,
        },
        tablebase,
    )


def catalogue(
    *,
    files: int = 3,
    rows: int = 8,
    tablebase: Tablebase | None = None,
) -> Answer[answers.CatalogueAnswer]:
    """Pawn components on neighbouring files by value: which values occur, and the smallest example of each

    A component has at most one pawn of either colour, and at least one pawn, on each of its files;
    mirror images count once. Every value is proved by playing the component out beside its negative.

    :param files: The most files
    :param rows: The rows of the board
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "catalogue",
        {
            "files": files,
            "rows": rows,
        },
        tablebase,
    )


def cgt(
    expression: str,
    *,
    tablebase: Tablebase | None = None,
) -> Answer[answers.CgtAnswer]:
    """The value of a combinatorial game: canonical form, mean, temperature, thermograph

    :param expression: The value, or `-` to read one from each line of standard input
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "cgt",
        {
            "expression": expression,
        },
        tablebase,
    )


def find(
    text: str,
    *,
    tablebase: Tablebase | None = None,
) -> Answer[answers.FindAnswer]:
    """Say what a text is and which page of the explorer shows it

    A position, an endgame, words of the pawn game, a partition, a combinatorial value, or the name of a
    published position, figure or table. What can be read in several ways is told in all of them, the
    likeliest first.

    :param text: The text, or - to read one a line from standard input
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "find",
        {
            "text": text,
        },
        tablebase,
    )


def devices(
    *,
    tablebase: Tablebase | None = None,
) -> Answer[answers.DevicesAnswer]:
    """Show what endgames can be solved on: the processor, and graphics cards

    A card serves `--device cuda`, and `--device auto` where there is one.

    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "devices",
        {
        },
        tablebase,
    )
