// How far something long is, and what came of it; a failure is shown as one.
import type { JobInHand } from "../job";
import { ProblemLine } from "./common";

export function JobLine({ hand }: { hand: JobInHand }) {
  const { job, problem } = hand;
  return (
    <>
      <ProblemLine problem={problem} />
      {job && (
        <p class={job.state === "failed" ? "problem" : "job"} role={job.state === "failed" ? "alert" : "status"}>
          {job.what}: {job.state === "failed" ? `failed: ${job.said}` : job.state === "done" ? job.said : job.state}
          {(job.state === "at work" || job.state === "waiting") && job.total > 1 && (
            <>
              {" "}
              <progress value={job.done} max={job.total} aria-label={job.what} /> {job.done} of {job.total}
            </>
          )}
        </p>
      )}
    </>
  );
}
