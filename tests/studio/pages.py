"""What a person does on a page: draws over words, waits until it is saved."""

from playwright.sync_api import Page, expect

_ACROSS = """([words, turn]) => {
  // A place in the text as it is read, wherever marks cut it.
  const root = document.querySelector('.text');
  const nodes = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) nodes.push(node);
  let at = -1;
  const all = nodes.map(node => node.textContent).join('');
  for (; turn >= 0; turn -= 1) at = all.indexOf(words, at + 1);
  const place = unit => {
    for (const node of nodes) {
      if (unit <= node.textContent.length) return [node, unit];
      unit -= node.textContent.length;
    }
  };
  const range = document.createRange();
  range.setStart(...place(at)); range.setEnd(...place(at + words.length));
  const boxes = [...range.getClientRects()].filter(box => box.width > 0);
  const first = boxes[0], last = boxes[boxes.length - 1];
  const middle = box => (box.top + box.bottom) / 2;
  return { x1: first.left + 1, y1: middle(first), x2: last.right - 1, y2: middle(last) };
}"""


def draw_over(page: Page, words: str, turn: int = 0) -> None:
    """Select words in the text with the pointer; `turn` counts the places where they stand."""
    place = page.evaluate(_ACROSS, [words, turn])
    page.mouse.move(place["x1"], place["y1"])
    page.mouse.down()
    page.mouse.move(place["x2"], place["y2"], steps=5)
    page.mouse.up()


def wait_until_open(page: Page) -> None:
    """Wait until a page about a document has all its parts, so that nothing moves any more."""
    expect(page.get_by_role("button", name="Get proposals")).to_be_enabled()


def wait_until_saved(page: Page) -> None:
    """Wait until the sheet on the page is saved."""
    expect(page.locator(".state")).to_have_text("Saved")
