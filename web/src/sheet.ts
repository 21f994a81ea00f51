// A sheet: changed on the screen at once, saved a moment later, never over somebody else's version unseen; undo and redo.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { get, Problem, put, type Remark } from "./api";

const PAUSE_MS = 400;
const MOST_STEPS = 200;

interface Kept<B> {
  version: number;
  author: string;
  body: B | null;
  done: boolean;
  saved: string;
  remarks: Remark[];
}

export type SaveState = "saved" | "changed" | "saving" | "conflict" | "offline";

export interface SheetInHand<B> {
  body: B;
  version: number;
  done: boolean;
  remarks: Remark[];
  state: SaveState;
  problem: Problem | null;
  change: (next: B | ((now: B) => B)) => void;
  finish: (done: boolean) => void;
  undo: (() => void) | null;
  redo: (() => void) | null;
  takeTheirs: () => void;
  keepMine: () => void;
}

interface Steps<B> {
  past: B[];
  body: B;
  future: B[];
  done: boolean;
}

export function useSheet<B>(kind: string, item: number | string, empty: B): SheetInHand<B> | null {
  const path = `/sheets/${kind}/${item}`;
  const [steps, setSteps] = useState<Steps<B> | null>(null);
  const [remarks, setRemarks] = useState<Remark[]>([]);
  const [state, setState] = useState<SaveState>("saved");
  const [problem, setProblem] = useState<Problem | null>(null);
  const seen = useRef(0);
  const latest = useRef<Steps<B> | null>(null);
  const timer = useRef(0);
  const busy = useRef(false);
  latest.current = steps;

  const load = useCallback(async () => {
    const kept = await get<Kept<B>>(path);
    seen.current = kept.version;
    setSteps({ past: [], body: kept.body ?? empty, future: [], done: kept.done });
    setRemarks(kept.remarks);
    setState("saved");
    setProblem(null);
  }, [path]);

  useEffect(() => {
    let gone = false;
    load().catch((error: Problem) => !gone && setProblem(error));
    return () => {
      gone = true;
    };
  }, [load]);

  const save = useCallback(async () => {
    clearTimeout(timer.current);
    timer.current = 0;
    const sent = latest.current;
    if (sent === null || busy.current) return;
    busy.current = true;
    setState("saving");
    try {
      const kept = await put<Kept<B>>(path, { seen: seen.current, body: sent.body, done: sent.done });
      seen.current = kept.version;
      setRemarks(kept.remarks);
      setProblem(null);
      const same = latest.current?.body === sent.body && latest.current.done === sent.done;
      setState(same ? "saved" : "changed");
      if (!same) timer.current = window.setTimeout(save, PAUSE_MS);
    } catch (error) {
      const said = error as Problem;
      setProblem(said);
      setState(said.status === 409 ? "conflict" : "offline");
      // What is on the screen is not lost while the server is away, or until one has signed in again: it is tried again.
      if (said.status === 0 || said.status === 401 || said.status >= 500) timer.current = window.setTimeout(save, 10 * PAUSE_MS);
    } finally {
      busy.current = false;
    }
  }, [path]);

  const later = useCallback(() => {
    setState((now) => (now === "conflict" ? now : "changed"));
    clearTimeout(timer.current);
    timer.current = window.setTimeout(save, PAUSE_MS);
  }, [save]);

  // Leaving the page saves what the pause has not saved yet; closing the window asks first.
  useEffect(() => {
    const leaving = (event: BeforeUnloadEvent) => {
      if (state !== "saved") event.preventDefault();
    };
    addEventListener("beforeunload", leaving);
    return () => removeEventListener("beforeunload", leaving);
  }, [state]);
  useEffect(() => () => void (timer.current && save()), [save]);

  if (steps === null) return null;
  const move = (next: Steps<B>) => {
    latest.current = next;
    setSteps(next);
    if (state !== "conflict") later();
  };
  const { past, body, future, done } = steps;
  return {
    body,
    version: seen.current,
    done,
    remarks,
    state,
    problem,
    // Made from what is there now, not from what was drawn last: two changes in one moment both hold.
    change: (next) => {
      const now = latest.current ?? steps;
      const made = typeof next === "function" ? (next as (now: B) => B)(now.body) : next;
      if (made !== now.body) move({ past: [...now.past, now.body].slice(-MOST_STEPS), body: made, future: [], done: false });
    },
    finish: (now) => move({ ...steps, done: now }),
    undo: past.length ? () => move({ past: past.slice(0, -1), body: past[past.length - 1] as B, future: [body, ...future], done }) : null,
    redo: future.length ? () => move({ past: [...past, body], body: future[0] as B, future: future.slice(1), done }) : null,
    takeTheirs: () => void load().catch(setProblem),
    keepMine: () =>
      void get<Kept<B>>(path).then((kept) => {
        seen.current = kept.version;
        setState("changed");
        return save();
      }, setProblem),
  };
}
