"""The electricity of a switch matrix: a column is low when a closed switch connects it to a row that is driven low."""

from collections.abc import Callable

from companion.games.city_chase.city import Building
from firmware.plan import Matrix, Pin


class SimulatedMatrix:
    """The wires between the pins of rows and columns, with switches and diodes where they cross."""

    def __init__(
        self, switches: Matrix, is_closed: Callable[[Building], bool], is_driven_low: Callable[[Pin], bool]
    ) -> None:
        self._switches = switches
        self._is_closed = is_closed
        self._is_driven_low = is_driven_low
        self._columns = {pin: column for column, pin in enumerate(switches.columns)}
        self._without_diode: frozenset[Building] = frozenset()

    def forget_diodes(self, *buildings: Building) -> None:
        """Solder wires where diodes should be."""
        self._without_diode = frozenset(buildings)

    def level(self, number: Pin) -> bool | None:
        """Return the level of a column's pin, or None where a pin is no column."""
        column = self._columns.get(number)
        return None if column is None else not self._is_low(column)

    def _is_low(self, column: int) -> bool:
        low_rows = {row for row, pin in enumerate(self._switches.rows) if self._is_driven_low(pin)}
        if self._without_diode:
            return column in self._low_columns(low_rows)
        return any(self._is_closed(self._switches.buildings[row][column]) for row in low_rows)

    def _low_columns(self, low_rows: set[int]) -> set[int]:
        """Follow low levels from the driven rows: through a diode to the column only, through a wire both ways."""
        low_columns: set[int] = set()
        waiting = list(low_rows)
        while waiting:
            row = waiting.pop()
            for column in range(len(self._columns)):
                if column not in low_columns and self._is_closed(self._switches.buildings[row][column]):
                    low_columns.add(column)
                    leaking = self._rows_behind(column) - low_rows
                    low_rows |= leaking
                    waiting += leaking
        return low_columns

    def _rows_behind(self, column: int) -> set[int]:
        """Return the rows that a low column pulls down, through closed switches without a diode."""
        buildings = ((row, line[column]) for row, line in enumerate(self._switches.buildings))
        return {row for row, building in buildings if building in self._without_diode and self._is_closed(building)}
