// A text with spans that may overlap. Long texts are cut into blocks at line ends; a block is drawn again only when
// a span in it changes, and the browser lays out only blocks that can be seen. Offsets are code points.
import { memo } from "preact/compat";
import { useCallback, useMemo, useRef } from "preact/hooks";
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
}

const BLOCK = 1500;

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let unit = 0;
  let start = 0;
  while (unit < text.length) {
    let cut = text.indexOf("\n", unit + BLOCK);
    // A line without an end is cut at a blank, and never between the two halves of a code point.
    if (cut < 0 || cut > unit + 4 * BLOCK) cut = text.lastIndexOf(" ", unit + 4 * BLOCK);
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
  function BlockView({ block, spans }: { block: Block; spans: Span[] }) {
    const points = new CodePoints(block.text);
    const edges = new Set([block.start, block.end]);
    for (const span of spans) {
      edges.add(Math.max(span.start, block.start));
      edges.add(Math.min(span.end, block.end));
    }
    const cuts = [...edges].sort((a, b) => a - b);
    const parts = cuts.slice(0, -1).map((start, number) => {
      const end = cuts[number + 1] as number;
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
    return <span class="block">{parts}</span>;
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

export function TextView({ text, spans, label, onSelect, onSpan }: TextViewProps) {
  const root = useRef<HTMLDivElement>(null);
  const blocks = useMemo(() => blocksOf(text), [text]);
  const byBlock = useMemo(() => {
    const found: Span[][] = blocks.map(() => []);
    for (const span of spans) {
      let low = 0;
      let high = blocks.length - 1;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((blocks[middle] as Block).end <= span.start) low = middle + 1;
        else high = middle;
      }
      for (let number = low; number < blocks.length && (blocks[number] as Block).start < span.end; number += 1) found[number]?.push(span);
    }
    return found;
  }, [blocks, spans]);
  const released = useCallback(() => {
    const chosen = root.current && onSelect ? selectionIn(root.current) : null;
    if (chosen && onSelect) onSelect(...chosen);
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
  return (
    <div class="text" ref={root} role="document" aria-label={label} tabIndex={0} dir="auto" onMouseUp={released} onTouchEnd={released} onKeyUp={released} onClick={clicked}>
      {blocks.map((block, number) => (
        <BlockView key={block.start} block={block} spans={byBlock[number] as Span[]} />
      ))}
    </div>
  );
}
