"""Asking: one way to put a question, on which all functions stand."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, Generic, TypeVar, Union, cast

import chess

from . import _native
from ._progress import bars

if TYPE_CHECKING:
    from .tablebase import Tablebase

Fen = Union[str, chess.Board]
"""A position: as FEN, or as python-chess holds it."""

Path = Union[str, "os.PathLike[str]"]
"""A file or folder."""

Data = TypeVar("Data", covariant=True)

REPORTS = "nimzo-report"
"""Where reports go if no folder is named."""


class Answer(Generic[Data]):
    """What a question was answered: a document, a text, and for some questions a picture.

    ``data`` is the document that ``nimzo --json`` prints, ``str(answer)`` the text that it prints without,
    ``bool(answer)`` whether the answer is a "yes". In a notebook an answer with a picture draws itself.
    """

    __slots__ = ("_native", "_data")

    def __init__(self, native: _native.Answer) -> None:
        self._native = native
        self._data: Data | None = None

    @property
    def data(self) -> Data:
        """The document: dictionaries, lists, numbers and texts."""
        if self._data is None:
            self._data = cast(Data, json.loads(self._native.json()))
        return self._data

    @property
    def text(self) -> str:
        """The text for people."""
        return self._native.text()

    def svg(self) -> str:
        """The picture as SVG."""
        return self._native.svg()

    def png(self) -> bytes:
        """The picture as PNG."""
        return self._native.png()

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text

    def __bool__(self) -> bool:
        return self._native.holds()

    def _repr_svg_(self) -> str | None:
        return self.svg() if self._native.draws else None


def new_session(tables: Path | None, syzygy: Path | None) -> _native.Session:
    """A session over a folder of tables (where none is named, over that of the command line), perhaps with
    Syzygy's files beside them."""
    return _native.Session(tables or os.environ.get("NIMZO_TABLES") or None, REPORTS, syzygy)


_default: _native.Session | None = None


def default_session() -> _native.Session:
    """The session of questions that are asked without naming tables."""
    global _default
    if _default is None:
        _default = new_session(None, os.environ.get("NIMZO_SYZYGY") or None)
    return _default


def use_tables(folder: Path | None, syzygy: Path | None = None) -> None:
    """From now on ask the tables in this folder (``None`` for that of the command line), and Syzygy's files
    in the other where ours have nothing."""
    global _default
    _default = new_session(folder, syzygy)


def put(path: str, arguments: dict[str, Any], tablebase: Tablebase | None) -> Answer[Any]:
    """Puts a question with named arguments."""
    session = default_session() if tablebase is None else tablebase.session
    return Answer(session.ask(path, arguments, bars()))


def ask(question: str, /, **arguments: Any) -> Answer[Any]:
    """Put any question by its words on the command line, with its arguments by their names.

    >>> ask("young value", piece="rook", parts="5,4^3").data["normal"]["grundy"]  # doctest: +SKIP

    The functions of this package (``nimzo.young.value`` for this one) say the same with types.
    """
    if not isinstance(question, str):
        from .errors import WrongType

        raise WrongType(f"the question is a text such as 'young value', not {question!r}")
    return put(question, arguments, None)
