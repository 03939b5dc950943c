#!/usr/bin/env python3
"""Times python-chess on the positions that the bench of probes writes.

    NIMZO_POSITIONS=FILE NIMZO_SYZYGY=DIR cargo bench -p nimzo-tables --bench probe
    python3 tools/time_python_chess.py DIR FILE

reads every hundredth position of FILE (one FEN a line) and probes Syzygy's files in DIR.
"""

import sys
import time

import chess
import chess.syzygy

folder, positions = sys.argv[1:]
with open(positions) as lines:
    boards = [chess.Board(line.strip()) for line in list(lines)[::100]]
with chess.syzygy.open_tablebase(folder) as tables:
    for name, probe in [("WDL", tables.probe_wdl), ("DTZ", tables.probe_dtz)]:
        for board in boards:
            probe(board)
        begun = time.perf_counter()
        for board in boards:
            probe(board)
        seconds = time.perf_counter() - begun
        print(f"python-chess {chess.__version__}, {name}: {len(boards) / seconds:.0f} probes a second, {len(boards)} positions")
