// What a page owes everybody: names of controls, contrast of words, order of headings, no scrolling sideways.
() => {
  const wrong = [];
  const say = (rule, node) => wrong.push(`${rule}: ${node.outerHTML.slice(0, 140)}`);
  const shown = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const words = (id) => document.getElementById(id)?.textContent ?? "";
  const named = (node) =>
    node.getAttribute("aria-label") || (node.getAttribute("aria-labelledby") ?? "").split(/\s+/).map(words).join("") ||
    [...(node.labels ?? [])].map((label) => label.textContent).join("") || node.textContent || node.title || node.alt || "";
  for (const node of document.querySelectorAll("a[href], button, input, select, textarea, [tabindex], [role=button]")) {
    if (shown(node) && node.type !== "hidden" && !named(node).trim()) say("no name", node);
    if (node.tabIndex > 0) say("an order of its own", node);
  }
  const levels = [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].filter(shown).map((node) => Number(node.tagName[1]));
  if (levels.filter((level) => level === 1).length !== 1) wrong.push(`headings of the first level: ${levels}`);
  levels.forEach((level, place) => place && level > levels[place - 1] + 1 && wrong.push(`a level of headings is left out: ${levels}`));
  const ids = [...document.querySelectorAll("[id]")].map((node) => node.id);
  if (new Set(ids).size !== ids.length) wrong.push(`an id twice: ${ids}`);
  if (document.querySelectorAll("main").length !== 1) wrong.push("not one main part");
  if (!document.documentElement.lang) wrong.push("no language");

  const context = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
  const channels = (colour) => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  };
  const over = (top, below) => [0, 1, 2].map((at) => top[at] * top[3] + below[at] * (1 - top[3])).concat(1);
  const light = ([red, green, blue]) => {
    const [r, g, b] = [red, green, blue].map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (node) => (node === null ? channels("Canvas") : over(channels(getComputedStyle(node).backgroundColor), ground(node.parentElement)));
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const seen = new Set();
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const node = text.parentElement;
    if (!text.textContent.trim() || seen.has(node) || !shown(node) || node.closest(":disabled, noscript, script, style, option")) continue;
    seen.add(node);
    const below = ground(node);
    const pair = [light(over(channels(getComputedStyle(node).color), below)), light(below)].sort((one, other) => other - one);
    const contrast = (pair[0] + 0.05) / (pair[1] + 0.05);
    if (contrast < 4.5) say(`contrast ${contrast.toFixed(2)}`, node);
  }
  const beyond = document.documentElement.scrollWidth - innerWidth;
  if (beyond > 0) {
    const widest = [...document.querySelectorAll("body *")].filter((node) => node.getBoundingClientRect().right > innerWidth + 1);
    say(`${beyond} px too wide`, widest[0] ?? document.body);
  }
  return wrong;
}
