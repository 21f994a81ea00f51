// A text with spans that may overlap. Long texts are cut into blocks at line ends; a block is drawn again only when
// a span in it changes, and the browser lays out only blocks that can be seen. Spans are drawn once their block comes
// near the view. Offsets are code points.
import { memo } from "preact/compat";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { HIDDEN, hiddenName } from "../hidden";
import { CodePoints, length } from "../offsets";

export interface Span {
  key: string;
  start: number;
  end: number;
  className: string;
  title?: string;
}

interface Block {
  start: number;
  end: number;
  text: string;
}

interface TextViewProps {
  text: string;
  spans: Span[];
  label: string;
  onSelect?: (start: number, end: number) => void;
  onSpan?: (keys: string[], start: number) => void;
  /** What is selected, as the page knows it: it stays marked and selected when the text is drawn again. */
  picked?: [number, number] | null;
  /** A place that is brought into view when it changes. */
  shown?: number | null;
}

const BLOCK = 1500;
const NO_SPANS: Span[] = [];
const AHEAD = "1200px"; // how near the view a block gets its spans

function blockAt(blocks: Block[], offset: number): number {
  let low = 0;
  let high = blocks.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((blocks[middle] as Block).end <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let unit = 0;
  let start = 0;
  while (unit < text.length) {
    let cut = text.indexOf("\n", unit + BLOCK);
    if (cut < 0) cut = text.length;
    // A line without an end is cut at a blank, and never between the two halves of a code point.
    if (cut > unit + 4 * BLOCK) cut = text.lastIndexOf(" ", unit + 4 * BLOCK);
    if (cut <= unit) cut = unit + 4 * BLOCK;
    let end = Math.min(text.length, cut + 1);
    if (end < text.length && /[\udc00-\udfff]/.test(text[end] as string)) end += 1;
    const words = text.slice(unit, end);
    const points = length(words);
    blocks.push({ start, end: start + points, text: words });
    unit = end;
    start += points;
  }
  return blocks;
}

function Characters({ text, start }: { text: string; start: number }) {
  const parts: preact.ComponentChildren[] = [];
  let last = 0;
  let at = start;
  for (const match of text.matchAll(HIDDEN)) {
    const words = text.slice(last, match.index);
    if (words) parts.push(<span data-start={at}>{words}</span>);
    at += length(words);
    parts.push(
      <span class="hidden-sign" data-start={at} data-sign="1" title={`hidden character ${hiddenName(match[0])}`}>
        {hiddenName(match[0])}
      </span>,
    );
    at += 1;
    last = match.index + match[0].length;
  }
  const words = text.slice(last);
  if (words) parts.push(<span data-start={at}>{words}</span>);
  return <>{parts}</>;
}

const BlockView = memo(
  function BlockView({ block, number, spans }: { block: Block; number: number; spans: Span[] }) {
    const points = new CodePoints(block.text);
    const edges = new Set([block.start, block.end]);
    for (const span of spans) {
      edges.add(Math.max(span.start, block.start));
      edges.add(Math.min(span.end, block.end));
    }
    const cuts = [...edges].sort((a, b) => a - b);
    const parts = cuts.slice(0, -1).map((start, turn) => {
      const end = cuts[turn + 1] as number;
      const words = points.slice(start - block.start, end - block.start);
      const over = spans.filter((span) => span.start < end && start < span.end);
      if (!over.length) return <Characters key={start} text={words} start={start} />;
      const begins = over.some((span) => span.start === start) ? " begins" : "";
      const ends = over.some((span) => span.end === end) ? " ends" : "";
      return (
        <mark
          key={start}
          class={`${over.map((span) => span.className).join(" ")}${begins}${ends}${over.length > 1 ? " overlap" : ""}`}
          title={over.map((span) => span.title ?? "").filter(Boolean).join("; ")}
          data-keys={over.map((span) => span.key).join(" ")}
        >
          <Characters text={words} start={start} />
        </mark>
      );
    });
    return (
      <span class="block" data-block={number}>
        {parts}
      </span>
    );
  },
  (before, after) =>
    before.block === after.block &&
    before.spans.length === after.spans.length &&
    before.spans.every((span, number) => {
      const other = after.spans[number] as Span;
      return span.key === other.key && span.start === other.start && span.end === other.end && span.className === other.className && span.title === other.title;
    }),
);

function offsetAt(root: HTMLElement, node: Node, offset: number): number | null {
  // A place between elements is the beginning of the element behind it, or the end of the text.
  if (node.nodeType !== Node.TEXT_NODE) {
    const child = node.childNodes[offset];
    if (!child) {
      const all = (node as Element).querySelectorAll?.("[data-start]");
      const final = all?.[all.length - 1];
      if (!final || !root.contains(node)) return null;
      return Number(final.getAttribute("data-start")) + (final.hasAttribute("data-sign") ? 1 : length(final.textContent ?? ""));
    }
    const first = child.nodeType === Node.TEXT_NODE ? child.parentElement : ((child as Element).closest("[data-start]") ?? (child as Element).querySelector?.("[data-start]"));
    return first ? Number(first.getAttribute("data-start")) : null;
  }
  const holder = node.parentElement?.closest("[data-start]");
  if (!holder || !root.contains(holder)) return null;
  const start = Number(holder.getAttribute("data-start"));
  if (holder.hasAttribute("data-sign")) return offset === 0 ? start : start + 1;
  return start + length((node.textContent ?? "").slice(0, offset));
}

/** The selection inside an element as code points; null where nothing of it is selected. */
export function selectionIn(root: HTMLElement): [number, number] | null {
  const chosen = getSelection();
  if (!chosen || chosen.isCollapsed || !chosen.rangeCount) return null;
  const range = chosen.getRangeAt(0);
  if (!root.contains(range.commonAncestorContainer)) return null;
  const start = offsetAt(root, range.startContainer, range.startOffset);
  const end = offsetAt(root, range.endContainer, range.endOffset);
  return start === null || end === null || start >= end ? null : [start, end];
}

/** The place in the page of a code point; `end` asks for the place behind the one before it. */
function placeOf(root: HTMLElement, offset: number, end: boolean): [Node, number] | null {
  const parts = root.querySelectorAll("[data-start]");
  let low = 0;
  let high = parts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const start = Number(parts[middle]?.getAttribute("data-start"));
    if (end ? start < offset : start <= offset) low = middle;
    else high = middle - 1;
  }
  const part = parts[low];
  const words = part?.firstChild;
  if (!part || !words) return null;
  const inside = offset - Number(part.getAttribute("data-start"));
  if (part.hasAttribute("data-sign")) return [words, inside ? (words.textContent ?? "").length : 0];
  return [words, new CodePoints(words.textContent ?? "").unit(inside)];
}

/** Selects code points as if somebody had drawn the pointer over them. */
export function selectIn(root: HTMLElement, start: number, end: number): void {
  const from = placeOf(root, start, false);
  const to = placeOf(root, end, true);
  if (!from || !to) return;
  getSelection()?.setBaseAndExtent(...from, ...to);
}

const WORD = /[\p{L}\p{N}_]+(?:['’.@-][\p{L}\p{N}_]+)*/gu;
const BACK = 400; // units in which the word before is looked for

function wordAfter(points: CodePoints, offset: number): [number, number] | null {
  WORD.lastIndex = points.unit(offset);
  const match = WORD.exec(points.text);
  return match && [points.point(match.index), points.point(match.index + match[0].length)];
}

function wordBefore(points: CodePoints, offset: number): [number, number] | null {
  const end = points.unit(offset);
  const from = Math.max(0, end - BACK);
  WORD.lastIndex = 0;
  const match = [...points.text.slice(from, end).matchAll(WORD)].pop();
  return match ? [points.point(from + match.index), points.point(from + match.index + match[0].length)] : null;
}

/** What an arrow selects: the word behind or before, with shift a word more or less. */
function nextSelection(points: CodePoints, chosen: [number, number], forward: boolean, more: boolean): [number, number] | null {
  if (forward) {
    const word = wordAfter(points, chosen[1]);
    return word && (more ? [chosen[0], word[1]] : word);
  }
  if (!more) return wordBefore(points, chosen[0]);
  const last = wordBefore(points, chosen[1]);
  const kept = last && wordBefore(points, last[0]);
  return kept && kept[1] > chosen[0] ? [chosen[0], kept[1]] : null;
}

export function TextView({ text, spans, label, onSelect, onSpan, picked, shown }: TextViewProps) {
  const root = useRef<HTMLDivElement>(null);
  const last = useRef(0); // where the last selection ended: arrows go on from there
  const blocks = useMemo(() => blocksOf(text), [text]);
  const points = useMemo(() => new CodePoints(text), [text]);
  const byBlock = useMemo(() => {
    const found: Span[][] = blocks.map(() => []);
    const all = picked ? [...spans, { key: "picked", start: picked[0], end: picked[1], className: "picked" }] : spans;
    for (const span of all) {
      for (let number = blockAt(blocks, span.start); number < blocks.length && (blocks[number] as Block).start < span.end; number += 1) found[number]?.push(span);
    }
    return found;
  }, [blocks, spans, picked]);
  useLayoutEffect(() => {
    if (!root.current || !picked || !root.current.contains(document.activeElement)) return;
    const chosen = selectionIn(root.current);
    if (chosen?.[0] !== picked[0] || chosen[1] !== picked[1]) selectIn(root.current, ...picked);
  }, [spans, picked]);
  const [drawn, setDrawn] = useState<ReadonlySet<number>>(new Set([0]));
  useEffect(() => {
    if (!root.current) return;
    const near = new IntersectionObserver(
      (entries) => {
        const seen = entries.filter((entry) => entry.isIntersecting).map((entry) => Number((entry.target as HTMLElement).dataset.block));
        if (seen.length) setDrawn((now) => (seen.every((number) => now.has(number)) ? now : new Set([...now, ...seen])));
      },
      { root: root.current.closest(".pane"), rootMargin: AHEAD },
    );
    for (const block of root.current.children) near.observe(block);
    return () => near.disconnect();
  }, [blocks]);
  const wanted = shown == null || !blocks.length ? null : blockAt(blocks, shown);
  const ready = wanted === null || drawn.has(wanted);
  useEffect(() => {
    if (wanted === null || shown == null || !root.current) return;
    if (ready) placeOf(root.current, shown, false)?.[0].parentElement?.scrollIntoView({ block: "nearest" });
    else setDrawn((now) => new Set([...now, wanted]));
  }, [shown, ready]);
  const released = useCallback(() => {
    const chosen = root.current && onSelect ? selectionIn(root.current) : null;
    if (!chosen || !onSelect) return;
    last.current = chosen[1];
    onSelect(...chosen);
  }, [onSelect]);
  const clicked = useCallback(
    (event: MouseEvent) => {
      const mark = (event.target as Element).closest("mark");
      const chosen = getSelection();
      if (mark && onSpan && (!chosen || chosen.isCollapsed)) {
        onSpan((mark.getAttribute("data-keys") ?? "").split(" "), Number(mark.querySelector("[data-start]")?.getAttribute("data-start")));
      }
    },
    [onSpan],
  );
  // Arrows select words, so that the text can be marked without a pointer; Ctrl+Shift and Alt+Shift stay the browser's.
  const arrow = useCallback(
    (event: KeyboardEvent) => {
      const forward = event.key === "ArrowRight";
      if ((!forward && event.key !== "ArrowLeft") || event.ctrlKey || event.metaKey || event.altKey || !root.current || !onSelect) return;
      const here = getSelection();
      const caret = here?.focusNode && root.current.contains(here.focusNode) ? offsetAt(root.current, here.focusNode, here.focusOffset) : null;
      const from = caret ?? last.current;
      const next = nextSelection(points, picked ?? selectionIn(root.current) ?? [from, from], forward, event.shiftKey);
      event.preventDefault();
      if (!next) return;
      selectIn(root.current, ...next);
      getSelection()?.focusNode?.parentElement?.scrollIntoView({ block: "nearest" });
    },
    [points, picked, onSelect],
  );
  return (
    <div class="text" ref={root} role="document" aria-label={label} tabIndex={0} dir="auto" onMouseUp={released} onTouchEnd={released} onKeyDown={arrow} onKeyUp={released} onClick={clicked}>
      {blocks.map((block, number) => (
        <BlockView key={block.start} block={block} number={number} spans={drawn.has(number) ? (byBlock[number] as Span[]) : NO_SPANS} />
      ))}
    </div>
  );
}
