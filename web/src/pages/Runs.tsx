// Runs: watched while they work, reports opened in a page that can reach nothing, two audits compared.
import { useEffect, useState } from "preact/hooks";
import { get, type Problem } from "../api";
import { ProblemLine } from "../parts/common";
import "../review.css";

interface Failure {
  id: string;
  stage: string;
  reason: string;
}

interface Cost {
  calls?: number;
  cached_calls?: number;
  input_tokens?: number;
  output_tokens?: number;
  usd?: number | null;
}

interface Run {
  number: number;
  name: string;
  verb: string;
  last: string;
  state: "at work" | "done" | "out of budget" | "unfinished";
  documents: number | null;
  failed: number | null;
  failures: Failure[];
  bytes: number;
  progress: { step: string; total: number | null; ended: number; failed: number; failures: Failure[]; at: string } | null;
  cost: Cost | null;
  reports: string[];
  audits: string[];
}

interface Compared {
  first: string;
  second: string;
  warnings: string[];
  figures: { name: string; words: string; of: number | null }[];
  strong: { name: string; first: string; second: string }[];
  strong_by: string[];
  worse_off: { document: string; person: string; before: number; after: number; facts: string[] }[];
  worse_off_total: number;
  unpaired: number;
}

const WORK_MS = 1000;
const QUIET_MS = 5000;

export function Runs() {
  const [runs, setRuns] = useState<Run[] | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    let timer = 0;
    let gone = false;
    const look = async () => {
      let busy = false;
      try {
        const found = await get<Run[]>("/runs");
        busy = found.some((run) => run.state === "at work");
        if (!gone) {
          setRuns(found);
          setProblem(null);
        }
      } catch (error) {
        if (!gone) setProblem(error as Problem);
      }
      if (!gone) timer = window.setTimeout(look, busy ? WORK_MS : QUIET_MS);
    };
    void look();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, []);
  return (
    <section class="page">
      <h1>Runs</h1>
      <ProblemLine problem={problem} />
      {runs === null && !problem && <p class="empty">Loading…</p>}
      {runs?.length === 0 && (
        <p class="empty">
          There are no run folders in this project. Start the studio with <code>--runs FOLDER</code> to watch others.
        </p>
      )}
      {runs?.map((run) => (
        <RunCard key={run.number} run={run} />
      ))}
      {runs && <Compare runs={runs} />}
    </section>
  );
}

function RunCard({ run }: { run: Run }) {
  const { progress } = run;
  const failures = run.state === "at work" ? (progress?.failures ?? []) : run.failures;
  const failed = run.state === "at work" ? (progress?.failed ?? 0) : (run.failed ?? 0);
  return (
    <section class="run" aria-label={run.name}>
      <h2>
        {run.name} <span class={`release-state ${run.state.replaceAll(" ", "-")}`}>{run.state}</span>
      </h2>
      <p class="faint">
        gyges {run.verb} · {new Date(run.last).toLocaleString("en")}
        {run.documents !== null && ` · ${run.documents.toLocaleString("en")} documents`} · {(run.bytes / 1e6).toFixed(1)} MB
      </p>
      {progress && (
        <p role="status">
          {progress.step}: {progress.ended.toLocaleString("en")}
          {progress.total !== null && (
            <>
              {" "}
              of {progress.total.toLocaleString("en")} documents <progress value={progress.ended} max={progress.total} aria-label={`Progress of ${run.name}`} />
            </>
          )}
          {run.state === "unfinished" && " when it was stopped; the same command goes on"}
        </p>
      )}
      {run.cost && (run.cost.calls || run.cost.cached_calls) ? (
        <p>
          {(run.cost.calls ?? 0).toLocaleString("en")} calls to models{run.cost.cached_calls ? ` (${run.cost.cached_calls.toLocaleString("en")} more from the cache)` : ""}, {((run.cost.input_tokens ?? 0) + (run.cost.output_tokens ?? 0)).toLocaleString("en")} tokens, {run.cost.usd === null || run.cost.usd === undefined ? "price not known" : `$${run.cost.usd.toFixed(2)}`}
        </p>
      ) : null}
      {failed > 0 && (
        <details class="failures">
          <summary class="problem">{failed.toLocaleString("en")} failed</summary>
          <ul>
            {failures.map((failure, number) => (
              <li key={number}>
                <strong dir="auto">{failure.id}</strong> at {failure.stage}: {failure.reason}
              </li>
            ))}
          </ul>
        </details>
      )}
      {run.reports.length > 0 && (
        <p class="tools">
          {run.reports.map((report, place) => (
            <a key={report} href={`/api/runs/${run.number}/reports/${place}`} target="_blank" rel="noopener noreferrer">
              {report}
            </a>
          ))}
        </p>
      )}
    </section>
  );
}

function Compare({ runs }: { runs: Run[] }) {
  const audits = runs.flatMap((run) => run.audits.map((audit, place) => ({ value: `${run.number}.${place}`, title: run.audits.length > 1 ? `${run.name}: ${audit}` : run.name })));
  const [first, setFirst] = useState("");
  const [second, setSecond] = useState("");
  const [made, setMade] = useState<Compared | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  if (audits.length < 2) return null;
  const compare = async (event: Event) => {
    event.preventDefault();
    const [one = "", oneAudit = ""] = first.split(".");
    const [two = "", twoAudit = ""] = second.split(".");
    try {
      setMade(await get<Compared>(`/runs/compared?first=${one}&first_audit=${oneAudit}&second=${two}&second_audit=${twoAudit}`));
      setProblem(null);
    } catch (error) {
      setMade(null);
      setProblem(error as Problem);
    }
  };
  const choice = (label: string, value: string, set: (value: string) => void) => (
    <label>
      {label}{" "}
      <select value={value} onChange={(event) => set(event.currentTarget.value)}>
        <option value="">choose</option>
        {audits.map((audit) => (
          <option key={audit.value} value={audit.value}>
            {audit.title}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <section aria-label="Compare two audits">
      <h2>Compare two audits</h2>
      <form class="tools" onSubmit={compare}>
        {choice("First", first, setFirst)}
        {choice("Second", second, setSecond)}
        <button disabled={!first || !second || first === second}>Compare</button>
      </form>
      <ProblemLine problem={problem} />
      {made && <Comparison made={made} />}
    </section>
  );
}

const FIGURES: Record<string, string> = {
  cpr: "Facts protected, second minus first",
  ipr: "Protected per person, second minus first",
  improved: "People protected better",
  worsened: "People protected less",
};

function Comparison({ made }: { made: Compared }) {
  return (
    <div class="scroll">
      {made.warnings.map((warning) => (
        <p key={warning} class="warn" role="alert">
          {warning}
        </p>
      ))}
      <table>
        <caption>
          {made.second} against {made.first}
        </caption>
        <thead>
          <tr>
            <th>Figure</th>
            <th>Difference or share</th>
            <th>Of</th>
          </tr>
        </thead>
        <tbody>
          {made.figures.map((figure) => (
            <tr key={figure.name}>
              <td>{FIGURES[figure.name] ?? figure.name}</td>
              <td>{figure.words}</td>
              <td>{figure.of ?? "–"}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {made.strong.length > 0 && (
        <table>
          <caption>What a strong reader leaves</caption>
          <thead>
            <tr>
              <th>Figure</th>
              <th>First: {made.strong_by[0]}</th>
              <th>Second: {made.strong_by[1]}</th>
            </tr>
          </thead>
          <tbody>
            {made.strong.map((row) => (
              <tr key={row.name}>
                <td>{row.name}</td>
                <td>{row.first}</td>
                <td>{row.second}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p>
        {made.worse_off_total} people protected less, {made.unpaired} facts without a pair.
      </p>
      <ul>
        {made.worse_off.map((person, number) => (
          <li key={number} dir="auto">
            <strong>{person.person}</strong> in {person.document}: {Math.round(100 * person.before)} % to {Math.round(100 * person.after)} % ({person.facts.join("; ")})
          </li>
        ))}
      </ul>
    </div>
  );
}
