"""Positions that were found, with what is known of them. In a notebook they draw themselves."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, TypeVar

import chess

from . import _native
from ._asking import Fen
from .errors import WrongType

__all__ = ["Position", "draw"]

Data = TypeVar("Data", covariant=True)


@dataclass(frozen=True)
class Position(Generic[Data]):
    """A position, with what was found out about it."""

    fen: str
    data: Data = field(repr=False)

    @property
    def board(self) -> chess.Board:
        """The position as python-chess holds it."""
        return chess.Board(self.fen)

    def _repr_svg_(self) -> str:
        return draw(self.fen, title=self.fen)


def draw(
    position: Fen, *, moves: tuple[str, ...] = (), title: str = "", caption: str = ""
) -> str:
    """A position as SVG, with an arrow for each of some moves (``"e2e4"``)."""
    fen = position.fen() if isinstance(position, chess.Board) else position
    for name, text in {"position": fen, "title": title, "caption": caption}.items():
        if not isinstance(text, str):
            raise WrongType(f"{name!r} is a text, not {text!r}")
    if not all(isinstance(move, str) for move in moves):
        raise WrongType(f"'moves' are texts such as 'e2e4', not {moves!r}")
    return _native.draw_position(fen, list(moves), title, caption)
