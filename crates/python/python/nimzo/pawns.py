"""The pawn game: nimbers of words, of all words, of repeated patterns; embedding into chess.

A word has one letter a file: 0 an open file, 1 a stopped one; two 1s are never neighbours.

Written by ``generate.py``; changes are made in the questions.
"""


from __future__ import annotations

from typing import TYPE_CHECKING

from ._asking import Answer, put

if TYPE_CHECKING:
    from . import answers
    from .tablebase import Tablebase

__all__ = ["census", "embed", "periodic", "play", "search", "value"]


def value(
    word: str,
    *,
    tablebase: Tablebase | None = None,
) -> Answer[answers.PawnsValueAnswer]:
    """The nimber of a component, with the value of each move or why it is loony

    :param word: The word, or `-` to read one from each line of standard input
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "pawns value",
        {
            "word": word,
        },
        tablebase,
    )


def census(
    *,
    max: int,
    tablebase: Tablebase | None = None,
) -> Answer[answers.PawnsCensusAnswer]:
    """All words to a length: where each nimber occurs first, and how many words have it

    :param max: The length to go to
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "pawns census",
        {
            "max": max,
        },
        tablebase,
    )


def periodic(
    pattern: str,
    *,
    to: int,
    all: bool = False,
    tablebase: Tablebase | None = None,
) -> Answer[answers.PawnsPeriodicAnswer]:
    """The nimbers of the prefixes of a repeated pattern of stops

    :param pattern: The pattern, a word that is repeated
    :param to: The length to go to
    :param all: Put the nimbers of all prefixes into the JSON document
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "pawns periodic",
        {
            "pattern": pattern,
            "to": to,
            "all": all,
        },
        tablebase,
    )


def search(
    nimber: int,
    *,
    max_length: int = 120,
    width: int = 200,
    seed: int = 1,
    from_nothing: bool = False,
    tablebase: Tablebase | None = None,
) -> Answer[answers.PawnsSearchAnswer]:
    """Look for a short word of a nimber

    A beam search that grows words at either end, beside the shortest ones known. It looks for a word
    shorter than the known one, and answers with that where it finds none: an upper bound for the least
    length. Exit status 1 when there is no word.

    :param nimber: The nimber
    :param max_length: The longest words to look at
    :param width: Words of a length that are kept
    :param seed: Decides between equally promising words
    :param from_nothing: Pay no regard to the words that are known
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "pawns search",
        {
            "nimber": nimber,
            "max_length": max_length,
            "width": width,
            "seed": seed,
            "from_nothing": from_nothing,
        },
        tablebase,
    )


def embed(
    sum: str,
    *,
    rows: int | None = None,
    positions: int = 200000,
    tablebase: Tablebase | None = None,
) -> Answer[answers.PawnsEmbedAnswer]:
    """A sum of components as a king-and-pawn endgame on a large board, and who wins it

    The winner follows from the nimber; a solver that knows only chess then tries to prove it, and which
    first moves win.

    :param sum: The components with + between them, or `-` to read one sum from each line
    :param rows: Rows of the board, an odd number [default: the least that is possible]
    :param positions: Positions that the solver may look at for each move; 0 for no proof
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "pawns embed",
        {
            "sum": sum,
            "rows": rows,
            "positions": positions,
        },
        tablebase,
    )


def play(
    sum: str,
    *,
    moves: str = "",
    tablebase: Tablebase | None = None,
) -> Answer[answers.PawnsPlayAnswer]:
    """A game in progress: every move, whether it wins, and what a perfect player answers

    Steps are written b2, captures axb2 (rows counted from White's side, White begins), and *3:1 makes a
    heap of three one. The components are told in the paper's notation: `:` is a pawn that has just
    moved and can be captured, `.` an unopposed one, `_` follows what is stopped. A pawn that reaches
    the far row of an open file wins at once; who cannot move loses.

    :param sum: Words of files and heaps with + between them
    :param moves: The moves made so far, with commas between them
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "pawns play",
        {
            "sum": sum,
            "moves": moves,
        },
        tablebase,
    )
