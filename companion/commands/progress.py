"""A progress bar for work that may take longer than two seconds."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from companion.commands.places import printable


@contextmanager
def show_progress(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """Give a function that says how far the work has come.

    A bar is drawn on standard error where a person looks at it and the results go elsewhere: on one and the same
    terminal the results are progress enough.
    """
    if not sys.stderr.isatty() or sys.stdout.isatty():
        yield lambda _: None
        return
    from rich.console import Console  # noqa: PLC0415 - only a person waits for these imports
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    # A file's name may hold what rich would take for markup.
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(printable(what), total=total)
        yield lambda done: progress.update(task, completed=done)
