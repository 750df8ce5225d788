"""Draws the card: one HTML file with everything in it, which any computer's browser can print."""

from html import escape
from importlib.resources import files
from io import BytesIO
from string import Template

import segno
from msgspec import Struct

from companion.card.wifi import Wifi
from companion.games.city_chase.wording import words


class Card(Struct, frozen=True):
    """What the card tells guests."""

    address: str
    wifi: Wifi | None = None
    other_address: str | None = None
    """For phones that do not find the first one."""


def draw_card(card: Card, language: str) -> str:
    """Return the card as a page of HTML."""
    said = words(language).card
    steps = [] if card.wifi is None else [_wifi_step(1, card.wifi, said)]
    steps.append(_address_step(len(steps) + 1, card, said))
    return _template("card.html").substitute(
        language=escape(language),
        title=escape(said["title"]),
        lead=escape(said["lead"]),
        steps="".join(steps),
        number=len(steps) + 1,
        sit=escape(said["sit"]),
        sit_how=escape(said["sit_how"]),
        print=escape(said["print"]),
        count=len(steps),
    )


def _template(name: str) -> Template:
    return Template((files("companion.card") / name).read_text(encoding="utf-8"))


def _wifi_step(number: int, wifi: Wifi, said: dict[str, str]) -> str:
    details = [_detail(said["wifi_name"], wifi.name)]
    if wifi.password is None:
        details.append(f"<p>{escape(said['wifi_open'])}</p>")
    else:
        details.append(_detail(said["wifi_password"], wifi.password))
    code = qr_code(wifi.code, said["wifi_code"])
    return _step(number, said["wifi"], code, said["wifi_how"], "".join(details))


def _address_step(number: int, card: Card, said: dict[str, str]) -> str:
    details = f'<p class="typed address">{escape(card.address)}</p>'
    if card.other_address:
        typed = f'<span class="typed">{escape(card.other_address)}</span>'
        details += f'<p class="other">{escape(said["address_other"])} {typed}</p>'
    code = qr_code(card.address, said["address_code"])
    return _step(number, said["address"], code, said["address_how"], details)


def _step(number: int, heading: str, code: str, how: str, details: str) -> str:
    """Return one step; its code and its details are HTML already."""
    title = f'<h2><span class="number">{number}</span>{escape(heading)}</h2>'
    return f'<section class="step">{title}{code}<p class="how">{escape(how)}</p>{details}</section>\n'


def _detail(name: str, value: str) -> str:
    return f'<p class="detail">{escape(name)} <span class="typed">{escape(value)}</span></p>'


def qr_code(text: str, label: str) -> str:
    """Return a QR code as SVG, with the quiet space around it that cameras need."""
    drawn = BytesIO()
    # Without a word about it phones take a byte above 127 for UTF-8.
    made = segno.make(text, error="m", micro=False, encoding="utf-8")
    made.save(drawn, kind="svg", xmldecl=False, svgns=False, border=4, omitsize=True, title=label, svgclass="code")
    return drawn.getvalue().decode()
