"""Tables under the interface that python-chess's programs use.

>>> with nimzo.open_tablebase("tables") as tablebase:  # doctest: +SKIP
...     board = chess.Board("8/2K5/4B3/3N4/8/8/4k3/8 b - - 0 1")
...     print(tablebase.probe_wdl(board))
-2
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Literal, TypeVar, overload

import chess
import numpy as np
import numpy.typing as npt

from . import _native, questions, table, zug
from ._asking import Answer, Fen, Path, new_session
from ._progress import bars
from .errors import BadInput, MissingTable, WrongType
from .positions import Position

if TYPE_CHECKING:
    from . import answers

__all__ = ["Tablebase", "open_tablebase"]

Default = TypeVar("Default")
Metric = Literal["result", "wdl", "dtz", "dtm"]


class Tablebase:
    """Tables in a folder.

    The methods ``probe_…`` and ``get_…`` are those of ``chess.syzygy.Tablebase`` and, for depths to mate,
    of ``chess.gaviota``: the same numbers with the same signs, and :class:`nimzo.errors.MissingTable` (a
    ``KeyError``, and python-chess's ``MissingTableError``) where a table has not been built.
    """

    def __init__(self, folder: Path | None = None, *, syzygy: Path | None = None) -> None:
        """Tables in ``folder`` (without one, those that the command line uses), and Syzygy's files in the
        other for what ours do not have."""
        self._session: _native.Session | None = new_session(folder, syzygy)

    @property
    def session(self) -> _native.Session:
        """What keeps the tables open."""
        if self._session is None:
            raise BadInput("this tablebase is closed")
        return self._session

    @property
    def folder(self) -> str:
        """The folder."""
        return str(self.session.folder)

    def close(self) -> None:
        """Lets go of the tables."""
        self._session = None

    def __enter__(self) -> Tablebase:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Tablebase({self.folder!r})" if self._session else "Tablebase(closed)"

    # One position.

    def _probe(self, board: Fen, metric: Metric) -> int:
        return self.session.probe(_fen(board), metric)

    @overload
    def _get(self, board: Fen, metric: Metric, default: None) -> int | None: ...
    @overload
    def _get(self, board: Fen, metric: Metric, default: Default) -> int | Default: ...
    def _get(self, board: Fen, metric: Metric, default: Default | None) -> int | Default | None:
        try:
            return self._probe(board, metric)
        except MissingTable:
            return default

    def probe_wdl(self, board: Fen) -> int:
        """2 where the side to move wins, -2 where it loses, 0 for a draw; 1 and -1 where only the
        fifty-move rule makes it one."""
        return self._probe(board, "wdl")

    def probe_dtz(self, board: Fen) -> int:
        """Plies to the next capture or pawn move under the fifty-move rule, negative where the side to
        move loses, beyond 100 where the rule makes it a draw. Exact: Syzygy's files may say one less."""
        return self._probe(board, "dtz")

    def probe_dtm(self, board: Fen) -> int:
        """Plies to mate, negative where the side to move loses; 0 for a draw and for a mate."""
        return self._probe(board, "dtm")

    @overload
    def get_wdl(self, board: Fen, default: None = None) -> int | None: ...
    @overload
    def get_wdl(self, board: Fen, default: Default) -> int | Default: ...
    def get_wdl(self, board: Fen, default: Default | None = None) -> int | Default | None:
        """:meth:`probe_wdl`, or ``default`` where there is no table."""
        return self._get(board, "wdl", default)

    @overload
    def get_dtz(self, board: Fen, default: None = None) -> int | None: ...
    @overload
    def get_dtz(self, board: Fen, default: Default) -> int | Default: ...
    def get_dtz(self, board: Fen, default: Default | None = None) -> int | Default | None:
        """:meth:`probe_dtz`, or ``default`` where there is no table."""
        return self._get(board, "dtz", default)

    @overload
    def get_dtm(self, board: Fen, default: None = None) -> int | None: ...
    @overload
    def get_dtm(self, board: Fen, default: Default) -> int | Default: ...
    def get_dtm(self, board: Fen, default: Default | None = None) -> int | Default | None:
        """:meth:`probe_dtm`, or ``default`` where there is no table."""
        return self._get(board, "dtm", default)

    # Many positions.

    def probe_many(
        self, fens: Iterable[str], metric: Metric = "wdl", *, missing: int | None = None
    ) -> npt.NDArray[np.int16]:
        """One number for each of many positions, as ``probe_wdl``, ``probe_dtz`` or ``probe_dtm`` gives it;
        or the bare ``"result"``, 1, 0 or -1, which knows no fifty-move rule and is much the quickest.

        All cores work on it, each block of a table is read once, and other threads of Python go on.
        Where a position's table is missing its number is ``missing``; without it that is an error.
        """
        if isinstance(fens, (str, bytes)):
            raise WrongType(f"'fens' is a list of positions, not one: {fens[:60]!r}")
        try:
            given = fens if isinstance(fens, list) else list(fens)
        except TypeError:
            raise WrongType(f"'fens' is a list of positions, not {fens!r}") from None
        if not isinstance(metric, str):
            raise WrongType(f"'metric' is 'result', 'wdl', 'dtz' or 'dtm', not {metric!r}")
        if missing is not None and (not isinstance(missing, int) or abs(missing) > 32767):
            raise WrongType(f"'missing' is a whole number from -32767 to 32767, not {missing!r}")
        found = self.session.probe_many(given, metric, missing, bars())
        return np.frombuffer(found, dtype=np.int16)

    # Questions, asked of these tables.

    def build(
        self,
        names: Sequence[str] = (),
        *,
        men: int | None = None,
        metrics: str = "wdl,dtm,dtc,dtz,dtz50",
        queen_only: bool = False,
        castling: bool = False,
    ) -> Answer[answers.TableBuildAnswer]:
        """Builds tables into the folder, with whatever they need; see :func:`nimzo.table.build`."""
        return table.build(
            names,
            men=men,
            metrics=metrics,
            queen_only=queen_only,
            castling=castling,
            tablebase=self,
        )

    def stats(self, name: str, *, histogram: bool = False) -> Answer[answers.TableStatsAnswer]:
        """Counts an endgame; see :func:`nimzo.table.stats`."""
        return table.stats(name, histogram=histogram, tablebase=self)

    def probe(self, board: Fen) -> Answer[answers.ProbeAnswer]:
        """A position and every move; see :func:`nimzo.probe`."""
        return questions.probe(board, tablebase=self)

    def line(self, board: Fen, *, metric: str = "dtm") -> Answer[answers.LineAnswer]:
        """Best play to the end; see :func:`nimzo.line`."""
        return questions.line(board, metric=metric, tablebase=self)

    def solve(
        self,
        board: Fen,
        *,
        metric: str = "wdl",
        bounds: bool = False,
        memory: str | None = None,
        disk: str | None = None,
    ) -> Answer[answers.SolveAnswer]:
        """Solves one position, however many pawns it has; see :func:`nimzo.solve`."""
        return questions.solve(
            board, metric=metric, bounds=bounds, memory=memory, disk=disk, tablebase=self
        )

    def mine(
        self,
        classes: Sequence[str],
        query: str | None = None,
        *,
        named: str | None = None,
        limit: int = 1000,
        sort: Literal["dtm", "dtc", "dtz", "dtz50"] | None = None,
    ) -> Iterator[Position[answers.MinePositionAnswer]]:
        """The positions of endgames in which a query holds, one endgame after the other; see
        :func:`nimzo.mine`."""
        for name in [classes] if isinstance(classes, str) else classes:
            found = questions.mine(
                [name], query=query, named=named, limit=limit, sort=sort, tablebase=self
            )
            for one in found.data["positions"]:
                yield Position(one["fen"], one)

    def zugzwangs(
        self,
        classes: Sequence[str],
        *,
        kind: str | None = None,
        ep: bool = False,
        castling: bool = False,
        limit: int | None = None,
    ) -> Iterator[Position[answers.RecordAnswer]]:
        """The zugzwangs of endgames, the deepest of each first; see :func:`nimzo.zug.list`."""
        for name in [classes] if isinstance(classes, str) else classes:
            found = zug.list(
                name, kind=kind, ep=ep, castling=castling, limit=limit, tablebase=self
            )
            for one in found.data:
                yield Position(one["fen"], one)


def open_tablebase(directory: Path, **others: object) -> Tablebase:
    """Opens a folder of tables: ``chess.syzygy.open_tablebase`` for our tables. What else may be said to
    that (``load_wdl``, ``load_dtz``, ``max_fds``) is taken and not needed."""
    known = {"load_wdl", "load_dtz", "max_fds", "VariantBoard"}
    if unknown := set(others) - known:
        raise WrongType(f"open_tablebase takes no {sorted(unknown)[0]!r}")
    if others.get("VariantBoard", chess.Board) is not chess.Board:
        raise WrongType("'VariantBoard' is chess.Board: there are no tables of other games")
    return Tablebase(directory)


def _fen(board: Fen) -> str:
    if isinstance(board, str):
        return board
    if isinstance(board, chess.Board) and type(board).uci_variant == "chess":
        return board.fen()
    raise WrongType(f"'board' is a chess.Board or a FEN, not {board!r}")
