// The list of documents: only rows that can be seen are in the page, however many there are.
import { useEffect, useRef, useState } from "preact/hooks";
import { get, type Problem, type ProjectInfo } from "../api";
import { ProblemLine } from "../parts/common";
import { Words } from "../parts/Words";
import { href } from "../router";

interface Row {
  number: number;
  id: string;
  characters: number;
  opening: string;
  mine: Record<string, boolean>;
}

const ROW_PX = 56;
const PART = 100;

export function Documents({ project }: { project: ProjectInfo }) {
  const [words, setWords] = useState("");
  const [rows, setRows] = useState<Map<number, Row>>(new Map());
  const [total, setTotal] = useState(project.documents);
  const [top, setTop] = useState(0);
  const [problem, setProblem] = useState<Problem | null>(null);
  const asked = useRef(new Set<number>());
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    asked.current = new Set();
    setRows(new Map());
    setTotal(project.documents);
    list.current?.scrollTo(0, 0);
    setTop(0);
  }, [words]);

  const height = list.current?.clientHeight ?? 800;
  const first = Math.max(0, Math.floor(top / ROW_PX) - 5);
  const last = Math.min(total, Math.ceil((top + height) / ROW_PX) + 5);

  useEffect(() => {
    for (let part = Math.floor(first / PART); part * PART < Math.max(last, 1); part += 1) {
      if (asked.current.has(part)) continue;
      asked.current.add(part);
      get<Row[]>(`/documents?start=${part * PART}&limit=${PART}&words=${encodeURIComponent(words)}`).then((found) => {
        setRows((now) => new Map([...now, ...found.map((row, number) => [part * PART + number, row] as const)]));
        if (found.length < PART) setTotal(part * PART + found.length);
      }, setProblem);
    }
  }, [first, last, words]);

  const shown = [];
  for (let number = first; number < last; number += 1) {
    const row = rows.get(number);
    if (row) shown.push(<DocumentRow key={row.number} row={row} top={number * ROW_PX} />);
  }
  return (
    <section class="page documents">
      <h1>Documents</h1>
      <p class="tools">
        <label>
          Find <input type="search" value={words} onInput={(event) => setWords(event.currentTarget.value)} />
        </label>
        <span role="status">{total.toLocaleString("en")} documents</span>
      </p>
      <ProblemLine problem={problem} />
      {total === 0 && !words && (
        <p class="empty">
          Nothing here yet. Add documents with <code>gyges studio {project.name} --documents FILE</code>.
        </p>
      )}
      <div class="rows" ref={list} onScroll={(event) => setTop(event.currentTarget.scrollTop)}>
        <div class="rows-all" ref={(node) => { if (node) node.style.height = `${total * ROW_PX}px`; }}>
          {shown}
        </div>
      </div>
    </section>
  );
}

function DocumentRow({ row, top }: { row: Row; top: number }) {
  return (
    <div class="row" ref={(node) => { if (node) node.style.transform = `translateY(${top}px)`; }}>
      <a class="row-id" href={href("people", row.number)} dir="auto">
        <Words text={row.id} />
      </a>
      <span class="row-opening" dir="auto">
        <Words text={row.opening} />
      </span>
      <span class="row-kinds">
        <KindLink row={row} kind="people" title="People" />
        <KindLink row={row} kind="mentions" title="Mentions" />
      </span>
      <span class="row-size">{row.characters.toLocaleString("en")}</span>
    </div>
  );
}

/** Where I am with one kind of sheet: not begun, begun or done. */
function KindLink({ row, kind, title }: { row: Row; kind: string; title: string }) {
  const done = row.mine[kind];
  const state = done === undefined ? "not begun" : done ? "done" : "begun";
  return (
    <a href={href(kind, row.number)} class={`kind-link ${state.replace(" ", "-")}`} title={`${title}: ${state}`} aria-label={`${title} of ${row.id}: ${state}`}>
      <span aria-hidden="true">{done === undefined ? "○" : done ? "●" : "◐"}</span> {title}
    </a>
  );
}
