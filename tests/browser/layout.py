"""Looks at how a page is laid out and tells what nobody should see: things cut off, too small, over one another."""

from playwright.sync_api import Page

FINGER_PX = 44
LOOK = """
([fingerPx, isPhone]) => {
  const problems = [];
  const all = [...document.body.querySelectorAll("*")].filter((one) => !one.closest("svg svg, svg > *"));
  const isClippedAway = (one) => {
    for (let up = one; up; up = up.parentElement) if (getComputedStyle(up).clipPath !== "none") return true;
    return false;
  };
  const box = (one) => one.getBoundingClientRect();
  const isSeen = (one) =>
    one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    box(one).width > 0 && box(one).height > 0 && box(one).right > 0 && !isClippedAway(one);
  const floats = (one) => {
    for (let up = one; up && up !== document.body; up = up.parentElement) {
      if (["fixed", "sticky"].includes(getComputedStyle(up).position) || up.tagName === "DIALOG") return up;
    }
    return null;
  };
  const name = (one) => {
    const words = (one.getAttribute("aria-label") ?? one.textContent).trim().replace(/\\s+/g, " ").slice(0, 40);
    return `${one.tagName.toLowerCase()}#${one.id}.${String(one.className).replace(/ /g, ".")} "${words}"`;
  };
  const seen = all.filter(isSeen);
  const width = document.documentElement.clientWidth;

  const needed = document.documentElement.scrollWidth;
  if (needed > width) problems.push(`wider than the screen: ${needed}`);
  for (const one of seen) {
    const { left, right, top, bottom } = box(one);
    if (left < -1 || right > width + 1) problems.push(`outside: ${name(one)} ${left.toFixed()} to ${right.toFixed()}`);
    const stays = one.matches("dialog, .toast, .hold-bar, .lesson-foot, .connection, .menu-list");
    if (stays && (top < -1 || bottom > innerHeight + 1)) problems.push(`not all on the screen: ${name(one)}`);
  }

  // Words must stand inside the control they name, and inside whatever cuts off what is too long for it.
  const CONTROLS = "button, a[href], summary, input, select, textarea";
  const holder = (node) => {
    for (let up = node.parentElement; up !== document.body; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (style.display !== "inline" && (up.matches(CONTROLS) || style.overflowX !== "visible")) return up;
    }
    return null;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const inside = node.data.trim() && isSeen(node.parentElement) && holder(node);
    if (!inside || node.parentElement.closest("svg")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const [words, room] = [range.getBoundingClientRect(), box(inside)];
    const wide = Math.max(room.left - words.left, words.right - room.right);
    const high = Math.max(room.top - words.top, words.bottom - room.bottom);
    const much = `${wide.toFixed()}, ${high.toFixed()} px`;
    if (wide > 1 || high > 1) problems.push(`"${node.data.trim()}" is cut off by ${name(inside)}: ${much}`);
  }

  const controls = seen.filter((one) => one.matches(CONTROLS) && !one.closest(".skip"));
  const isInSentence = (one) =>
    getComputedStyle(one).display === "inline" && one.parentElement.textContent.trim() !== one.textContent.trim();
  if (isPhone) {
    for (const one of controls) {
      const { width: wide, height: high } = box(one);
      const isSmall = wide < fingerPx - 0.5 || high < fingerPx - 0.5;
      const measured = `${wide.toFixed(1)} x ${high.toFixed(1)}`;
      if (isSmall && !isInSentence(one)) problems.push(`too small to tap: ${name(one)} ${measured}`);
    }
  }

  const isBesides = (one, other) => !one.contains(other) && !other.contains(one) && floats(one) === floats(other);
  // Intersections lie over the corners of the buildings round them, and win there.
  const areSpots = (one, other) =>
    one.matches(".spot-building, .spot-crossing") && other.matches(".spot-building, .spot-crossing") &&
    one.matches(".spot-building") !== other.matches(".spot-building");
  const overlay = [...document.querySelectorAll("dialog[open], .menu[open] .menu-list")];
  const isUnder = (one) => overlay.some((top) => !top.contains(one));
  controls.forEach((one, index) => {
    for (const other of controls.slice(index + 1)) {
      if (!isBesides(one, other) || areSpots(one, other) || isUnder(one) || isUnder(other)) continue;
      const [a, b] = [box(one), box(other)];
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 1 && high > 1) problems.push(`over one another: ${name(one)} and ${name(other)}`);
    }
  });
  return problems;
}
"""


def problems(page: Page, *, is_phone: bool) -> list[str]:
    """Return what is wrong with the layout. On a phone everything that can be tapped must suit a finger."""
    found: list[str] = page.evaluate(LOOK, [FINGER_PX, is_phone])
    return found


def is_longer_than_the_screen(page: Page) -> bool:
    return bool(page.evaluate("() => document.documentElement.scrollHeight > innerHeight"))


def running_animations(page: Page) -> list[str]:
    """Return what moves."""
    moving: list[str] = page.evaluate(
        "() => document.getAnimations().filter((one) => one.playState === 'running')"
        ".map((one) => `${one.animationName ?? one.transitionProperty} of ${one.effect.target.className}`)"
    )
    return moving
