"""The laboratory where chess endgames meet combinatorial game theory.

* :class:`Tablebase`: endgame tables under the interface of python-chess.
* :mod:`nimzo.cgt`: values of games, with the operators of Python.
* :mod:`nimzo.table`, :mod:`nimzo.zug`, :mod:`nimzo.study`, :mod:`nimzo.pawns`, :mod:`nimzo.young`,
  :mod:`nimzo.echess` and the functions here: the questions of the command line, each a function that
  returns an :class:`Answer`.
* :func:`ask`: any question by its words.
* :mod:`nimzo.errors`: why something was not answered.
"""

from __future__ import annotations

from . import answers, cgt, echess, errors, pawns, positions, study, table, young, zug
from ._asking import Answer, Fen, ask, use_tables
from ._native import __version__
from ._progress import show_progress
from .errors import NimzoError
from .positions import Position
from .questions import (
    annotate,
    catalogue,
    devices,
    find,
    line,
    map,
    mine,
    probe,
    reproduce,
    solve,
    sum,
)
from .tablebase import Tablebase, open_tablebase

__all__ = [
    "Answer",
    "Fen",
    "NimzoError",
    "Position",
    "Tablebase",
    "__version__",
    "annotate",
    "answers",
    "ask",
    "catalogue",
    "cgt",
    "devices",
    "echess",
    "errors",
    "find",
    "line",
    "map",
    "mine",
    "open_tablebase",
    "pawns",
    "positions",
    "probe",
    "reproduce",
    "show_progress",
    "solve",
    "study",
    "sum",
    "table",
    "use_tables",
    "young",
    "zug",
]
