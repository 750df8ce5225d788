"""What hands do on the board, and what it comes to (docs/rules.md, *The hand and the board*). Pure.

A hand lifts a building, holds it and pins it again; a knock does the same by accident. One building at a time can be a
search, the first that was lifted. Whatever else is up is only to be put back, and reveals nothing.
"""

from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from companion.games.city_chase.actions import Search
from companion.games.city_chase.city import BUILDINGS, Building
from companion.games.city_chase.pieces import HELICOPTERS, Helicopter
from companion.games.city_chase.police_phase import possible_searches
from companion.games.city_chase.rejection import Reason, Rejected
from companion.games.city_chase.state import Over, PolicePhase, Public, Searched, Secret

Buildings: TypeAlias = frozenset[Building]
NONE_UP: Buildings = frozenset()


class Hand(Struct, frozen=True):
    """The board as the hands have left it."""

    up: Buildings = NONE_UP
    """Buildings that the switches see off their pins."""
    aside: Buildings = NONE_UP
    """Buildings that a player has said are in place, whatever their switches see."""
    spent: Buildings = NONE_UP
    """Buildings whose lift is no search, or no longer: to be put back."""
    awaited: Buildings = NONE_UP
    """Buildings searched on a page: the next lift is the hand of that search."""
    choosing: Building | None = None
    """The building held up that several helicopters could be searching."""
    missing: Buildings = NONE_UP
    """Buildings that must be back before play goes on."""
    handled: Buildings = NONE_UP
    """Lifted since the thief phase of a classic game began: the thief's secret."""
    is_blind: bool = False
    """Whether the switches have failed, so that nothing can be asked of them."""

    def __repr__(self) -> str:
        # What was handled tells where the thief went.
        return "Hand(…)"

    @property
    def lifted(self) -> Buildings:
        """The buildings that are taken to be up."""
        return self.up - self.aside

    @property
    def is_waiting(self) -> bool:
        """Whether play waits for buildings to be put back."""
        return bool(self.missing)


class Owed(Struct, frozen=True):
    """What the thief of a classic game still has to do on the board before "Done!"."""

    to_lift: tuple[Building, ...]
    to_pin: tuple[Building, ...]
    extra: tuple[Building, ...]
    """Lifted, though it need not have been. Only mentioned."""

    def __repr__(self) -> str:
        return "Owed(…)"

    def why_not_done(self) -> Rejected | None:
        """Return why "Done!" cannot be said yet, if it cannot."""
        if self.to_lift:
            return Rejected(Reason.LIFT_OWED, {"building": self.to_lift[0]})
        return Rejected(Reason.PIN_OWED, {"building": self.to_pin[0]}) if self.to_pin else None


def lift(hand: Hand, public: Public, building: Building, *, is_secret: bool) -> Hand:
    """Return the hand after a building has left its pin. It is a secret while a classic thief is hiding."""
    others = hand.lifted - {building}
    lifted = replace(hand, up=hand.up | {building}, aside=hand.aside - {building})
    if is_secret:
        return replace(lifted, handled=hand.handled | {building})
    can_be_search = isinstance(public, PolicePhase) and not others and building not in hand.awaited
    if can_be_search and not hand.is_waiting:
        return lifted
    return replace(lifted, spent=hand.spent | {building}, awaited=hand.awaited - {building})


def pin(hand: Hand, building: Building) -> Hand:
    """Return the hand after a building has come back."""
    one = {building}
    return replace(
        hand,
        up=hand.up - one,
        aside=hand.aside - one,
        spent=hand.spent - one,
        missing=hand.missing - one,
        choosing=None if hand.choosing == building else hand.choosing,
    )


def hold(hand: Hand, public: Public, building: Building) -> tuple[Hand, Search | None]:
    """Return the hand after a building was held up for the hold time, and the search that it is, if it is one."""
    is_meant = building in hand.lifted and building not in hand.spent and building != hand.choosing
    if not is_meant or not isinstance(public, PolicePhase):
        return hand, None
    able = searchers(public, building)
    if len(able) > 1:
        return replace(hand, choosing=building), None
    if able:
        return hand, Search(able[0], building)
    return replace(hand, spent=hand.spent | {building}), None


def searchers(public: Public, building: Building) -> tuple[Helicopter, ...]:
    """Return the helicopters that could be searching a building now."""
    if not isinstance(public, PolicePhase):
        return ()
    return tuple(one for one in HELICOPTERS if building in possible_searches(public, one))


def follow(hand: Hand, before: Public, after: Public) -> Hand:
    """Return the hand after the game went on, by whatever means."""
    if isinstance(after, Over) and not isinstance(before, Over):
        return replace(hand, aside=NONE_UP, missing=NONE_UP, spent=hand.up, choosing=None, handled=NONE_UP)
    if type(after) is not type(before):
        # What is up now was lifted in another phase.
        return replace(hand, spent=hand.lifted, awaited=NONE_UP, choosing=None, handled=NONE_UP)
    new = after.history[len(before.history) :]
    for building in (deed.building for deed in new if isinstance(deed, Searched)):
        if building in hand.lifted:
            hand = replace(hand, spent=hand.spent | {building})
        else:
            hand = replace(hand, awaited=hand.awaited | {building})
    if hand.choosing and (hand.choosing in hand.spent or not searchers(after, hand.choosing)):
        hand = replace(hand, spent=hand.spent | {hand.choosing}, choosing=None)
    return hand


def set_aside(hand: Hand, building: Building) -> Hand:
    """Return the hand after a player has said that a building is in place, whatever its switch sees."""
    one = {building}
    choosing = None if hand.choosing == building else hand.choosing
    return replace(hand, aside=hand.aside | one, missing=hand.missing - one, spent=hand.spent - one, choosing=choosing)


def compare(hand: Hand, public: Public, in_place: Buildings, *, is_secret: bool) -> Hand:
    """Return the hand at a start: the board as it is now beside what it should be.

    While a classic thief is hiding, what is up is part of the secret and of what "Done!" asks for: nothing waits.
    """
    up = frozenset(BUILDINGS) - in_place
    seen = replace(hand, up=up, spent=up)
    if isinstance(public, Over):
        return seen
    if is_secret:
        return replace(seen, spent=NONE_UP, handled=hand.handled | up)
    return replace(seen, missing=seen.lifted)


def owed(hand: Hand, secret: Secret) -> Owed:
    """Return what the thief of a classic game has still to do: lift and pin the building left and the one recorded."""
    needed = {building for building in (secret.car, secret.choice) if building is not None}
    # Before a choice is recorded, any building may be the one.
    extra = tuple(sorted(hand.handled - needed)) if secret.choice is not None else ()
    if hand.is_blind:
        return Owed((), (), extra)
    to_lift = tuple(building for building in sorted(needed) if building not in hand.handled | hand.aside)
    return Owed(to_lift, tuple(sorted(hand.lifted)), extra)
