// A long list of rows of one height: only those in view are in the page.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

interface VirtualListProps {
  count: number;
  rowPx: number;
  label: string;
  row: (number: number) => ComponentChildren;
  shown?: number;
}

const BESIDE = 8; // rows above and below that are ready

/** `shown` is a row that is scrolled into view when it changes. */
export function VirtualList({ count, rowPx, label, row, shown }: VirtualListProps) {
  const list = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<[number, number]>([0, 600]);
  const look = () => list.current && setView([list.current.scrollTop, list.current.clientHeight]);
  useEffect(() => {
    look();
    if (!list.current) return;
    const watch = new ResizeObserver(look);
    watch.observe(list.current);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    const node = list.current;
    if (!node || shown === undefined || shown < 0) return;
    const top = shown * rowPx;
    if (top < node.scrollTop || top + rowPx > node.scrollTop + node.clientHeight) node.scrollTo(0, top - node.clientHeight / 2);
  }, [shown]);
  const first = Math.max(0, Math.floor(view[0] / rowPx) - BESIDE);
  const last = Math.min(count, Math.ceil((view[0] + view[1]) / rowPx) + BESIDE);
  const rows = [];
  for (let number = first; number < last; number += 1) {
    rows.push(
      <div key={number} role="listitem" class="virtual-row" ref={(node) => { if (node) { node.style.transform = `translateY(${number * rowPx}px)`; node.style.height = `${rowPx}px`; } }}>
        {row(number)}
      </div>,
    );
  }
  return (
    <div class="virtual" ref={list} onScroll={look}>
      <div role="list" aria-label={label} class="virtual-all" ref={(node) => { if (node) node.style.height = `${count * rowPx}px`; }}>
        {rows}
      </div>
    </div>
  );
}
