"""Studies: is each move of the solution the only one?.

Written by ``generate.py``; changes are made in the questions.
"""


from __future__ import annotations

from typing import TYPE_CHECKING

from ._asking import Answer, Path, put

if TYPE_CHECKING:
    from . import answers
    from .tablebase import Tablebase

__all__ = ["check"]


def check(
    file: Path | None = None,
    *,
    pgn: str | None = None,
    tablebase: Tablebase | None = None,
) -> Answer[answers.CheckAnswer]:
    """Go through a study: is each move of the solution the only one?

    The result tag says what is claimed: 1-0 that White wins, 1/2-1/2 that White draws, 0-1 that Black
    wins. Every move of that side, in the main line and in the variations, is looked at: whether it
    keeps the result, and which others do. Of those, transpositions come to the same position in another
    order, and wastes of time let the enemy force a position that was there before; duals are the rest.
    Positions that no table knows are solved.

    :param file: The file of games
    :param pgn: The games themselves, instead of a file
    :param tablebase: the tables to ask, instead of those that all questions use
    """
    return put(
        "study check",
        {
            "file": file,
            "pgn": pgn,
        },
        tablebase,
    )
