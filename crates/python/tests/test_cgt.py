"""Values of games, with the operators of Python."""

from __future__ import annotations

import itertools
from fractions import Fraction

import nimzo
import pytest
from nimzo.cgt import Game, Nimber, calculate, mex
from nimzo.errors import BadInput, NimzoError, WrongType


def test_arithmetic_is_that_of_games() -> None:
    switch = Game("{1|0}")
    assert switch + switch == 1 and switch - switch == 0 and -switch == Game("{0|-1}")
    assert 2 * switch == 1 == switch * 2 and 1 - switch == switch and 1 + switch == Game("{2|1}")
    assert (Game(1) | 0) == switch == (1 | Game(0)) == Game.of([1], [0, 3])
    assert Game.of([], []) == 0 and Game.of([0], []) == 1
    assert str(nimzo.cgt.up + nimzo.cgt.star) == "^*" and repr(switch) == "Game('{1|0}')"
    assert Game(Fraction(3, 4)).as_number() == Fraction(3, 4)
    assert Game("*2").ordinal_sum(1) != 0 and switch.cool(1) == switch.chill()


def test_order_knows_confusion() -> None:
    star, up = nimzo.cgt.star, nimzo.cgt.up
    assert up > 0 and not up < 0 and up >= 0 and up <= 1 and 0 < up
    assert not (star < 0 or star > 0 or star == 0) and star.is_confused_with(0)
    assert star != "*" and star != object() and Game(1) != Fraction(1, 3)


def test_loopy_values() -> None:
    over, on, off = nimzo.cgt.over, nimzo.cgt.on, nimzo.cgt.off
    assert over > 0 and over < Fraction(1, 1024) and on > 100 and (on & off) == nimzo.cgt.dud
    assert over + over == over and (on - on).kind == "sided" and (on - on).onside() == on
    assert on.mean is None and "on" in str(on)


def test_equal_games_have_equal_hashes() -> None:
    forms = [Game("{1|0} + {1|0}"), Game(1), Game("{0|}")]
    assert len(set(forms)) == 1 == len({*forms, 1})
    assert len({Game("{0|*}"), nimzo.cgt.up}) == 1


def test_what_is_known_of_a_value() -> None:
    game = Game("{3||2*|1*}")
    assert (game.outcome, game.mean, game.temperature) == ("L", Fraction(9, 4), Fraction(3, 4))
    assert game.left_options == [Game(3)] and game.right_options == [Game("{2*|1*}")]
    assert game.thermograph().startswith("<svg") and "mean" in str(game.answer())
    assert calculate("^ < ^^") and not calculate("^ < *")


def test_nimbers_are_a_field() -> None:
    heaps = [Nimber(n) for n in (0, 1, 2, 3, 7, 200, 2**40 + 5)]
    for a, b, c in itertools.product(heaps, repeat=3):
        assert a * (b + c) == a * b + a * c and (a * b) * c == a * (b * c)
    assert Nimber(2) * Nimber(2) == Nimber(3) and Nimber(5) + Nimber(3) == Nimber(6)
    assert mex([Nimber(0), Nimber(1), Nimber(3)]) == Nimber(2) and mex([]) == Nimber(0)
    assert Game(Nimber(2)) + Game("*3") == Game("*") and str(Nimber(1)) == "*"


def test_what_is_no_value_is_refused_by_name() -> None:
    for wrong in (None, 1.5, b"1", [], {}, object(), True):
        with pytest.raises(WrongType, match="a game is a text, a number or a Game"):
            Game(wrong)  # type: ignore[arg-type]
    for text in ("", "{1|", "1 < 2", "x = 1", "nonsense", "\0", "held_by_python_0", "1/3"):
        with pytest.raises(BadInput):
            Game(text)
    with pytest.raises(WrongType, match="whole characters"):
        Game("\ud800")
    with pytest.raises(TypeError):
        Game(1) + "1"  # type: ignore[operator]
    with pytest.raises(BadInput):
        Nimber(-1)
    for operation in ("chill", "onside", "reduced", "freeze"):
        try:
            assert isinstance(getattr(Game("on & off"), operation)(), Game)
        except NimzoError as error:
            assert "held_by_python" not in str(error)
