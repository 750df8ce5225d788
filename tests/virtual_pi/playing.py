"""Two people with a phone each at a virtual Pi, which is switched off and on under their hands."""

from random import Random

from companion.games.city_chase.city import CROSSINGS
from companion.games.city_chase.pieces import HELICOPTERS
from tests.virtual_pi.machine import VirtualPi
from tests.web.asking import Answer, Question, View, WireBrowser, read_answer, send_to
from tests.web.cutting import Company, Step, act, fly, hide, place_all, search, sit

SITTING = (sit("ana", "thief"), sit("ben", "police"))
BEGINNING = (act("ben", "new_game", mode="open"), *place_all("ben", "FGK"), act("ben", "start"), *hide(13))
"""After these it is the police's turn: pink on F, yellow on G, green on K, and the thief is in 13."""


class Unanswered(OSError):
    """The table was asked, and the connection ended without a word."""


def carry_to_pi(pi: VirtualPi, question: Question) -> Answer:
    """Ask the table, at the port that it has since it was last switched on. Raises OSError where it does not answer."""
    with send_to(pi.http_port, question) as connection:
        data = b"".join(iter(lambda: connection.recv(65536), b""))
    if b"\r\n" not in data:
        raise Unanswered(f"{question.method} {question.path} was not answered")
    return read_answer(data)


def gather(pi: VirtualPi) -> Company:
    """Return the people with phones that have not been used yet."""
    return Company(lambda question: carry_to_pi(pi, question))


class Players:
    """A company at the virtual Pi."""

    def __init__(self, pi: VirtualPi) -> None:
        self.pi = pi
        self.company = gather(pi)

    def send(self, step: Step) -> None:
        """Do something that must be accepted."""
        answer = self.company.send(step)
        assert answer.is_fine, f"{step}: {answer.body!r}"

    def sit(self) -> None:
        for step in SITTING:
            self.send(step)

    def begin(self) -> None:
        """Play until it is the police's turn, in a game of its own."""
        self.give_up()
        for step in BEGINNING:
            self.send(step)

    def give_up(self) -> None:
        """End the game that is running, if there is one."""
        if self.view()["phase"] not in {"lobby", "over"}:
            self.send(act("ben", "abandon"))

    def view(self) -> View:
        """Return what the police see."""
        return self.company.browsers["ben"].view()


def choose_step(chance: Random, thief: WireBrowser, police: WireBrowser) -> Step:
    """Return something that is allowed now."""
    view = police.view()
    if view["phase"] in {"lobby", "over"}:
        return act("ben", "new_game", mode="open")
    if view["phase"] == "setup":
        return _choose_in_setup(chance, view)
    if view["phase"] == "thief":
        own = thief.view()["you"]
        return act("ana", "done") if own["choice"] else act("ana", "hide", building=chance.choice(own["choices"]))
    moves = [fly("ben", one, crossing) for one, crossings in view["you"]["moves"].items() for crossing in crossings]
    searches = [search("ben", one, building) for one, them in view["you"]["searches"].items() for building in them]
    return chance.choice(chance.choice([some for some in (moves, searches) if some]))


def _choose_in_setup(chance: Random, view: View) -> Step:
    placed = {name: one["crossing"] for name, one in view["helicopters"].items() if one["crossing"]}
    missing = [one.value for one in HELICOPTERS if one.value not in placed]
    if not missing:
        return act("ben", "start")
    free = [crossing for crossing in CROSSINGS if crossing not in placed.values()]
    return act("ben", "place", helicopter=missing[0], crossing=chance.choice(free))


def tell_of(step: Step) -> str:
    """Return a step in few words."""
    details = " ".join(str(value) for value in step.body.values())
    return f"{step.who} {details}"
