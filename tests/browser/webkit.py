"""WebKit, the engine of every iPhone: Debian's MiniBrowser on a screen that nobody sees."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which

from selenium.webdriver import Remote
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests.browser.speech import Speech

LIBRARIES = Path("/usr/lib")
INSTALL = "apt-get install webkit2gtk-driver xvfb"
PATIENCE_S = 30


def required(name: str) -> str:
    """Return where a program is. A machine without it cannot say that the pages work, so nothing is skipped."""
    found = which(name)
    assert found is not None, f"{name} is not installed: {INSTALL}"
    return found


def mini_browser() -> str:
    found = sorted(LIBRARIES.glob("*/webkit*gtk-*/MiniBrowser"))
    assert found, f"WebKit's MiniBrowser is not installed: {INSTALL}"
    return str(found[-1])


@contextmanager
def screen() -> Iterator[str]:
    """Start an X server on a display that it finds free itself, and give the display's name."""
    reading, writing = os.pipe()
    command = [required("Xvfb"), "-displayfd", str(writing), "-screen", "0", "800x1000x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=(writing,), stderr=subprocess.DEVNULL) as server:
        os.close(writing)
        try:
            with os.fdopen(reading) as said:
                number = said.readline().strip()
            assert number, "Xvfb did not start."
            yield f":{number}"
        finally:
            server.terminate()


@contextmanager
def webkit(display: str, folder: Path) -> Iterator[Remote]:
    """Start the browser, with a home of its own.

    Selenium's own `WebKitGTK` does the same and warns of its own code.
    """
    options = Options()
    options.binary_location = mini_browser()
    options.add_argument("--automation")
    surroundings = {**os.environ, "DISPLAY": display, "HOME": str(folder), "GDK_BACKEND": "x11", "LC_ALL": "C.UTF-8"}
    service = Service(required("WebKitWebDriver"), log_output=str(folder / "webkit.log"), env=surroundings)
    service.start()
    try:
        connection = RemoteConnection(client_config=ClientConfig(remote_server_addr=service.service_url))
        with Remote(command_executor=connection, options=options) as driver:
            yield driver
    finally:
        service.stop()


class WebKitPhone:
    """A phone for the few things that the test in WebKit does."""

    def __init__(self, driver: Remote, address: str, speech: Speech) -> None:
        self.driver = driver
        self.address = address
        self.say = speech
        self._wait = WebDriverWait(driver, PATIENCE_S)

    def open(self, path: str) -> None:
        self.driver.get(self.address + path)

    def wait_for(self, path: str) -> WebElement:
        """Wait until a visible element is there for an XPath."""
        found = self._wait.until(lambda _: self._first(path), f"There is no {path}.")
        assert found is not None
        return found

    def reads(self, key: str, **values: str | int) -> None:
        self.wait_for(f"//*[contains(normalize-space(text()), {quoted(self.say(key, **values))})]")

    def button(self, words: str) -> WebElement:
        said = quoted(words)
        return self.wait_for(f"//button[normalize-space()={said} or @aria-label={said}]")

    def building(self, number: int) -> WebElement:
        return self.wait_for(f"//button[@data-spot='{number}']")

    def name_of_building(self, number: int) -> str:
        return self.building(number).get_attribute("aria-label") or ""

    def _first(self, path: str) -> WebElement | None:
        return next((one for one in self.driver.find_elements(By.XPATH, path) if one.is_displayed()), None)


def quoted(words: str) -> str:
    """Write words as XPath does, which knows no escapes."""
    pieces = ", '\"', ".join(f'"{piece}"' for piece in words.split('"'))
    return f"concat({pieces}, '')"
