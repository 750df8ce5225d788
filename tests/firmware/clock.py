"""A clock that stands still until a test moves it."""


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def go(self, seconds: float) -> float:
        self.now += seconds
        return self.now
