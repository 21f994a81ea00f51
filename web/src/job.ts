// Long things: started once, then asked about until they are done.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { get, post, type Problem } from "./api";

const ASK_MS = 400;

export interface Job {
  number: number;
  what: string;
  state: "waiting" | "at work" | "done" | "failed";
  done: number;
  total: number;
  said: string;
}

export interface JobInHand {
  job: Job | null;
  problem: Problem | null;
  busy: boolean;
  start: (path: string, body: unknown) => void;
}

export function useJob(ended: (job: Job) => void): JobInHand {
  const [job, setJob] = useState<Job | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const gone = useRef(false);
  const tell = useRef(ended);
  tell.current = ended;
  useEffect(
    () => () => {
      gone.current = true;
    },
    [],
  );
  const start = useCallback(async (path: string, body: unknown) => {
    setProblem(null);
    setBusy(true);
    try {
      let now = await post<Job>(path, body);
      while (!gone.current && (now.state === "waiting" || now.state === "at work")) {
        setJob(now);
        await new Promise((done) => setTimeout(done, ASK_MS));
        now = await get<Job>(`/jobs/${now.number}`);
      }
      if (gone.current) return;
      setJob(now);
      tell.current(now);
    } catch (error) {
      setProblem(error as Problem);
    } finally {
      setBusy(false);
    }
  }, []);
  return { job, problem, busy, start: (path, body) => void start(path, body) };
}
