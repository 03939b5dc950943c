#!/usr/bin/env python3
"""Compares two folders of Syzygy files, as python-chess and, if asked, an engine read them.

    python3 -m venv env && env/bin/pip install chess
    env/bin/python tools/compare_syzygy.py OURS OFFICIAL [--positions N] [--engine stockfish --searches N]

Takes legal positions at random of every class that both folders have, with en passant rights where there
can be some. Results must be equal; depths must be equal up to the rounding that the format allows. The engine
searches each position to a small depth with either folder: scores and table hits must be equal.
"""

import argparse
import pathlib
import random
import sys

import chess
import chess.engine
import chess.syzygy


def random_position(name, rng):
    """A legal position of a class, with an en passant right every other time that one is possible."""
    white, black = name.split("v")
    if rng.random() < 0.5:
        white, black = black, white
    board = chess.Board(None)
    men = [(chess.WHITE, man) for man in white] + [(chess.BLACK, man) for man in black]
    squares = rng.sample(range(64), len(men))
    for (color, man), square in zip(men, squares):
        if man == "P" and not 8 <= square < 56:
            return None
        board.set_piece_at(square, chess.Piece(chess.PIECE_SYMBOLS.index(man.lower()), color))
    board.turn = rng.random() < 0.5
    if rng.random() < 0.5:
        rank = 4 if board.turn else 3
        passed = [s for s in board.pieces(chess.PAWN, not board.turn) if chess.square_rank(s) == rank]
        if passed:
            board.ep_square = rng.choice(passed) + (8 if board.turn else -8)
            if not board.has_legal_en_passant():
                board.ep_square = None
    return board if board.is_valid() else None


def positions(name, count, rng):
    found = 0
    while found < count:
        board = random_position(name, rng)
        if board is not None:
            found += 1
            yield board


def common_classes(ours, official):
    names = {path.stem for path in ours.glob("*.rtbw")} & {path.stem for path in official.glob("*.rtbw")}
    return sorted(names, key=lambda name: (len(name), name))


def compare_values(args, names):
    faults = 0
    rounded = 0
    with chess.syzygy.open_tablebase(args.ours) as a, chess.syzygy.open_tablebase(args.official) as b:
        for name in names:
            rng = random.Random(name)
            for board in positions(name, args.positions, rng):
                wdl = a.probe_wdl(board), b.probe_wdl(board)
                dtz = a.probe_dtz(board), b.probe_dtz(board)
                close = abs(dtz[0] - dtz[1]) <= 1 and (dtz[0] > 0) == (dtz[1] > 0)
                if wdl[0] != wdl[1] or not close:
                    faults += 1
                    print(f"{board.fen()}: results {wdl}, depths {dtz}")
                rounded += dtz[0] != dtz[1]
    total = len(names) * args.positions
    print(f"python-chess: {len(names)} classes, {total} positions, {faults} differ, {rounded} by rounding")
    return faults


def compare_searches(args, names):
    faults = 0
    found = []
    for folder in (args.ours, args.official):
        answers = []
        with chess.engine.SimpleEngine.popen_uci(args.engine) as engine:
            engine.configure({"SyzygyPath": str(folder), "Threads": 1, "Hash": 1})
            for name in names:
                for board in positions(name, args.searches, random.Random(name)):
                    if board.is_game_over():
                        continue
                    info = engine.analyse(board, chess.engine.Limit(depth=3), game=object())
                    answers.append((board.fen(), str(info["score"]), info.get("tbhits"), info["pv"][0].uci()))
        found.append(answers)
    for ours, official in zip(*found):
        if ours[:3] != official[:3]:
            faults += 1
            print(f"{ours} {official}")
    hits = sum(answer[2] or 0 for answer in found[0])
    other_moves = sum(a[3] != b[3] for a, b in zip(*found))
    print(
        f"{args.engine}: {len(found[0])} searches with {hits} table hits, {faults} differ in score or hits, "
        f"{other_moves} in the move"
    )
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ours", type=pathlib.Path)
    parser.add_argument("official", type=pathlib.Path)
    parser.add_argument("--positions", type=int, default=1000, help="positions of each class")
    parser.add_argument("--engine", help="an engine that reads Syzygy files")
    parser.add_argument("--searches", type=int, default=20, help="searches in each class")
    args = parser.parse_args()
    names = common_classes(args.ours, args.official)
    faults = compare_values(args, names)
    if args.engine:
        faults += compare_searches(args, names)
    sys.exit(1 if faults or not names else 0)


if __name__ == "__main__":
    main()
