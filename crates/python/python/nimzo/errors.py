"""Why something was not answered. The words are those of the command line.

Every exception is a :class:`NimzoError`, and also what programs for python-chess or plain Python expect
there: a missing table is a ``KeyError``, bad input a ``ValueError``.
"""

from __future__ import annotations

import chess.gaviota
import chess.syzygy

__all__ = [
    "BadInput",
    "MachineFault",
    "MissingTable",
    "NimzoError",
    "Stopped",
    "TooLarge",
    "WrongType",
]


class NimzoError(Exception):
    """Something was not answered."""

    def __str__(self) -> str:
        # KeyError would show the message in quotation marks.
        return str(self.args[0]) if self.args else ""


class BadInput(NimzoError, ValueError):
    """The input was bad: the message names it and what would be right."""


class WrongType(NimzoError, TypeError):
    """An argument was of a type that is not taken."""


class MissingTable(
    NimzoError, chess.syzygy.MissingTableError, chess.gaviota.MissingTableError
):
    """A table that the answer needs has not been built."""


class TooLarge(NimzoError):
    """More was asked for than the program or the machine can hold."""


class Stopped(NimzoError):
    """Somebody stopped it. Ctrl-C is told by Python's own ``KeyboardInterrupt``."""


class MachineFault(NimzoError, OSError):
    """A file that is damaged, a disk that is full, a folder that may not be read."""
