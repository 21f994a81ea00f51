// The rows to decide on: what each annotator says, what was decided, one row in hand. 1-9 take, b takes all, e edits.
import type { ComponentChildren } from "preact";
import { memo } from "preact/compat";
import { useEffect, useRef, useState } from "preact/hooks";
import { Keys, type KeyList } from "../Keys";
import { BOTH, type Standing } from "./decisions";

export interface Line {
  key: string;
  title: string;
  standing: Standing;
  note: string;
  cells: (string | null)[];
  deep: boolean;
  /** How it was decided; null while it is open. */
  how: string | null;
  /** What came of it. */
  result: string;
  /** Whether somebody has to decide on it; facts of people who are left out need no decision. */
  needed: boolean;
}

interface LinesProps {
  authors: string[];
  lines: Line[];
  at: number;
  onAt: (number: number) => void;
  onChoose: (number: number, how: string) => void;
  onSame: (() => void) | null;
  /** What stays in view above the rows, with how many are open. */
  head: ComponentChildren;
  editor: (number: number, close: () => void) => ComponentChildren;
}

const KEYS: KeyList = [
  ["j  k", "row after, before"],
  ["o", "next row that is open"],
  ["1 … 9", "take what that annotator wrote; leave it out where they wrote nothing"],
  ["b", "take both, or all"],
  ["e", "write it anew"],
  ["a", "take all that is the same"],
  ["Ctrl+Z  Ctrl+Shift+Z", "undo, redo"],
  ["?", "show these keys"],
];

/** What a row is called where the annotators stand so. */
export const WORDS: Record<Standing, string> = {
  same: "same",
  "less precise": "less precise",
  different: "different",
  "not all": "not everybody wrote this",
  unclear: "cannot be compared",
};

export const isOpen = (line: Line) => line.needed && line.how === null;

export function Lines({ authors, lines, at, onAt, onChoose, onSame, head, editor }: LinesProps) {
  const [editing, setEditing] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const now = lines[at];
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [now?.key]);
  const move = (number: number) => () => {
    setEditing(null);
    onAt(Math.max(0, Math.min(lines.length - 1, number)));
  };
  const nextOpen = () => {
    const after = lines.findIndex((line, number) => number > at && isOpen(line));
    const found = after >= 0 ? after : lines.findIndex(isOpen);
    if (found >= 0) move(found)();
  };
  const choose = (how: string) => () => {
    if (!now?.needed) return;
    onChoose(at, how);
    setEditing(null);
    if (at < lines.length - 1) onAt(at + 1);
  };
  const numbers = Object.fromEntries(authors.slice(0, 9).map((_, number) => [String(number + 1), choose(String(number + 1))]));
  const open = lines.filter(isOpen).length;
  // Rows that did not change are not drawn again, so what they do must not be what they did when they were drawn.
  const act = useRef<Acts>({} as Acts);
  act.current = {
    at: onAt,
    choose: onChoose,
    edit: (number) => {
      onAt(number);
      setEditing((held) => (held === lines[number]?.key ? null : (lines[number]?.key ?? null)));
    },
  };
  return (
    <>
      <div class="decide-head">
        {head}
        <p class="tools">
          <span role="status" class={open ? "decided-open" : "decided-decided"}>
            {open ? `${open} of ${lines.filter((line) => line.needed).length} open` : "All decided"}
          </span>
          <button class="quiet" disabled={!onSame} onClick={() => onSame?.()} title="a">
            Take all that is the same
          </button>
          <button class="quiet" disabled={!open} onClick={nextOpen} title="o">
            Next open
          </button>
          <Keys
            keys={KEYS}
            shortcuts={{ j: move(at + 1), k: move(at - 1), o: nextOpen, b: choose(BOTH), e: () => now?.needed && setEditing(now.key), a: onSame, ...numbers }}
          />
        </p>
      </div>
      <ul class="lines" ref={list} aria-label="Rows to decide on">
        {lines.map((line, number) => (
          <LineView key={line.key} line={line} number={number} authors={authors} current={number === at} editing={editing === line.key} act={act}>
            {editing === line.key ? editor(number, () => setEditing(null)) : null}
          </LineView>
        ))}
      </ul>
    </>
  );
}

interface Acts {
  at: (number: number) => void;
  choose: (number: number, how: string) => void;
  edit: (number: number) => void;
}

interface LineViewProps {
  line: Line;
  number: number;
  authors: string[];
  current: boolean;
  editing: boolean;
  act: { current: Acts };
  children: ComponentChildren;
}

const LineView = memo(
  function LineView({ line, number, authors, current, editing, act, children }: LineViewProps) {
    const state = !line.needed ? "not-needed" : line.how === null ? "open" : "decided";
    return (
      <li class={`line ${state}${line.deep ? " deep" : ""}`} aria-current={current ? "true" : undefined} onClick={() => act.current.at(number)} aria-label={line.title}>
        <div class="line-head">
          <strong dir="auto">{line.title}</strong>
          <span class={`row-standing standing-${line.standing.replace(" ", "-")}`}>{line.note || WORDS[line.standing]}</span>
          <span class="decision" dir="auto">
            {line.how !== null && `✓ ${line.result}`}
          </span>
        </div>
        {line.needed && (
          <div class="cells">
            {authors.map((author, place) => {
              const cell = line.cells[place] ?? null;
              const how = String(place + 1);
              return (
                <button key={author} class={`quiet cell${cell === null ? " nothing" : ""}`} aria-pressed={line.how === how} onClick={() => act.current.choose(number, how)} dir="auto">
                  <span class="whose">
                    <kbd>{how}</kbd> {author}
                  </span>{" "}
                  {cell ?? "nothing"}
                </button>
              );
            })}
            <span class="more">
              <button class="quiet small" aria-pressed={line.how === BOTH} onClick={() => act.current.choose(number, BOTH)} title="b">
                {authors.length > 2 ? "All" : "Both"}
              </button>
              <button class="quiet small" aria-pressed={line.how === "edited"} aria-expanded={editing} onClick={() => act.current.edit(number)} title="e">
                Edit
              </button>
            </span>
          </div>
        )}
        {children}
      </li>
    );
  },
  (before, after) =>
    !before.editing &&
    !after.editing &&
    before.number === after.number &&
    before.current === after.current &&
    before.authors === after.authors &&
    JSON.stringify(before.line) === JSON.stringify(after.line),
);
