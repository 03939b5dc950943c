"""How far long work has come: bars of tqdm, where it is installed."""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable
from typing import Any

Stage = tuple[int, str, int, int]
"""A stage under way: its number, its name, steps done, steps in all (0 if nobody knows)."""

Progress = Callable[[list[Stage], list[str]], None]
"""Called with the stages under way and with what the work has said since the last call."""

WORTH_SHOWING = 1.0
"""Seconds that a stage takes before it is shown."""

_shown = True


def show_progress(show: bool) -> None:
    """Whether long work shows its progress (it does, where tqdm is installed)."""
    global _shown
    _shown = bool(show)


def bars() -> Progress | None:
    """What shows progress, or nothing where it is not shown."""
    if not _shown:
        return None
    try:
        return Bars(importlib.import_module("tqdm.auto").tqdm)
    except ImportError:
        return None


class Bars:
    """A bar for each stage that takes long."""

    def __init__(self, tqdm: Any) -> None:
        self._tqdm = tqdm
        self._begun: dict[int, float] = {}
        self._bars: dict[int, Any] = {}

    def __call__(self, stages: list[Stage], lines: list[str]) -> None:
        now = time.monotonic()
        for number, name, done, total in stages:
            begun = self._begun.setdefault(number, now)
            if number not in self._bars and now - begun >= WORTH_SHOWING:
                # On a terminal and in a notebook; not into a file.
                self._bars[number] = self._tqdm(
                    desc=name, total=total or None, leave=False, disable=None
                )
            if number in self._bars:
                bar = self._bars[number]
                bar.update(done - bar.n)
        for number in set(self._begun) - {stage[0] for stage in stages}:
            del self._begun[number]
            if number in self._bars:
                self._bars.pop(number).close()
