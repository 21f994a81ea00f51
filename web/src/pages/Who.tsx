// Who is who: a second person says which of the people a reader listed is which true one.
import type { PersonWritten } from "../annotations";
import type { ProjectInfo } from "../api";
import { counted, ProblemLine, SheetBar, useAnswer } from "../parts/common";
import { TextView } from "../parts/TextView";
import { href } from "../router";
import { useSheet } from "../sheet";
import "../review.css";

interface Listed {
  release: number;
  id: string;
  name: string;
  reader: string;
  people: number;
  decided_by: string;
}

interface Reading {
  reader: string;
  digest: string;
  people: PersonWritten[];
}

interface Shown {
  release: number;
  document: number;
  id: string;
  original: string;
  released: string;
  truth: PersonWritten[] | null;
  readings: Reading[];
}

interface Matches {
  reader: string;
  seen: string;
  matches: Record<string, number>;
}

interface WhoBody {
  readings: Matches[];
}

const EMPTY: WhoBody = { readings: [] };

export function Who({ project, number }: { project: ProjectInfo; number: number | null }) {
  return number === null ? <Readings /> : <Decide project={project} number={number} />;
}

function Readings() {
  const { answer, problem } = useAnswer<Listed[]>("/readings");
  if (problem) return <ProblemLine problem={problem} />;
  if (answer === null) return <p class="empty">Loading…</p>;
  const readers = [...new Set(answer.map((row) => row.reader))];
  return (
    <section class="page">
      <h1>Who is who</h1>
      <p>Somebody who knows the originals says which listed person is which true one. It should not be the reader.</p>
      {!answer.length && <p class="empty">Nobody has finished a reading yet.</p>}
      <ul class="release-rows" aria-label="Readings">
        {answer.map((row) => (
          <li key={`${row.release} ${row.reader}`}>
            <a href={href("who", row.release)} dir="auto">
              {row.id}
            </a>
            <span class="faint">
              {row.name} · read by {row.reader} · {counted(row.people, "person", "people")} listed
            </span>
            <span class={row.decided_by ? "signed" : ""}>{row.decided_by ? `decided by ${row.decided_by}` : "open"}</span>
          </li>
        ))}
      </ul>
      {readers.length > 0 && (
        <>
          <h2>Recorded attackers</h2>
          <ul>
            {readers.map((reader) => (
              <li key={reader}>
                <a href={`/api/recorded?reader=${encodeURIComponent(reader)}`} download={`recorded-${reader}.jsonl`}>
                  What {reader} found
                </a>
                : <code>gyges audit ORIGINALS RELEASES --attacker recorded:FILE</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Decide({ project, number }: { project: ProjectInfo; number: number }) {
  const { answer: shown, problem } = useAnswer<Shown>(`/readings/${number}`);
  const sheet = useSheet<WhoBody>("who", number, EMPTY);
  if (problem) return <ProblemLine problem={problem} />;
  if (!shown || !sheet) return <p class="empty">Loading…</p>;
  const decided = (reading: Reading) => sheet.body.readings.find((one) => one.reader === reading.reader && one.seen === reading.digest);
  const open = shown.readings.filter((reading) => !decided(reading)).length;
  const change = (reading: Reading, matches: Record<string, number>) =>
    sheet.change((now) => ({ readings: [...now.readings.filter((one) => one.reader !== reading.reader), { reader: reading.reader, seen: reading.digest, matches }] }));
  return (
    <section class="page">
      <div class="document-bar">
        <h1 dir="auto">Who is who in {shown.id}</h1>
        <a href={href("who")}>All readings</a>
        <SheetBar sheet={sheet}>
          <button disabled={open > 0 || shown.truth === null} class={sheet.done ? "quiet" : ""} onClick={() => sheet.finish(!sheet.done)}>
            {sheet.done ? "Decided: open again" : "That is decided"}
          </button>
        </SheetBar>
      </div>
      {shown.truth === null && (
        <p class="problem" role="alert">
          Nobody has finished annotating this document, so nobody knows who is in it. <a href={href("people", shown.document)}>Annotate it first.</a>
        </p>
      )}
      {!shown.readings.length && <p class="empty">Nobody has finished reading this release.</p>}
      {shown.truth !== null &&
        shown.readings.map((reading) => (
          <OneReading key={reading.reader} reading={reading} truth={shown.truth ?? []} own={reading.reader === project.me} matches={decided(reading)?.matches ?? null} change={(matches) => change(reading, matches)} />
        ))}
      <div class="panes">
        <div class="review-pane">
          <h2>Original</h2>
          <TextView text={shown.original} spans={[]} label="Original" />
        </div>
        <div class="review-pane">
          <h2>Release that was read</h2>
          <TextView text={shown.released} spans={[]} label="Release that was read" />
        </div>
      </div>
    </section>
  );
}

interface OneReadingProps {
  reading: Reading;
  truth: PersonWritten[];
  own: boolean;
  matches: Record<string, number> | null;
  change: (matches: Record<string, number>) => void;
}

function OneReading({ reading, truth, own, matches, change }: OneReadingProps) {
  const now = matches ?? {};
  const taken = (place: number, id: string) => Object.entries(now).some(([other, where]) => where === place && other !== id);
  const choose = (id: string, value: string) => {
    const { [id]: _, ...rest } = now;
    change(value === "" ? rest : { ...rest, [id]: Number(value) });
  };
  return (
    <section class="who" aria-label={`What ${reading.reader} found`}>
      <h2>What {reading.reader} found</h2>
      {own && (
        <p class="warn" role="alert">
          You read this text yourself. Somebody else should decide who is who.
        </p>
      )}
      <div class="who-lists">
        <div>
          <h3>True people</h3>
          <ul class="who-list">
            {truth.map((person) => (
              <li key={person.id}>
                <PersonLine person={person} />
                <label>
                  is{" "}
                  <select value={now[person.id] ?? ""} aria-label={`${person.description || person.id} is`} onChange={(event) => choose(person.id, event.currentTarget.value)}>
                    <option value="">nobody who was listed</option>
                    {reading.people.map((listed, place) => (
                      <option key={place} value={place} disabled={taken(place, person.id)}>
                        {place + 1}. {listed.description || "somebody"}
                      </option>
                    ))}
                  </select>
                </label>
              </li>
            ))}
          </ul>
          {matches === null && <button onClick={() => change({})}>Nobody was found</button>}
        </div>
        <div>
          <h3>Listed by {reading.reader}</h3>
          <ol class="who-list">
            {reading.people.map((person, place) => (
              <li key={place}>
                <PersonLine person={person} />
              </li>
            ))}
          </ol>
        </div>
      </div>
    </section>
  );
}

function PersonLine({ person }: { person: PersonWritten }) {
  return (
    <p dir="auto">
      <strong>{person.description || person.id}</strong>
      {person.facts.length > 0 && <span class="faint"> {person.facts.map((fact) => `${fact.tag.toLowerCase().replaceAll("_", " ")} ${fact.value}`).join("; ")}</span>}
    </p>
  );
}
