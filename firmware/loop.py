"""Keeps a board going: looks at it a hundred times a second, tells what happened, and shows what the table wants shown.

It is a step at a time and knows no clock, so that a test can be the clock. A changed board is shown at once; otherwise
thirty pictures a second are enough for every rhythm.
"""

from collections.abc import Callable
from typing import TypeAlias

from companion.games.city_chase.views import PublicView
from firmware.board import Board
from firmware.picture import Picture
from firmware.scenes import paint
from firmware.signals import Signal

FRAMES_PER_SECOND = 30

Look: TypeAlias = Callable[[], tuple[PublicView, Picture]]
"""How the table says what is to be shown now."""
Tell: TypeAlias = Callable[[tuple[Signal, ...]], bool]
"""How the table is told what happened. It answers whether that may be seen at once."""


class Loop:
    """One board and one table."""

    def __init__(self, board: Board, look: Look, tell: Tell) -> None:
        self._board = board
        self._look = look
        self._tell = tell
        self._next_frame_at = 0.0

    def step(self, now: float) -> None:
        """Look at the board once. What happened is told before anything is shown, so that it shows."""
        signals = self._board.step(now)
        is_urgent = bool(signals) and self._tell(signals)
        if is_urgent or now >= self._next_frame_at:
            view, picture = self._look()
            self._board.show(paint(view, picture, now))
            # Scans and frames do not divide evenly: counting from when a frame was due keeps the pace.
            self._next_frame_at = max(self._next_frame_at + 1 / FRAMES_PER_SECOND, now)
