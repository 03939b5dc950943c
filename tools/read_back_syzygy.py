#!/usr/bin/env python3
"""Holds Syzygy files, as python-chess reads them, against nimzo's values on every legal position of three and four men.

    NIMZO_FIVE=TABLES NIMZO_OUT=VALUES cargo test --release -p nimzo-syzygy -- --ignored values
    pypy3 tools/read_back_syzygy.py FILES VALUES [CLASS ...] [--done FILE] [--every N]

Goes class by class, all that VALUES has if none is named, with a line for each. PyPy is many times faster here than
CPython; python-chess is Python alone, so its folder in PYTHONPATH is enough. A class that stands in FILE is
passed over: what was stopped goes on at the class where it was.

Results are compared in every position, with either side to move and every right to take en passant; so are depths with
the side to move that the file has them for. With the other side python-chess looks a move ahead itself; --every N
compares those in one position of N alone. Depths must be equal up to the rounding that the format allows.
"""

import argparse
import array
import pathlib
import sys
import time

import chess
import chess.syzygy


# Stands where no position is legal.
NONE = -32768


class Remembering(chess.syzygy.Tablebase):
    """python-chess asks for the same positions many times while it looks a move ahead: what it found of a position
    without en passant is kept until there is too much of it. Values come from python-chess alone."""

    MOST = 1_500_000

    def __init__(self, folder):
        super().__init__()
        self.results = {}
        self.depths = {}
        self.add_directory(str(folder))

    def has_depths(self, board, wdl):
        """Whether the file has the depth of a position, so that no move has to be looked ahead."""
        return wdl == 0 or self.probe_dtz_table(board, wdl)[1] >= 0

    def probe_ab(self, board, alpha, beta, threats=False):
        # The window is left wide, so that what is found can be told again.
        key = key_of(board)
        found = self.results.get(key)
        if found is None:
            found = super().probe_ab(board, -2, 2, threats)
            if len(self.results) >= self.MOST:
                self.results.clear()
            self.results[key] = found
        return found

    def probe_dtz_no_ep(self, board):
        if board.ep_square:
            return super().probe_dtz_no_ep(board)
        key = key_of(board)
        found = self.depths.get(key)
        if found is None:
            found = super().probe_dtz_no_ep(board)
            if len(self.depths) >= self.MOST:
                self.depths.clear()
            self.depths[key] = found
        return found


def key_of(board):
    """The men of a board and whose turn it is: of at most four men each stands in ten bits."""
    key = int(board.turn)
    left = board.occupied
    while left:
        least = left & -left
        square = least.bit_length() - 1
        left ^= least
        key = key << 10 | square << 4 | board.piece_type_at(square) << 1 | (board.occupied_co[chess.WHITE] & least != 0)
    return key


def men_of(name):
    """Kings first, like men one after the other."""
    white, black = name.split("v")
    sides = [(chess.WHITE, white), (chess.BLACK, black)]
    men = [(color, chess.PIECE_SYMBOLS.index(man.lower())) for color, side in sides for man in side]
    return sorted(men, key=lambda man: (man[1] != chess.KING, men.index(man)))


def lead_squares(has_pawns):
    """Where the White king is tried: the other squares are images of these."""
    if has_pawns:
        return [square for square in range(64) if square & 7 < 4]
    return [square for square in range(64) if square >> 3 <= square & 7 < 4]


def placements(board, men, has_pawns):
    """Puts the men on a board in all ways, one after the other, and tells the number of each, as VALUES has it."""

    def place(i, least, number):
        if i == len(men):
            yield number
            return
        color, man = men[i]
        squares = lead_squares(has_pawns) if i == 0 else range(64)
        follows = men[i + 1] if i + 1 < len(men) else None
        for digit, square in enumerate(squares):
            bit = 1 << square
            if square < least or board.occupied & bit or (man == chess.PAWN and not 8 <= square < 56):
                continue
            board._set_piece_at(square, man, color)
            yield from place(i + 1, square + 1 if follows == men[i] else 0, number << 6 | digit)
            board._remove_piece_at(square)

    yield from place(0, 0, 0)


def result_of(depth):
    """The result under the fifty-move rule that a depth tells."""
    return 0 if depth == 0 else (1 if abs(depth) > 100 else 2) * (1 if depth > 0 else -1)


class Comparison:
    """What was found in a class."""

    def __init__(self, files, every):
        self.files, self.every = files, every
        self.positions = self.en_passant = self.depths = self.rounded = self.faults = 0

    def compare(self, board, depth):
        self.positions += 1
        wdl = self.files.probe_wdl(board)
        if wdl != result_of(depth):
            self.tell(board, "result", wdl, depth)
        if self.every > 1 and self.positions % self.every and not board.ep_square:
            if not self.files.has_depths(board, wdl):
                return
        self.depths += 1
        found = self.files.probe_dtz(board)
        if found != depth:
            self.rounded += 1
            if found * depth <= 0 or abs(depth) - abs(found) != 1:
                self.tell(board, "depth", found, depth)

    def tell(self, board, what, found, depth):
        self.faults += 1
        if self.faults <= 10:
            print(f"{board.fen()}: {what} {found}, nimzo has a depth of {depth}")


def compare_class(name, folder, files, every):
    begun = time.time()
    men = men_of(name)
    values = array.array("h")
    values.frombytes((folder / f"{name}.values").read_bytes())
    if sys.byteorder != "little":
        values.byteswap()
    passed = (folder / f"{name}.passed").read_text().splitlines()
    found = Comparison(files, every)
    board = chess.Board(None)
    half = len(values) // 2
    for number in placements(board, men, "P" in name):
        for turn, at in ((chess.WHITE, number), (chess.BLACK, half + number)):
            depth = values[at]
            if depth != NONE:
                board.turn = turn
                found.compare(board, depth)
    all_of_them = sum(depth != NONE for depth in values)
    if found.positions != all_of_them:
        found.faults += 1
        print(f"{name}: {found.positions} positions were found here and {all_of_them} by nimzo")
    for line in passed:
        fen, depth = line.rsplit(" ", 1)
        found.compare(chess.Board(fen), int(depth))
    seconds = time.time() - begun
    line = (
        f"{name}: {found.positions} positions, {len(passed)} with en passant, {found.depths} depths of which "
        f"{found.rounded} are rounded; {found.faults} faults; {seconds:.0f} s"
    )
    return line, found.faults


def classes(args):
    names = args.classes or [path.stem for path in args.values.glob("*.values")]
    return sorted(names, key=lambda name: (len(name), "P" in name, name))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=pathlib.Path)
    parser.add_argument("values", type=pathlib.Path)
    parser.add_argument("classes", nargs="*", metavar="CLASS")
    parser.add_argument("--done", type=pathlib.Path, help="lines of classes that are done; new ones are added")
    parser.add_argument("--every", type=int, default=1, help="depths that need a look ahead in one position of so many")
    args = parser.parse_args()
    done = args.done.read_text() if args.done and args.done.exists() else ""
    known = {line.split(":")[0] for line in done.splitlines()}
    faults = 0
    for name in classes(args):
        if name in known:
            continue
        files = Remembering(args.files)
        line, of_class = compare_class(name, args.values, files, args.every)
        faults += of_class
        print(line, flush=True)
        if args.done and not of_class:
            with args.done.open("a") as file:
                file.write(line + "\n")
        files.close()
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
