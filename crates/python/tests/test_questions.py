"""Every question is a function: with the types it says, with errors that name what is wrong."""

from __future__ import annotations

import inspect
import json
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nimzo
import pytest
from nimzo import _native, questions
from nimzo.errors import BadInput, MachineFault, NimzoError, TooLarge, WrongType

DESCRIBED = json.loads(_native.describe())["questions"]


def function_of(question: dict[str, Any]) -> Callable[..., nimzo.Answer[Any]]:
    """The function that asks a question."""
    path = question["path"]
    module = getattr(nimzo, path[0]) if len(path) > 1 else questions
    found: Callable[..., nimzo.Answer[Any]] = getattr(module, path[-1])
    return found


def test_the_functions_are_those_of_the_questions() -> None:
    """They are written by a program from what the questions say of themselves."""
    generate = Path(__file__).parents[1] / "generate.py"
    checked = subprocess.run(
        [sys.executable, str(generate), "--check"], capture_output=True, text=True
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.parametrize("question", DESCRIBED, ids=lambda one: " ".join(one["path"]))
def test_every_question_is_a_documented_function(question: dict[str, Any]) -> None:
    function = function_of(question)
    parameters = inspect.signature(function).parameters
    assert list(parameters)[-1] == "tablebase" and function.__doc__
    plain = {name.rstrip("_") for name in parameters} - {"tablebase"}
    assert {one["name"] for one in question["arguments"]} == plain
    assert len(question["path"]) > 1 or question["path"] == ["cgt"] or function in vars(nimzo).values()


WRONG: list[object] = [
    object(),
    b"bytes",
    1.5,
    float("nan"),
    10**30,
    -1,
    True,
    "text",
    "\ud800",
    "\0",
    [],
    [object()],
    ["text", 3],
    {},
    {"a": 1},
    (1, 2),
    {1},
    int,
    lambda: 0,
    Exception("x"),
]
"""Values of all kinds; which of them are wrong depends on the argument."""

TAKEN = {
    "flag": (bool,),
    "integer": (int,),
    "number": (int, float),
    "text": (str,),
    "path": (str,),
}


def is_wrong(argument: dict[str, Any], value: object) -> bool:
    """Whether an argument takes no value of this type."""
    kinds = TAKEN[argument["kind"]]
    if isinstance(value, bool) and bool not in kinds:
        return True
    if argument["list"] and isinstance(value, (list, tuple)):
        return any(is_wrong({**argument, "list": False}, one) for one in value)
    return not isinstance(value, kinds)


@pytest.mark.parametrize("question", DESCRIBED, ids=lambda one: " ".join(one["path"]))
def test_wrong_types_are_refused_by_name(question: dict[str, Any]) -> None:
    function = function_of(question)
    required = [one["name"] for one in question["arguments"] if one["required"]]
    for argument in question["arguments"]:
        for value in WRONG:
            if is_wrong(argument, value):
                # The wrong one is seen before the question is asked, whatever the others are.
                given = {**dict.fromkeys(required, ""), argument["name"]: value}
                given = {argument["name"]: value, **given}
                with pytest.raises((WrongType, TypeError)) as refused:
                    nimzo.ask(" ".join(question["path"]), **given)
                assert argument["name"] in str(refused.value), refused.value
    with pytest.raises(TypeError):
        function(no_such_argument=1)
    with pytest.raises(BadInput, match='takes no "no_such_argument"'):
        nimzo.ask(" ".join(question["path"]), no_such_argument=1)


CHEAP = {
    "probe": "fen",
    "line": "fen",
    "zug classify": "fen",
    "pawns value": "word",
    "young value": "parts",
    "cgt": "expression",
    "mine": "classes",
    "echess moves": "position",
}
"""Questions that are quick to refuse nonsense, with the argument that gets it."""


def test_nonsense_is_refused_and_never_panics() -> None:
    chance = random.Random(5)
    letters = "KQRBNPkqrbnpvw0123456789/ -*^{}|+.,()<>=ab\0é∞\n"
    refused = 0
    for path, name in CHEAP.items():
        for _ in range(150):
            text = "".join(chance.choices(letters, k=chance.randrange(24)))
            others = {"piece": "rook"} if path == "young value" else {}
            try:
                nimzo.ask(path, **{name: text}, **others)
            except (BadInput, TooLarge, MachineFault) as error:
                assert "fault of nimzo" not in str(error), (path, text)
                refused += 1
    assert refused > 500


def test_errors_have_the_words_of_the_command_line() -> None:
    with pytest.raises(ValueError, match="^material \"KQvX\", character 4: "):
        nimzo.table.stats("KQvX")
    with pytest.raises(BadInput, match="invalid value 'x' for '--source"):
        nimzo.zug.count(["KPvK"], source="x")  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="there is no question \"young valu\"; expected one of: rep"):
        nimzo.ask("young valu")
    with pytest.raises(WrongType, match="the question is a text"):
        nimzo.ask(7)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="is missing|not provided"):
        nimzo.ask("young value")
    assert isinstance(BadInput("x"), (NimzoError, ValueError)) and str(BadInput("x")) == "x"


def test_answers_are_documents_texts_and_pictures() -> None:
    answer = nimzo.young.map("rook", "5,4^3")
    assert str(answer).startswith("rook on 5,4^3: (4,0)") and answer
    assert json.dumps(answer.data) and "<svg" in answer.svg()
    assert answer.png().startswith(b"\x89PNG") and answer._repr_svg_() == answer.svg()
    assert nimzo.ask("young map", piece="rook", parts="5,4^3").data == answer.data
    listed = nimzo.table.list()
    assert listed._repr_svg_() is None
    with pytest.raises(BadInput, match="no picture"):
        listed.svg()


def test_defaults_exclude_nothing(tmp_path: Path) -> None:
    """An argument that is given with its default is as good as not given."""
    built = nimzo.table.build([], men=3, metrics="wdl,dtm,dtc,dtz,dtz50", discard=False)
    assert built and nimzo.mine(["KPvK"], query="win(w)", named=None, limit=20).data["classes"]


def test_syzygys_files_are_a_source(syzygy: list[Path]) -> None:
    ours = nimzo.zug.count(["KPvK"]).data
    nimzo.use_tables(None, syzygy=syzygy[0])
    theirs = nimzo.zug.count(["KPvK"], source="syzygy").data
    assert ours["wtm"] == theirs["wtm"] and ours["wtm"]["A1"] == 80


def test_ctrl_c_stops_long_work() -> None:
    """Hours of work: it ends only because it is stopped."""
    timer = threading.Timer(0.5, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        nimzo.table.build(["KRPvKRP"], metrics="wdl", discard=True)
    timer.join()
    assert nimzo.pawns.value("1000")


def test_an_exception_in_progress_stops_long_work(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def progress(stages: list[tuple[int, str, int, int]], lines: list[str]) -> None:
        seen.extend(name for _, name, _, _ in stages)
        if seen:
            raise RuntimeError("enough")

    monkeypatch.setattr("nimzo._asking.bars", lambda: progress)
    with pytest.raises(RuntimeError, match="enough"):
        nimzo.table.build(["KRPvKRP"], metrics="wdl", discard=True)
    assert seen


def test_progress_is_shown_by_tqdm(monkeypatch: pytest.MonkeyPatch) -> None:
    from nimzo import _progress

    monkeypatch.setattr(_progress, "WORTH_SHOWING", 0.0)
    opened: list[Bar] = []

    class Bar:
        def __init__(self, desc: str, total: int | None, leave: bool, disable: bool | None) -> None:
            self.n, self.closed = 0, False
            opened.append(self)

        def update(self, more: int) -> None:
            self.n += more

        def close(self) -> None:
            self.closed = True

    bars = _progress.Bars(Bar)
    bars([(1, "one", 3, 10)], [])
    bars([(1, "one", 7, 10), (2, "two", 0, 0)], ["said"])
    assert [bar.n for bar in opened] == [7, 0] and not opened[0].closed
    bars([], [])
    assert all(bar.closed for bar in opened)
    nimzo.show_progress(False)
    assert _progress.bars() is None
    nimzo.show_progress(True)
    assert _progress.bars() is not None
