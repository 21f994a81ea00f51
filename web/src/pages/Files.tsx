// Everything of the project as files, and files back into it.
import { useState } from "preact/hooks";
import { file, post, type Problem } from "../api";
import { ProblemLine, useAnswer } from "../parts/common";
import "../agree.css";

interface Listed {
  name: string;
  words: string;
  kind: string;
}

const KINDS: [string, string, string][] = [
  ["documents", "Documents", ""],
  ["annotations", "Annotations of somebody", "Whose annotations"],
  ["releases", "Releases", "Name of the set"],
  ["sheets", "All that people wrote (sheets.jsonl)", ""],
  ["ratings", "Ratings", ""],
];
const MOST_BYTES = 60 * 2 ** 20;

export function Files() {
  const [again, setAgain] = useState(0);
  const { answer, problem } = useAnswer<Listed[]>("/files", again);
  const [trouble, setTrouble] = useState<Problem | null>(null);
  const save = (name: string) =>
    file(`/files/${name}`).then((blob) => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(blob);
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
      setTrouble(null);
    }, setTrouble);
  return (
    <section class="page files">
      <h1>Files</h1>
      <ProblemLine problem={problem ?? trouble} />
      <h2>Take out</h2>
      <p class="hint">
        Annotations are the finished ones. All files at once: <code>gyges studio PROJECT --export FOLDER</code>.
      </p>
      <ul class="file-list">
        {answer?.map((one) => (
          <li key={one.name}>
            <button class="quiet" onClick={() => save(one.name)}>
              {one.name}
            </button>
            <span dir="auto">{one.words}</span>
          </li>
        ))}
      </ul>
      <TakeIn done={() => setAgain(again + 1)} />
    </section>
  );
}

const guess = (name: string) => KINDS.find(([kind]) => name.startsWith(kind.slice(0, 6)))?.[0] ?? (name.startsWith("spia-") ? "annotations" : "documents");

function TakeIn({ done }: { done: () => void }) {
  const [chosen, setChosen] = useState<File | null>(null);
  const [kind, setKind] = useState("documents");
  const [name, setName] = useState("");
  const [came, setCame] = useState("");
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const asks = KINDS.find(([one]) => one === kind)?.[2] ?? "";
  const tooBig = chosen !== null && chosen.size > MOST_BYTES;
  const bring = async (event: Event) => {
    event.preventDefault();
    if (!chosen) return;
    setBusy(true);
    setCame("");
    try {
      const answer = await post<{ rows: number; new: number }>("/files", { kind, name: asks ? name : "", text: await chosen.text() });
      setCame(`${answer.new.toLocaleString("en")} new of ${answer.rows.toLocaleString("en")} rows in ${chosen.name}.`);
      setProblem(null);
      done();
    } catch (error) {
      setProblem(error as Problem);
    }
    setBusy(false);
  };
  return (
    <form class="take-in" onSubmit={bring}>
      <h2>Take in</h2>
      <p class="hint">A file of JSON lines, all of it or nothing. Nothing that is here is written over.</p>
      <label>
        File{" "}
        <input
          type="file"
          accept=".jsonl,.ndjson"
          required
          onChange={(event) => {
            const picked = event.currentTarget.files?.[0] ?? null;
            setChosen(picked);
            if (picked) {
              setKind(guess(picked.name));
              setName(picked.name.replace(/\.[^.]*$/, "").replace(/^(annotations|spia-people|spia-entities|releases)-/, ""));
            }
          }}
        />
      </label>
      <label>
        Holds{" "}
        <select value={kind} onChange={(event) => setKind(event.currentTarget.value)}>
          {KINDS.map(([one, words]) => (
            <option key={one} value={one}>
              {words}
            </option>
          ))}
        </select>
      </label>
      {asks && (
        <label>
          {asks} <input value={name} required maxLength={60} onInput={(event) => setName(event.currentTarget.value)} />
        </label>
      )}
      <button disabled={!chosen || tooBig || busy}>Take in</button>
      {tooBig && <p class="problem">This is over {MOST_BYTES / 2 ** 20} MB. Add it with gyges studio PROJECT --documents FILE.</p>}
      <ProblemLine problem={problem} />
      {came && <p role="status">{came}</p>}
    </form>
  );
}
