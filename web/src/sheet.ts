// A sheet: changed on the screen at once, saved a moment later, never over somebody else's version unseen; undo and redo.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { get, OTHER_NAME, Problem, put, type Remark } from "./api";
import { beforeLeaving } from "./router";

const PAUSE_MS = 400;
const MOST_STEPS = 200;
const PATIENCE_MS = 3000; // until a save that is not answered counts as none

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
  const atWork = useRef<Promise<boolean> | null>(null);
  const unsaved = useRef(false);
  const left = useRef(false);
  latest.current = steps;

  // What was on the screen stays one step behind: whoever takes the saved version can still come back to their own.
  const load = useCallback(async () => {
    const kept = await get<Kept<B>>(path);
    const mine = latest.current;
    seen.current = kept.version;
    unsaved.current = false;
    setSteps({ past: mine ? [...mine.past, mine.body].slice(-MOST_STEPS) : [], body: kept.body ?? empty, future: [], done: kept.done });
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

  const save = useCallback((): Promise<boolean> => {
    clearTimeout(timer.current);
    timer.current = 0;
    const sent = latest.current;
    if (sent === null || left.current) return Promise.resolve(false);
    atWork.current ??= send(sent).finally(() => {
      atWork.current = null;
    });
    return atWork.current;
  }, [path]);

  const send = async (sent: Steps<B>): Promise<boolean> => {
    setState("saving");
    try {
      const kept = await put<Kept<B>>(path, { seen: seen.current, body: sent.body, done: sent.done });
      seen.current = kept.version;
      setRemarks(kept.remarks);
      setProblem(null);
      const same = latest.current?.body === sent.body && latest.current.done === sent.done;
      unsaved.current = !same;
      setState(same ? "saved" : "changed");
      if (!same) timer.current = window.setTimeout(save, PAUSE_MS);
      return true;
    } catch (error) {
      const said = error as Problem;
      setProblem(said);
      const otherName = said.code === OTHER_NAME;
      setState(said.status === 409 && !otherName ? "conflict" : "offline");
      // What is on the screen is not lost while the server is away, or until one has signed in again: it is tried again.
      if (said.status === 0 || said.status === 401 || said.status >= 500 || otherName) timer.current = window.setTimeout(save, 10 * PAUSE_MS);
      return false;
    }
  };

  const later = useCallback(() => {
    setState((now) => (now === "conflict" ? now : "changed"));
    clearTimeout(timer.current);
    timer.current = window.setTimeout(save, PAUSE_MS);
  }, [save]);

  // Leaving the page saves what the pause has not saved yet, and asks where that cannot be; closing the window asks first.
  useEffect(
    () =>
      beforeLeaving(async () => {
        const patience = new Promise<boolean>((over) => setTimeout(() => over(false), PATIENCE_MS));
        while (unsaved.current && (timer.current || atWork.current)) if (!(await Promise.race([save(), patience]))) break;
        if (!unsaved.current) return true;
        left.current = confirm("What you wrote here is not saved. Leave this page and lose it?");
        if (left.current) clearTimeout(timer.current);
        return left.current;
      }),
    [save],
  );
  useEffect(() => {
    const leaving = (event: BeforeUnloadEvent) => {
      if (state !== "saved") event.preventDefault();
    };
    addEventListener("beforeunload", leaving);
    return () => removeEventListener("beforeunload", leaving);
  }, [state]);
  useEffect(() => () => void (timer.current && save()), [save]);

  if (steps === null && problem) throw problem; // whoever draws the page tells it, and can try again
  if (steps === null) return null;
  const move = (next: Steps<B>) => {
    latest.current = next;
    unsaved.current = true;
    setSteps(next);
    if (state !== "conflict") later();
  };
  const { past, body, future } = steps;
  return {
    body,
    version: seen.current,
    done: steps.done,
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
    // Whoever finished it did not finish what stood there before.
    undo: past.length ? () => move({ past: past.slice(0, -1), body: past[past.length - 1] as B, future: [body, ...future], done: false }) : null,
    redo: future.length ? () => move({ past: [...past, body], body: future[0] as B, future: future.slice(1), done: false }) : null,
    takeTheirs: () => void load().catch(setProblem),
    keepMine: () =>
      void get<Kept<B>>(path).then((kept) => {
        seen.current = kept.version;
        setState("changed");
        return save();
      }, setProblem),
  };
}
