"""Measures a screen: nothing scrolls, nothing is cut off, nothing lies over another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from playwright.sync_api import Page, ViewportSize

from tests.browser.conftest import LARGE, SMALL, add_sheet

TALL: ViewportSize = {"width": 412, "height": 915}
COMPACT: ViewportSize = {"width": 360, "height": 560}  # the browser's own bar takes 80 px
SIZES = ("normal", "large", "larger")
# Every text size that is offered on both phones; the compact and the tallest in the normal size.
VIEWS = (
    ("normal", COMPACT),
    ("normal", TALL),
    *((size, phone) for phone in (LARGE, SMALL) for size in SIZES),
)

STILL = "*, *::before, *::after { animation: none !important; transition: none !important; }"
CHOOSE = """async (size) => {
  document.documentElement.dataset.size = size;
  dispatchEvent(new Event('resize'));
  for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
}"""
# Names may end in dots: people's, cards', corporations'. What counts, asks or explains may not.
# What a blue card does and a line of the bill stand in full one tap further.
NAMES = (
    "bdi, :has(> bdi), .act-words b, .act-words small:not(.is-why), .mat-head span, .played span, "
    ".bill dt, .face-sum small"
)
FAULTS = """(names) => {
  const out = [];
  const shown = { opacityProperty: true, visibilityProperty: true };
  const name = (one) => one.id
    || `${one.className || one.tagName} “${one.textContent.trim().slice(0, 30)}”`;
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) out.push('page is wider than the screen');
  if (root.scrollHeight > root.clientHeight + 1) out.push('page is higher than the screen');

  const screen = document.querySelector('main');
  const aside = '[data-pages], .on-row, .played-now, .hand-rows'; // swiped on purpose
  const all = [...screen.querySelectorAll('*')].filter((one) => !(one instanceof SVGElement)
    && !one.closest('.sr, [data-panel="story"]') && one.offsetWidth > 1
    && one.checkVisibility(shown));
  const refusal = document.querySelector('#refusal:not([hidden])'); // the panel gives way
  const clips = new Map(all.map((one) => [one, getComputedStyle(one)]));
  for (const [one, style] of clips) {
    const across = one.scrollWidth - one.clientWidth;
    const down = one.scrollHeight - one.clientHeight;
    if (one.matches(`${names}, .well-planet, .score-sky, .ground`)) continue; // pictures
    if (refusal && one.closest('.panel')) continue;
    if (style.overflowX !== 'visible' && across > 1 && !one.matches(aside))
      out.push(`${name(one)} hides ${across} px aside`);
    if (style.overflowY !== 'visible' && down > 2) out.push(`${name(one)} hides ${down} px`);
  }

  /* words: inside what holds them, not over one another, and not smaller than the size class */
  const least = 0.745 * parseFloat(getComputedStyle(root).fontSize);
  const words = [];
  for (const one of all) {
    if (one.closest(names) || (refusal && one.closest('.panel'))) continue;
    const rows = one.closest(aside)?.getBoundingClientRect();
    const texts = [...one.childNodes].filter((node) => node.nodeType === 3 && node.data.trim());
    if (!texts.length) continue;
    if (parseFloat(clips.get(one).fontSize) < least) out.push(`${name(one)} is too small`);
    for (const text of texts) {
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const line of range.getClientRects()) {
        const beside = rows && (line.left < rows.left || line.right > rows.right + 1);
        if (!line.width || beside) continue;
        /* the letters, not the line: figures stand in lines of their own height */
        const high = 0.72 * parseFloat(clips.get(one).fontSize);
        const box = new DOMRect(line.left, (line.top + line.bottom - high) / 2, line.width, high);
        words.push([one, box]);
        let above = one.matches('button') ? one : one.parentNode;
        for (; above !== screen.parentNode; above = above.parentNode) {
          const room = above.getBoundingClientRect();
          const style = clips.get(above);
          const held = above.matches('button, .panel, .dock, .tabs, .head, main')
            || (style && (style.overflowX !== 'visible' || style.clipPath !== 'none'));
          if (held && (box.left < room.left - 1 || box.right > room.right + 1
              || box.top < room.top || box.bottom > room.bottom)) {
            out.push(`${name(one)} leaves ${name(above)}`);
            break;
          }
        }
      }
    }
  }
  const overlap = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  words.forEach(([one, box], at) => {
    for (const [other, there] of words.slice(at + 1))
      if (one !== other && overlap(box, there)) out.push(`${name(one)} lies over ${name(other)}`);
  });

  /* buttons: on the screen, large enough, under nothing; rows beside are swiped to */
  for (const one of screen.querySelectorAll('button, a[href], label.plate, summary')) {
    if (!one.checkVisibility(shown) || (refusal && one.closest('.panel'))) continue;
    const rows = one.closest(aside);
    const left = (there) => there.getBoundingClientRect().left;
    rows?.scrollBy({ left: left(one) - left(rows), behavior: 'instant' });
    const box = one.getBoundingClientRect();
    if (!box.width || one.closest('[data-panel="story"]')) continue;
    if (box.width < 44 || box.height < 44)
      out.push(`${name(one)} is ${Math.round(box.width)} × ${Math.round(box.height)}`);
    const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    const mine = there && (one.contains(there) || there.contains(one)
      || there.closest('.plate-room, .me')?.contains(one));
    if (!mine) out.push(`${name(one)} is under ${there ? name(there) : 'the edge'}`);
    else if (box.left < -1 || box.right > innerWidth + 1) out.push(`${name(one)} is cut off`);
    else if (box.top < -1 || box.bottom > innerHeight + 1) out.push(`${name(one)} is cut off`);
  }
  for (const rows of screen.querySelectorAll(aside)) rows.scrollLeft = 0;
  return [...new Set(out)];
}"""

# How much of the screen between header and dock the highest band without words, pictures and
# buttons takes: a plate stretched over nothing is as empty as none.
BLANK = """() => {
  const shown = { opacityProperty: true, visibilityProperty: true };
  const room = [...document.querySelectorAll('.reveal-slot, .panel')]
    .find((one) => one.checkVisibility(shown) && one.offsetHeight);
  const { top, bottom, height } = room.getBoundingClientRect();
  const things = 'svg, img, button, input, label, .card-back, .count-figure';
  const drawn = [];
  const walk = document.createTreeWalker(room, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let one = walk.nextNode(); one; one = walk.nextNode()) {
    const holds = one.nodeType === 3 ? one.parentNode : one;
    if (!holds.checkVisibility(shown) || holds.closest('.sr')) continue;
    const range = document.createRange();
    range.selectNode(one);
    if (one.nodeType === 3 ? one.data.trim() : one.matches(things))
      drawn.push(...range.getClientRects());
  }
  drawn.sort((one, other) => one.top - other.top);
  let most = 0;
  let from = top;
  for (const box of [...drawn, { top: bottom, bottom }]) {
    most = Math.max(most, Math.min(box.top, bottom) - from);
    from = Math.max(from, box.bottom);
  }
  return most / height;
}"""
MOST_BLANK = 0.25


@dataclass
class Ruler:
    """Measures one page in every text size and remembers what does not fit."""

    page: Page
    views: Sequence[tuple[str, ViewportSize]] = VIEWS
    found: list[str] = field(default_factory=list)
    picture: Callable[[str, str], None] = lambda where, how: None

    def __post_init__(self) -> None:
        self.still()

    def still(self) -> None:
        """No motion, so that nothing has to be waited for."""
        add_sheet(self.page, STILL)

    def measure(self, where: str, *sees: str) -> None:
        """`sees`: what must be in sight there, by selector."""
        for size, phone in self.views:
            how = f"{size} {phone['width']}x{phone['height']}"
            if self.page.viewport_size != phone:
                self.page.set_viewport_size(phone)
            self.page.evaluate(CHOOSE, size)
            faults = self.page.evaluate(FAULTS, NAMES)
            if size == "normal" and phone in (LARGE, TALL):
                blank = self.page.evaluate(BLANK)
                faults += [f"{blank:.0%} is one empty band"] if blank > MOST_BLANK else []
            faults += [f"{one} is missing" for one in sees if not self.page.is_visible(one)]
            self.found += [f"{where}, {how}: {one}" for one in faults]
            self.picture(where, how)
