"""What a person does on a page: draws over words, waits until it is saved."""

from playwright.sync_api import Page, expect

_BOX = """([words, turn]) => {
  const walker = document.createTreeWalker(document.querySelector('.text'), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (let at = node.textContent.indexOf(words); at >= 0; at = node.textContent.indexOf(words, at + 1)) {
      if (turn-- > 0) continue;
      const range = document.createRange();
      range.setStart(node, at); range.setEnd(node, at + words.length);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      return { left, right, middle: (top + bottom) / 2 };
    }
  }
}"""


def draw_over(page: Page, words: str, turn: int = 0) -> None:
    """Select words in the text with the pointer; `turn` counts the places where they stand."""
    box = page.evaluate(_BOX, [words, turn])
    page.mouse.move(box["left"] + 1, box["middle"])
    page.mouse.down()
    page.mouse.move(box["right"] - 1, box["middle"], steps=5)
    page.mouse.up()


def wait_until_saved(page: Page) -> None:
    """Wait until the sheet on the page is saved."""
    expect(page.locator(".state")).to_have_text("Saved")
