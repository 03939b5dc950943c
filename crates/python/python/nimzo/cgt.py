"""Values of combinatorial games.

>>> from nimzo.cgt import Game
>>> switch = Game("{1|0}")
>>> print(switch + switch, switch + Game("^"), 1 | Game("*"))
1 {1^|^} {1|*}
>>> Game("^") > 0, Game("*") == 0, Game("*").is_confused_with(0)
(True, False, True)

The notation is that of ``nimzo cgt``. In a notebook a game draws its thermograph.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Union

from . import _native
from ._asking import Answer
from .errors import BadInput, WrongType
from .questions import cgt as calculate

if TYPE_CHECKING:
    from . import answers

    star: Game
    up: Game
    down: Game
    on: Game
    off: Game
    over: Game
    under: Game
    dud: Game
    upon: Game
    tis: Game
    tisn: Game
    hi: Game
    lo: Game

__all__ = ["Game", "Nimber", "calculate", "mex"]

Number = Union[int, Fraction]
"""A number that is a game too, if its denominator is a power of two."""

_NAMED = {
    "star": "*",
    "up": "^",
    "down": "v",
    **{name: name for name in "on off over under dud upon tis tisn hi lo".split()},
}


class Game:
    """The value of a game: short or loopy, always in its simplest form.

    ``+``, ``-``, ``*`` (with a number: so many copies), ``a | b`` (Left may move to a, Right to b),
    comparisons (games that are confused with each other are neither less nor greater nor equal).
    """

    __slots__ = ("_analysis", "_value")
    _value: _native.Value
    _analysis: Answer[answers.Analysis] | None

    def __init__(self, value: str | Number | Nimber | Game) -> None:
        """A value by its notation (``"{1|0}"``, ``"^ + *2"``, ``"over"``), or a number."""
        if isinstance(value, Game):
            self._value = value._value
        elif isinstance(value, str):
            _whole(value)
            self._value = _native.Value.read(value)
        else:
            self._value = _native.Value.read(_text(value))
        self._analysis = None

    @classmethod
    def _made(cls, expression: str, *parts: Game) -> Game:
        game = cls.__new__(cls)
        game._value = _native.Value.made(expression, [part._value for part in parts])
        game._analysis = None
        return game

    @classmethod
    def of(cls, left: Iterable[Game | Number], right: Iterable[Game | Number]) -> Game:
        """The game with these options."""
        sides = [[_game(option) for option in side] for side in (left, right)]
        numbers = iter(range(len(sides[0]) + len(sides[1])))
        texts = [",".join(f"${next(numbers)}" for _ in side) for side in sides]
        return cls._made(f"{{{texts[0]}|{texts[1]}}}", *sides[0], *sides[1])

    # Arithmetic.

    def __add__(self, other: Game | Number) -> Game:
        return self._with(other, "$0 + $1")

    def __radd__(self, other: Number) -> Game:
        return self._with(other, "$1 + $0")

    def __sub__(self, other: Game | Number) -> Game:
        return self._with(other, "$0 - $1")

    def __rsub__(self, other: Number) -> Game:
        return self._with(other, "$1 - $0")

    def __neg__(self) -> Game:
        return Game._made("-$0", self)

    def __pos__(self) -> Game:
        return self

    def __mul__(self, other: Game | Number) -> Game:
        return self._with(other, "$1·($0)")

    def __rmul__(self, other: Number) -> Game:
        return self._with(other, "$1·($0)")

    def __or__(self, other: Game | Number) -> Game:
        return self._with(other, "{$0|$1}")

    def __ror__(self, other: Number) -> Game:
        return self._with(other, "{$1|$0}")

    def __and__(self, other: Game | Number) -> Game:
        """The loopy value with this onside and that offside."""
        return self._with(other, "$0 & $1")

    def _with(self, other: Game | Number, expression: str) -> Game:
        if not isinstance(other, (Game, int, Fraction, Nimber)):
            return NotImplemented
        return Game._made(expression, self, _game(other))

    def ordinal_sum(self, top: Game | Number) -> Game:
        """``self : top``: a move in this part ends the other."""
        return Game._made("$0:$1", self, _game(top))

    def cool(self, by: Game | Number) -> Game:
        """Cooled by a number."""
        return Game._made("cool($0,$1)", self, _game(by))

    def heat(self, by: Game | Number) -> Game:
        """Heated."""
        return Game._made("heat($0,$1)", self, _game(by))

    def chill(self) -> Game:
        """Cooled by 1."""
        return Game._made("chill($0)", self)

    def freeze(self) -> Game:
        """Cooled by its temperature."""
        return Game._made("freeze($0)", self)

    def reduced(self) -> Game:
        """Its simplest form up to infinitesimals."""
        return Game._made("reduced($0)", self)

    def onside(self) -> Game:
        """Its value if infinite play is won by Left."""
        return Game._made("onside($0)", self)

    def offside(self) -> Game:
        """Its value if infinite play is won by Right."""
        return Game._made("offside($0)", self)

    # Order.

    def _order(self, other: object) -> str | None:
        if not isinstance(other, (Game, int, Fraction, Nimber)):
            return None
        try:
            return self._value.order(_game(other)._value)
        except BadInput:
            # A fraction that is no game's value.
            return None

    def __eq__(self, other: object) -> bool:
        return self._order(other) == "=="

    def __lt__(self, other: Game | Number) -> bool:
        return self._compared(other) == "<"

    def __le__(self, other: Game | Number) -> bool:
        return self._compared(other) in ("<", "==")

    def __gt__(self, other: Game | Number) -> bool:
        return self._compared(other) == ">"

    def __ge__(self, other: Game | Number) -> bool:
        return self._compared(other) in (">", "==")

    def is_confused_with(self, other: Game | Number) -> bool:
        """Whether neither is at least the other."""
        return self._compared(other) == "<>"

    def _compared(self, other: Game | Number) -> str:
        order = self._order(_game(other))
        assert order is not None
        return order

    def __hash__(self) -> int:
        # A game that is a number equals it, and so must have its hash.
        number = self.as_number()
        return hash(self.canonical if number is None else number)

    # What is known of it.

    def answer(self) -> Answer[answers.Analysis]:
        """Everything that ``nimzo cgt`` says of it."""
        if self._analysis is None:
            self._analysis = Answer(self._value.answer())
        return self._analysis

    @property
    def analysis(self) -> answers.Analysis:
        """The same as a dictionary."""
        return self.answer().data

    @property
    def canonical(self) -> str:
        """Its simplest form."""
        return self.analysis["canonical"]

    @property
    def kind(self) -> str:
        """What kind of value it is: ``number``, ``nimber``, ``number-up-star``, ``short``, ``stopper`` or
        ``sided``."""
        return self.analysis["kind"]

    @property
    def outcome(self) -> str:
        """Who wins: ``L``, ``R``, ``N`` (whoever starts), ``P`` (whoever does not)."""
        return self.analysis["outcome"]

    @property
    def mean(self) -> Fraction | None:
        """Its mean value; ``None`` where it has none."""
        return _fraction(self.analysis["mean"])

    @property
    def temperature(self) -> Fraction | None:
        """Its temperature; ``None`` where it has none."""
        return _fraction(self.analysis["temperature"])

    @property
    def left_options(self) -> list[Game]:
        """Where Left may move; of short games only."""
        return [Game(option) for option in self.analysis["left_options"]]

    @property
    def right_options(self) -> list[Game]:
        """Where Right may move; of short games only."""
        return [Game(option) for option in self.analysis["right_options"]]

    def as_number(self) -> Fraction | None:
        """The number that it is, if it is one."""
        return _fraction(self.canonical) if self.kind == "number" else None

    def thermograph(self) -> str:
        """Its thermograph as SVG."""
        return self.answer().svg()

    def __str__(self) -> str:
        return self.canonical

    def __repr__(self) -> str:
        return f"Game({self.canonical!r})"

    def _repr_svg_(self) -> str:
        return self.thermograph()


class Nimber:
    """A nim heap: ``+`` is the nim-sum, ``*`` the nim-product of heaps below 2**64."""

    __slots__ = ("heap",)
    heap: int

    def __init__(self, heap: int) -> None:
        if not isinstance(heap, int) or isinstance(heap, bool):
            raise WrongType(f"'heap' is a whole number, not {heap!r}")
        if not 0 <= heap < 1 << 64:
            raise BadInput(f"a heap of {heap}: expected 0 to 2**64 - 1")
        self.heap = heap

    def __add__(self, other: Nimber) -> Nimber:
        return Nimber(self.heap ^ other.heap) if isinstance(other, Nimber) else NotImplemented

    __sub__ = __add__

    def __mul__(self, other: Nimber) -> Nimber:
        if not isinstance(other, Nimber):
            return NotImplemented
        return Nimber(_native.nim_product(self.heap, other.heap))

    def __neg__(self) -> Nimber:
        return self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Nimber) and self.heap == other.heap

    def __hash__(self) -> int:
        return hash(("nimber", self.heap))

    def __bool__(self) -> bool:
        return self.heap != 0

    def __int__(self) -> int:
        return self.heap

    def __str__(self) -> str:
        return {0: "0", 1: "*"}.get(self.heap, f"*{self.heap}")

    def __repr__(self) -> str:
        return f"Nimber({self.heap})"


def mex(values: Iterable[Nimber]) -> Nimber:
    """The value of a position from those of its options: the least nimber that is not among them."""
    seen = {value.heap for value in values}
    return Nimber(next(heap for heap in range(len(seen) + 1) if heap not in seen))


def _game(value: Game | Number | Nimber) -> Game:
    return value if isinstance(value, Game) else Game(value)


def _text(value: Number | Nimber) -> str:
    """A number as the notation writes it."""
    if isinstance(value, (int, Fraction, Nimber)) and not isinstance(value, bool):
        return f"({value})" if not isinstance(value, Nimber) else str(value)
    raise WrongType(f"a game is a text, a number or a Game, not {value!r}")


def _whole(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise WrongType(f"the value is a text of whole characters, not {text!r}") from None


def _fraction(value: object) -> Fraction | None:
    return None if value is None else Fraction(str(value))


def __getattr__(name: str) -> Game:
    if name in _NAMED:
        game = Game(_NAMED[name])
        globals()[name] = game
        return game
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
