// Reading as an adversary: a released text and nothing else; who is in it, and what does it still tell about them?
import { useState } from "preact/hooks";
import { post, type Problem, type ProjectInfo } from "../api";
import type { Guideline, PeopleBody } from "../annotations";
import { ProblemLine, SheetBar, useAnswer, useShortcuts } from "../parts/common";
import { Keys } from "../parts/Keys";
import { PEOPLE_KEYS, PeopleEditor, quotesIn, tellsPeople } from "../parts/PeopleEditor";
import { usePlaces } from "../parts/quotes";
import { go, href } from "../router";
import { useSheet } from "../sheet";
import "../review.css";

interface TextToRead {
  key: string;
  characters: number;
  begun: boolean;
  done: boolean;
  drawn: boolean;
}

const EMPTY: PeopleBody = { subjects: [] };

export function Read({ project, text }: { project: ProjectInfo; text: string | null }) {
  return text === null ? <Pile /> : <Blind project={project} text={text} />;
}

function Pile() {
  const [again, setAgain] = useState(0);
  const { answer, problem } = useAnswer<TextToRead[]>("/pile", again);
  const next = answer?.find((text) => !text.done);
  useShortcuts({ n: next ? () => go("read", next.key) : null });
  if (problem) return <ProblemLine problem={problem} />;
  if (answer === null) return <p class="empty">Loading…</p>;
  const done = answer.filter((text) => text.done).length;
  const drawn = answer.filter((text) => text.drawn);
  return (
    <section class="page">
      <h1>Read blind</h1>
      <p>You get released texts in an order of your own, without their originals and without a word on how they were made. Write down everybody you find and what the text still tells about them.</p>
      <div class="tools">
        {next ? (
          <button onClick={() => go("read", next.key)}>Read the next text</button>
        ) : (
          <span class="empty">{answer.length ? "You have read everything." : "There are no releases to read yet."}</span>
        )}
        <span role="status">
          {done} of {answer.length} read
          {drawn.length > 0 && `; ${drawn.filter((text) => text.done).length} of the ${drawn.length} that were drawn`}
        </span>
        <a href={href("who")}>Who is who</a>
        <Keys keys={[["n", "read the next text"]]} shortcuts={{}} />
      </div>
      <ol class="pile" aria-label="Texts to read">
        {answer.map((text, place) => (
          <li key={text.key}>
            <a href={href("read", text.key)}>Text {place + 1}</a>{" "}
            <span class="faint">
              {text.characters.toLocaleString("en")} characters{text.drawn ? " · drawn" : ""}
            </span>{" "}
            {text.done ? <span class="signed">read</span> : text.begun ? "begun" : ""}
          </li>
        ))}
      </ol>
      <TakeSample taken={() => setAgain(again + 1)} />
    </section>
  );
}

function TakeSample({ taken }: { taken: () => void }) {
  const [said, setSaid] = useState("");
  const [problem, setProblem] = useState<Problem | null>(null);
  const take = async (file: File | undefined) => {
    if (!file) return;
    try {
      const { texts } = await post<{ texts: number }>("/pile", { text: await file.text() });
      setSaid(`${texts} texts were drawn; they come first.`);
      setProblem(null);
      taken();
    } catch (error) {
      setProblem(error as Problem);
    }
  };
  return (
    <details class="sample">
      <summary>A sample that was drawn</summary>
      <p>
        <code>gyges audit … --confirm recorded:FILE</code> writes which texts must be read to <code>to_read.jsonl</code> in its run folder. Bring that file, and they come first.
      </p>
      <label>
        to_read.jsonl <input type="file" accept=".jsonl" onChange={(event) => void take(event.currentTarget.files?.[0])} />
      </label>
      <span role="status">{said}</span>
      <ProblemLine problem={problem} />
    </details>
  );
}

function Blind({ project, text: key }: { project: ProjectInfo; text: string }) {
  const { answer: shown, problem } = useAnswer<{ key: string; text: string }>(`/pile/${key}`);
  const { answer: guideline } = useAnswer<Guideline>("/guideline");
  const sheet = useSheet<PeopleBody>("reading", key, EMPTY);
  const { answer: pile } = useAnswer<TextToRead[]>("/pile", sheet?.done ? 1 : 0);
  const places = usePlaces(`/pile/${key}/places`, sheet ? quotesIn(sheet.body) : []);
  const next = pile?.find((text) => !text.done && text.key !== key);
  if (problem) return <ProblemLine problem={problem} />;
  if (!shown || !guideline || !sheet) return <p class="empty">Loading…</p>;
  const errors = sheet.remarks.filter((remark) => remark.weight === "error").length;
  const at = (pile?.findIndex((text) => text.key === key) ?? -1) + 1;
  return (
    <section class="page annotate">
      <div class="document-bar">
        <h1>Text {at || ""}</h1>
        <a href={href("read")}>All texts</a>
        <SheetBar sheet={sheet}>
          {sheet.done ? (
            <button class="quiet" onClick={() => sheet.finish(false)}>
              Read: open again
            </button>
          ) : (
            <button disabled={errors > 0 || !tellsPeople(sheet.body)} onClick={() => sheet.finish(true)}>
              I have read it
            </button>
          )}
          {next && (
            <button class={sheet.done ? "" : "quiet"} onClick={() => go("read", next.key)} title="]">
              Next text
            </button>
          )}
          <span class="errors">{errors ? `${errors} to mend before it is read` : ""}</span>
          <Keys keys={[...PEOPLE_KEYS, ["]", "next text"]]} shortcuts={{ "]": next ? () => go("read", next.key) : null }} />
        </SheetBar>
      </div>
      <PeopleEditor text={shown.text} body={sheet.body} change={sheet.change} remarks={sheet.remarks} tags={project.spia} guideline={guideline} places={places} withHardness={false} />
    </section>
  );
}
