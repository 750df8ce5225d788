"""`citychase card`: a card to print, which gets guests and their phones to the table."""

from pathlib import Path
from typing import IO, TYPE_CHECKING
from urllib.parse import urlsplit

import click

from companion.commands.reading import Exit
from companion.games.city_chase.wording import ENGLISH, languages
from companion.installed import table_name, table_port
from companion.table.files import replace_file
from companion.table.network import LOOPBACK, address_for_phones

if TYPE_CHECKING:
    from companion.card.wifi import Hotspot, Wifi

FILE = "citychase-card.html"
LIKE_THIS = "http://citychase.local/"
EVERYWHERE = "0.0.0.0"  # noqa: S104 - only asked which address phones would use
MOST_ADDRESS = 200
MOST_PASSWORD = 1000


@click.command("card")
@click.option(
    "--output",
    type=click.Path(path_type=Path, dir_okay=False, allow_dash=True),
    default=FILE,
    show_default=True,
    help="The file to write; - is standard output.",
)
@click.option("--force", is_flag=True, help="Replace the file where it is there already.")
@click.option("--ssid", help="The name of the Wi-Fi.  [default: the Pi's own hotspot, where there is one]")
@click.option("--password", help="Its password. Others may see it in this machine's list of programs.")
@click.option(
    "--password-file",
    type=click.File(encoding="utf-8", errors="replace"),
    help="Read the password from this file; - is standard input.",
)
@click.option("--security", type=click.Choice(["WPA", "nopass"]), help="nopass for a Wi-Fi without a password.")
@click.option("--no-wifi", is_flag=True, help="Leave the Wi-Fi out.")
@click.option("--address", help="The table's address.  [default: that of the table on this machine]")
@click.option(
    "--lang",
    type=click.Choice(languages()),
    default=ENGLISH,
    show_default=True,
    help="The language of the card.",
)
@click.pass_context
def card(  # noqa: PLR0913, PLR0917 - each is an option of the command
    context: click.Context,
    output: Path,
    force: bool,
    ssid: str | None,
    password: str | None,
    password_file: IO[str] | None,
    security: str | None,
    no_wifi: bool,
    address: str | None,
    lang: str,
) -> None:
    """Make a card to print, with the QR codes of the Wi-Fi and of the table's address.

    It is one HTML file: open it in any browser and print it. It holds the Wi-Fi's password, so only you can read it.

    Exit code: 0 made, 1 the file is there already, 2 wrong usage, or it cannot be written.
    """
    from companion.card.drawing import Card, draw_card  # noqa: PLC0415 - segno is loaded when it is needed

    is_to_file = str(output) != "-"
    if is_to_file and output.exists() and not output.is_file():
        click.echo(f"citychase: {output} is no file for a card. Name another one.", err=True)
        context.exit(Exit.PROBLEM)
    if is_to_file and output.exists() and not force:
        click.echo(f"citychase: {output} is there already. Name another file, or replace it with --force.", err=True)
        context.exit(Exit.PROBLEM)
    secret = _read_password(password, password_file)
    given = _given_wifi(ssid, secret, security, no_wifi=no_wifi)
    hotspot = None if given or no_wifi else _find_hotspot()
    wifi = hotspot.wifi if hotspot else given
    other = hotspot_address(hotspot) if hotspot and address is None else None
    page = draw_card(Card(_check_address(address) if address else own_address(), wifi, other), lang)
    if is_to_file:
        _write(output, page)
        click.echo(f"{output} is made. Open it in a browser and print it.")
    else:
        click.echo(page, nl=False)


def _read_password(password: str | None, file: IO[str] | None) -> str | None:
    if file is None:
        return password
    if password is not None:
        raise click.UsageError("The password is given twice: --password and --password-file.")
    # Editors end a file with a line break, which belongs to no password.
    return file.read(MOST_PASSWORD).removesuffix("\n").removesuffix("\r")


def _given_wifi(name: str | None, password: str | None, security: str | None, *, no_wifi: bool) -> "Wifi | None":
    from companion.card.wifi import Wifi  # noqa: PLC0415

    if name is None:
        if password is not None or security is not None:
            raise click.UsageError("A password needs the name of its Wi-Fi: --ssid NAME.")
        return None
    if no_wifi:
        raise click.UsageError("--ssid and --no-wifi exclude each other.")
    if security == "nopass" and password is not None:
        raise click.UsageError("A Wi-Fi without a password has none: leave out --security nopass, or the password.")
    if security != "nopass" and password is None:
        raise click.UsageError("Give the Wi-Fi's password with --password-file FILE, or say --security nopass.")
    return Wifi(name, password)


def _find_hotspot() -> "Hotspot | None":
    """Return the Pi's own network. Where there is none to be seen, say how the card gets one."""
    from companion.card.wifi import read_hotspot  # noqa: PLC0415

    try:
        hotspot = read_hotspot()
    except PermissionError:
        _say("The card has no Wi-Fi: only root can read that of the hotspot. Try: sudo citychase card")
        return None
    if hotspot is None:
        _say("The card has no Wi-Fi. To add yours: citychase card --ssid NAME --password-file FILE")
    return hotspot


def _say(sentence: str) -> None:
    click.echo(f"citychase: {sentence}", err=True)


def own_address(root: Path = Path("/")) -> str:
    """Return the address of the table on this machine, by its name where it has one."""
    address = address_for_phones(table_name(root) or EVERYWHERE, table_port(root))
    if urlsplit(address).hostname == LOOPBACK:
        raise click.UsageError("This machine is in no network. Name the table's address with --address.")
    return address


def hotspot_address(hotspot: "Hotspot", root: Path = Path("/")) -> str:
    """Return the address of the table on this machine for those in its own network."""
    return address_for_phones(hotspot.address, table_port(root))


def _check_address(address: str) -> str:
    """Return an address that a phone can open, or say what is wrong with it."""
    whole = address if "://" in address else f"http://{address}"
    try:
        parts = urlsplit(whole)
        # Asking for the port checks it.
        is_good = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_good = False
    if not is_good or not whole.isprintable() or " " in whole or len(whole) > MOST_ADDRESS:
        raise click.UsageError(f"{address!r} is no address of a table. It looks like {LIKE_THIS}")
    return whole if parts.path else f"{whole}/"


def _write(output: Path, page: str) -> None:
    """Write the card for one reader: whoever owns the folder. With sudo that is not root."""
    try:
        replace_file(output.absolute(), page.encode())
    except OSError as error:
        raise click.UsageError(f"{output} cannot be written: {error.strerror or error}.") from error
