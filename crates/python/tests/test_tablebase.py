"""Our tables against Syzygy's, read by python-chess itself."""

from __future__ import annotations

import random
from pathlib import Path

import chess
import chess.gaviota
import chess.syzygy
import nimzo
import numpy as np
import pytest
from nimzo.errors import BadInput, MissingTable, WrongType

POSITIONS = 10_000


def some_positions(classes: list[str], count: int) -> list[chess.Board]:
    """Legal positions of some endgames, one in twenty with an en passant right where they have it."""
    chance = random.Random(27)
    found: list[chess.Board] = []
    while len(found) < count:
        if "KPvKP" in classes and len(found) % 20 == 0:
            board = with_en_passant(chance)
        else:
            board = thrown(chance, chance.choice(classes))
        if chance.random() < 0.5:
            board = board.mirror()
        if board.is_valid():
            found.append(board)
    return found


def thrown(chance: random.Random, name: str) -> chess.Board:
    """The men of an endgame anywhere, legal or not."""
    men = name.split("v")
    board = chess.Board(None)
    squares = chance.sample(range(64), sum(map(len, men)))
    for color, letters in zip(chess.COLORS, men):
        for letter in letters:
            piece = chess.Piece(chess.PIECE_SYMBOLS.index(letter.lower()), color)
            board.set_piece_at(squares.pop(), piece)
    board.turn = chance.random() < 0.5
    return board


def with_en_passant(chance: random.Random) -> chess.Board:
    """Two pawns of which White's may take the other in passing, and kings anywhere, legal or not."""
    board = chess.Board(None)
    file = chance.randrange(8)
    beside = chance.choice([other for other in (file - 1, file + 1) if 0 <= other < 8])
    for square in chance.sample(range(64), 2):
        color = not board.kings
        board.set_piece_at(square, chess.Piece(chess.KING, color))
    board.set_piece_at(chess.square(file, 4), chess.Piece(chess.PAWN, chess.WHITE))
    board.set_piece_at(chess.square(beside, 4), chess.Piece(chess.PAWN, chess.BLACK))
    board.ep_square = chess.square(beside, 5)
    return board


def test_answers_are_those_of_python_chess(
    tablebase: nimzo.Tablebase, classes: list[str], syzygy: list[Path]
) -> None:
    """python-chess's own example, with the tables opened by us: the same results in 10,000 positions, and
    the same depths but where Syzygy's files, which may round, say a ply less."""
    rounded = 0
    boards = some_positions(classes, POSITIONS)
    rights = sum(board.has_legal_en_passant() for board in boards)
    assert rights > POSITIONS // 40 or "KPvKP" not in classes
    with chess.syzygy.Tablebase() as theirs:
        for folder in syzygy:
            theirs.add_directory(str(folder))
        for board in boards:
            assert tablebase.probe_wdl(board) == theirs.probe_wdl(board), board.fen()
            ours, expected = tablebase.probe_dtz(board), theirs.probe_dtz(board)
            if ours != expected:
                assert abs(ours) - abs(expected) == 1 and ours * expected > 0, board.fen()
                rounded += 1
    assert rounded < POSITIONS // 4


def test_many_are_answered_like_one(tablebase: nimzo.Tablebase, classes: list[str]) -> None:
    boards = some_positions(classes, 2_000)
    fens = [board.fen() for board in boards]
    for metric, one in {
        "wdl": tablebase.probe_wdl,
        "dtz": tablebase.probe_dtz,
        "dtm": tablebase.probe_dtm,
    }.items():
        found = tablebase.probe_many(fens, metric)  # type: ignore[arg-type]
        assert found.dtype == np.int16 and found.tolist() == [one(board) for board in boards]
    results = np.sign(tablebase.probe_many(fens, "wdl"))
    assert tablebase.probe_many(fens, "result").tolist() == results.tolist()
    assert tablebase.probe_many([]).tolist() == []
    assert tablebase.probe_many(iter(fens[:3])).shape == (3,)


def test_many_positions_in_any_form_are_answered_like_one_by_one(
    tablebase: nimzo.Tablebase,
) -> None:
    won = "7k/8/6K1/8/8/8/8/R7"
    forms = [
        f"{won} w - - 0 1",
        f"{won} b - - 99 123",
        f"{won} w - -",
        f"{won} w",
        f"  {won}   b  -  - 0 1 ",
        f"{won}\u2003w - - 0 1",
        "r7/8/8/8/8/6k1/8/7K b - - 0 1",
        "8/8/8/8/8/2k5/8/K7 w - - 0 1",
        "R6k/8/6K1/8/8/8/8/8 b - - 0 1",
    ]
    for metric in ("result", "wdl", "dtz", "dtm"):
        found = tablebase.probe_many(forms, metric)
        expected = [tablebase.session.probe(fen, metric) for fen in forms]
        assert found.tolist() == expected


def test_what_is_no_position_is_told_as_by_one(tablebase: nimzo.Tablebase) -> None:
    sound = "7k/8/6K1/8/8/8/8/R7 w - - 0 1"
    for wrong in (
        "",
        "8/8 w",
        "R6k/8/6K1/8/8/8/8/8 w - - 0 1",
        "6Kk/8/8/8/8/8/8/R7 w - - 0 1",
        "7k/8/6K1/8/8/8/8/P7 w - - 0 1",
        "7k/8/6K1/8/8/8/8/K6R w - - 0 1",
        "7k/8/8/8/8/8/8/R7 w - - 0 1",
        "7k/8/6K1/8/8/8/8/R8 w - - 0 1",
        "7k/8/6K1/8/8/8/8/R7 x - - 0 1",
        "7k/8/6K1/8/8/8/8/R7 w K - 0 1",
        "7k/8/6K1/8/8/8/8/R7 w - e3 0 1",
        "7k/8/6K1/8/8/8/8/R7 w - - x 1",
        "7k/8/6K1/8/8/8/8/R7 w - - 0 1 2",
    ):
        with pytest.raises(BadInput) as alone:
            tablebase.session.probe(wrong, "result")
        for missing in (None, 7):
            with pytest.raises(BadInput) as among:
                tablebase.probe_many([sound, sound, wrong, sound], "result", missing=missing)
            assert str(among.value) == f"number 2: {alone.value}"


def test_depths_to_mate_have_gaviotas_signs(tablebase: nimzo.Tablebase) -> None:
    mate_in_one = chess.Board("7k/8/6K1/8/8/8/8/R7 w - - 0 1")
    assert tablebase.probe_dtm(mate_in_one) == 1
    mated = chess.Board("R6k/8/6K1/8/8/8/8/8 b - - 0 1")
    assert mated.is_checkmate()
    assert tablebase.probe_dtm(mated) == 0 and tablebase.probe_wdl(mated) == -2
    before = chess.Board("7k/8/6K1/8/8/8/8/1R6 b - - 0 1")
    assert tablebase.probe_dtm(before) == tablebase.get_dtm(before) == -2
    assert tablebase.get_dtm(chess.Board("8/8/8/8/8/2k5/8/K7 w - - 0 1")) == 0


MISSING = chess.Board("8/8/3qk3/8/8/3QKQ2/8/8 w - - 0 1")


def test_missing_tables_are_key_errors(tablebase: nimzo.Tablebase) -> None:
    with pytest.raises(KeyError):
        tablebase.probe_wdl(MISSING)
    with pytest.raises(chess.syzygy.MissingTableError, match="there is no table of KQQvKQ"):
        tablebase.probe_dtz(MISSING)
    with pytest.raises(chess.gaviota.MissingTableError):
        tablebase.probe_dtm(MISSING)
    assert tablebase.get_wdl(MISSING) is None and tablebase.get_dtz(MISSING, 7) == 7
    fens = ["7k/8/6K1/8/8/8/8/R7 w - - 0 1", MISSING.fen()]
    with pytest.raises(MissingTable, match="KQQvKQ"):
        tablebase.probe_many(fens)
    assert tablebase.probe_many(fens, missing=99).tolist() == [2, 99]
    castling = chess.Board("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
    with pytest.raises(KeyError):
        tablebase.probe_wdl(castling)


def test_syzygys_files_are_asked_where_ours_are_missing(
    syzygy: list[Path], tmp_path: Path
) -> None:
    fens = ["7k/8/6K1/8/8/8/8/R7 w - - 0 1", "8/8/8/8/8/2k5/8/KQ6 b - - 0 1"]
    with nimzo.Tablebase(tmp_path, syzygy=syzygy[0]) as tablebase:
        assert tablebase.probe_many(fens).tolist() == [tablebase.probe_wdl(fen) for fen in fens]
        assert tablebase.probe_wdl(fens[0]) == 2
        assert tablebase.get_dtm(fens[0]) is None


def test_wrong_arguments_are_named(tablebase: nimzo.Tablebase) -> None:
    for wrong in (None, 3, b"8/8", [], object(), chess.Move.from_uci("e2e4")):
        with pytest.raises(WrongType, match="'board' is a chess.Board or a FEN"):
            tablebase.probe_wdl(wrong)  # type: ignore[arg-type]
        with pytest.raises(WrongType, match="fens"):
            tablebase.probe_many([MISSING.fen(), wrong])  # type: ignore[list-item]
    with pytest.raises(BadInput, match="kings"):
        tablebase.probe_wdl("8/8/8/8/8/8/8/8 w - - 0 1")
    with pytest.raises(BadInput, match="number 1: position"):
        tablebase.probe_many(["7k/8/6K1/8/8/8/8/R7 w - - 0 1", "8/8 w"])
    with pytest.raises(WrongType, match="'fens' is a list"):
        tablebase.probe_many(MISSING.fen())
    with pytest.raises(BadInput, match="expected result, wdl, dtz or dtm"):
        tablebase.probe_many([], "depth")  # type: ignore[arg-type]


def test_it_is_opened_and_closed_like_python_chess(tablebase: nimzo.Tablebase) -> None:
    with nimzo.open_tablebase(tablebase.folder, load_dtz=False, max_fds=16) as again:
        assert again.probe_wdl(chess.Board("7k/8/6K1/8/8/8/8/R7 w - - 0 1")) == 2
        assert repr(again) == f"Tablebase({tablebase.folder!r})"
    assert repr(again) == "Tablebase(closed)"
    with pytest.raises(BadInput, match="closed"):
        again.probe_wdl(MISSING)
    with pytest.raises(WrongType, match="takes no 'load'"):
        nimzo.open_tablebase(tablebase.folder, load=True)


def test_questions_are_asked_of_the_tables(tablebase: nimzo.Tablebase) -> None:
    mate = tablebase.line(chess.Board("7k/8/6K1/8/8/8/8/R7 w - - 0 1"))
    assert mate.data["moves"] == ["Ra8#"] and "<svg" in mate.svg()
    assert tablebase.stats("KRvK").data["wtm"]["max_dtm"] == 16
    zugzwangs = list(tablebase.zugzwangs("KPvK", kind="A1"))
    assert len(zugzwangs) == 80
    assert all(tablebase.probe_wdl(found.board) == 0 for found in zugzwangs)
    assert "<svg" in zugzwangs[0]._repr_svg_()
    deepest = next(tablebase.mine(["KRvK"], "win(w)", limit=1, sort="dtm"))
    assert deepest.data["dtm"] == tablebase.probe_dtm(deepest.board) == 31
