// All releases: where each is, which is next, and making a set where there is none.
import { useState } from "preact/hooks";
import type { ProjectInfo } from "../api";
import { useJob } from "../job";
import { JobLine } from "../parts/JobLine";
import { Keys } from "../parts/Keys";
import { ProblemLine, useAnswer, useShortcuts } from "../parts/common";
import { Words } from "../parts/Words";
import { go, href } from "../router";
import "../review.css";

interface Row {
  number: number;
  name: string;
  id: string;
  method: string;
  characters: number;
  state: "open" | "in review" | "signed" | "failed";
  failed: string;
  signed_by: string;
}

interface Listed {
  rows: Row[];
  total: number;
  counts: Record<string, Record<string, number>>;
  next_unsigned: number | null;
}

const PART = 100;
const STATES = ["open", "in review", "signed", "failed"];

export function Releases({ project, name }: { project: ProjectInfo; name: string | null }) {
  const [start, setStart] = useState(0);
  const [again, setAgain] = useState(0);
  const set = name === null ? "" : `&name=${encodeURIComponent(name)}`;
  const { answer, problem } = useAnswer<Listed>(`/releases?start=${start}&limit=${PART}${set}`, again);
  useShortcuts({ n: answer?.next_unsigned ? () => go("review", answer.next_unsigned as number) : null });
  return (
    <section class="page releases">
      <h1>Releases</h1>
      <ProblemLine problem={problem} />
      {answer && (
        <>
          <div class="tools">
            {answer.next_unsigned !== null && <a href={href("review", answer.next_unsigned)}>Next that nobody has signed</a>}
            <Keys keys={[["n", "the next release that nobody has signed"]]} shortcuts={{}} />
          </div>
          {Object.keys(answer.counts).length > 0 && <Sets counts={answer.counts} chosen={name} />}
          <Rows rows={answer.rows} />
          {answer.total > PART && (
            <p class="tools">
              <button class="quiet" disabled={start === 0} onClick={() => setStart(start - PART)}>
                Earlier
              </button>
              <span>
                {start + 1} to {Math.min(start + PART, answer.total)} of {answer.total.toLocaleString("en")}
              </span>
              <button class="quiet" disabled={start + PART >= answer.total} onClick={() => setStart(start + PART)}>
                Later
              </button>
            </p>
          )}
          <MakeReleases documents={project.documents} taken={Object.keys(answer.counts)} made={() => setAgain(again + 1)} />
        </>
      )}
    </section>
  );
}

function Sets({ counts, chosen }: { counts: Listed["counts"]; chosen: string | null }) {
  return (
    <div class="scroll">
      <table class="sets">
        <caption>Sets of releases</caption>
        <thead>
          <tr>
            <th>Set</th>
            {STATES.map((state) => (
              <th key={state}>{state}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Object.entries(counts).map(([name, count]) => (
            <tr key={name}>
              <td>
                <a href={name === chosen ? href("releases") : href("releases", name)} aria-current={name === chosen ? "true" : undefined}>
                  {name}
                </a>
              </td>
              {STATES.map((state) => (
                <td key={state} class={state === "failed" && count[state] ? "problem" : ""}>
                  {count[state] ?? 0}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Rows({ rows }: { rows: Row[] }) {
  return (
    <ul class="release-rows" aria-label="Releases">
      {rows.map((row) => (
        <li key={row.number}>
          <a href={href("review", row.number)} dir="auto">
            <Words text={row.id} />
          </a>
          <span class="faint">
            {row.name} · {row.method} · {row.characters.toLocaleString("en")} characters
          </span>
          <span class={`release-state ${row.state.replace(" ", "-")}`}>
            {row.state}
            {row.signed_by && ` by ${row.signed_by}`}
          </span>
          {row.failed && <span class="problem">{row.failed}</span>}
        </li>
      ))}
    </ul>
  );
}

function MakeReleases({ documents, taken, made }: { documents: number; taken: string[]; made: () => void }) {
  const [method, setMethod] = useState("mask");
  const [name, setName] = useState("");
  const hand = useJob((job) => job.state === "done" && made());
  const called = name || (taken.includes(method) ? "" : method);
  return (
    <form
      class="make"
      onSubmit={(event) => {
        event.preventDefault();
        hand.start("/releases", { method, name: called });
      }}
    >
      <h2>Make releases</h2>
      <p class="faint">Of all {documents.toLocaleString("en")} documents, on this machine, without a model.</p>
      <div class="tools">
        <label>
          Method{" "}
          <select value={method} onChange={(event) => setMethod(event.currentTarget.value)}>
            <option>mask</option>
            <option>subjectwise</option>
          </select>
        </label>
        <label>
          Name of the set <input value={name} placeholder={called} maxLength={60} onInput={(event) => setName(event.currentTarget.value)} />
        </label>
        <button disabled={!documents || !called || hand.busy}>Make releases</button>
      </div>
      <JobLine hand={hand} />
    </form>
  );
}
