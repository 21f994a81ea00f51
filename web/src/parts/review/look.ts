// What the attacker sees in the text as it is on the screen, and what single edits are worth there.
import { useEffect, useRef, useState } from "preact/hooks";
import { post, type Problem } from "../../api";
import type { EditDecided } from "./edits";

const PAUSE_MS = 250;
const QUIET_MS = 1200; // before edits that nobody looks at are appraised too
const AGAIN_MS = 4000; // after which a server that did not answer is asked again
const AT_ONCE = 4;
const AROUND = 12; // edits on each side of the chosen one

export interface FactSeen {
  tag: string;
  value: string;
  truth: string;
  told: "right" | "less precise" | "wrong" | "not in the truth" | "not told" | "cannot be judged";
  certainty: number;
  words: [number, number][];
}

export interface PersonSeen {
  id: string;
  description: string;
  found: "found" | "not found" | "cannot be told";
  facts: FactSeen[];
  before: number | null;
  now: number | null;
}

export interface ReleaseSeen {
  attacker: string;
  digest: string;
  truth: "annotated" | "rules";
  failed: string;
  people: PersonSeen[];
  others: PersonSeen[];
  before: number | null;
  now: number | null;
  not_estimated: string;
}

export interface Loss {
  id: string;
  description: string;
  kept: number;
  undone: number;
  kinds: string[];
}

export interface Worth {
  which: number;
  worth: { kept: number | null; undone: number | null; people: Loss[] };
  brings_back: string[];
  kind: string;
}

export interface Looking {
  seen: ReleaseSeen | null;
  /** Whether `seen` is of these very edits. */
  current: boolean;
  last: number | null;
  problem: Problem | null;
}

export function useLook(number: number, edits: EditDecided[]): Looking {
  const [state, setState] = useState<{ seen: ReleaseSeen | null; of: EditDecided[] | null; last: number | null; problem: Problem | null }>({ seen: null, of: null, last: null, problem: null });
  const wanted = useRef(edits);
  const busy = useRef(false);
  const gone = useRef(false);
  const [again, setAgain] = useState(0);
  wanted.current = edits;
  useEffect(
    () => () => {
      gone.current = true;
    },
    [],
  );
  useEffect(() => {
    const ask = async () => {
      if (busy.current) return;
      busy.current = true;
      try {
        let of: EditDecided[];
        do {
          of = wanted.current;
          const seen = await post<ReleaseSeen>(`/releases/${number}/look`, { edits: of });
          if (!gone.current) setState((now) => ({ seen, of, last: now.seen?.now ?? null, problem: null }));
        } while (!gone.current && of !== wanted.current);
      } catch (problem) {
        if (gone.current) return;
        setState((now) => ({ ...now, problem: problem as Problem }));
        const { status } = problem as Problem;
        if (status === 0 || status === 401 || status === 409 || status >= 500) setTimeout(() => setAgain((now) => now + 1), AGAIN_MS);
      } finally {
        busy.current = false;
      }
    };
    const timer = setTimeout(ask, state.seen === null ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [number, edits, again]);
  return { seen: state.seen, current: state.of === edits, last: state.last, problem: state.problem };
}

/** What edits are worth where all these are in force: the chosen one first, then those around it. */
export function useWorths(number: number, edits: EditDecided[], chosen: number, answers: boolean): Map<number, Worth> {
  const [told, setTold] = useState<{ of: EditDecided[]; worths: Map<number, Worth> }>({ of: edits, worths: new Map() });
  useEffect(() => {
    let gone = false;
    const worths = told.of === edits ? told.worths : new Map<number, Worth>();
    const ask = async (which: number[]) => {
      const missing = which.filter((one) => one >= 0 && one < edits.length && !worths.has(one));
      if (gone || !missing.length) return;
      for (const worth of await post<Worth[]>(`/releases/${number}/worth`, { edits, which: missing })) worths.set(worth.which, worth);
      if (!gone) setTold({ of: edits, worths: new Map(worths) });
    };
    const all = async () => {
      await ask([chosen]);
      await new Promise((done) => setTimeout(done, QUIET_MS));
      for (let near = 1; near <= AROUND && !gone; near += AT_ONCE / 2) await ask([chosen + near, chosen - near, chosen + near + 1, chosen - near - 1]);
    };
    const timer = setTimeout(() => void all().catch(() => undefined), PAUSE_MS); // the look tells of problems
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [number, edits, chosen, answers]);
  return told.of === edits ? told.worths : new Map();
}

export const percent = (value: number | null) => (value === null ? "–" : `${Math.round(100 * value)} %`);
