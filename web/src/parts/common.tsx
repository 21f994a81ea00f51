// Small things that all pages use.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { get, type Problem } from "../api";
import type { SaveState, SheetInHand } from "../sheet";

export function useAnswer<T>(path: string | null, again = 0): { answer: T | null; problem: Problem | null } {
  const [state, setState] = useState<{ answer: T | null; problem: Problem | null }>({ answer: null, problem: null });
  useEffect(() => {
    let gone = false;
    if (path === null) return;
    get<T>(path).then(
      (answer) => !gone && setState({ answer, problem: null }),
      (problem: Problem) => !gone && setState({ answer: null, problem }),
    );
    return () => {
      gone = true;
    };
  }, [path, again]);
  return state;
}

/** How many of something there are, in words. */
export const counted = (count: number, one: string, many = `${one}s`) => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

export function ProblemLine({ problem }: { problem: Problem | null }) {
  return problem ? (
    <p class="problem" role="alert">
      {problem.message} {problem.code && <code>{problem.code}</code>}
    </p>
  ) : null;
}

const STATES: Record<SaveState, string> = {
  saved: "Saved",
  changed: "Not saved yet",
  saving: "Saving…",
  conflict: "Saved elsewhere meanwhile",
  offline: "Cannot be saved now",
};

/** What is with the sheet: saved or not, undo and redo, and what to do where two people wrote at once. */
export function SheetBar<B>({ sheet, children }: { sheet: SheetInHand<B>; children?: ComponentChildren }) {
  useShortcuts({ "mod+z": sheet.undo, "mod+shift+z": sheet.redo, "mod+y": sheet.redo });
  return (
    <div class="sheet-bar">
      <span class={`state ${sheet.state}`} role="status">
        {STATES[sheet.state]}
      </span>
      <button class="quiet" disabled={!sheet.undo} onClick={() => sheet.undo?.()} title="Ctrl+Z">
        Undo
      </button>
      <button class="quiet" disabled={!sheet.redo} onClick={() => sheet.redo?.()} title="Ctrl+Shift+Z">
        Redo
      </button>
      {children}
      <ProblemLine problem={sheet.problem} />
      {sheet.state === "conflict" && (
        <span class="conflict">
          <button onClick={sheet.takeTheirs} title="Undo brings mine back">
            Drop mine, take theirs
          </button>
          <button onClick={sheet.keepMine}>Save mine over theirs</button>
        </span>
      )}
    </div>
  );
}

export type Shortcuts = Record<string, (() => void) | null | undefined>;

/** Keys such as 'j', 'shift+n', 'mod+z'; plain ones are left alone while somebody types. */
export function useShortcuts(shortcuts: Shortcuts): void {
  // The keys of the last drawing, not of the last effect: effects come after the paint, and quick keys before it.
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  // Before the paint: who sees the page may press a key at once.
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const mod = event.ctrlKey || event.metaKey;
      const key = event.key.toLowerCase();
      const name = `${mod ? "mod+" : ""}${event.shiftKey && (mod || key.length > 1) ? "shift+" : ""}${event.altKey ? "alt+" : ""}${key}`;
      const typing = (event.target as Element).matches("input, textarea, select, [contenteditable]");
      const action = typing ? undefined : latest.current[name];
      if (action) {
        event.preventDefault();
        action();
      }
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
}
