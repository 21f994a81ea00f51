// Somebody proposes what could stand on the sheet: an attacker, or what came with the document.
import { useState } from "preact/hooks";
import { post, type Problem } from "../api";
import { ProblemLine, useAnswer } from "./common";

interface Sources {
  people: string[];
  mentions: string[];
}

interface PrefillProps<B> {
  kind: "people" | "mentions";
  number: number;
  /** Puts them on the sheet; returns what was new, in words, or "". */
  onProposed: (proposed: B) => string;
}

export function Prefill<B>({ kind, number, onProposed }: PrefillProps<B>) {
  const { answer } = useAnswer<Sources>(`/documents/${number}/sources`);
  const [by, setBy] = useState("");
  const [said, setSaid] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const sources = answer?.[kind] ?? [];
  const chosen = by || sources[0] || "";
  const ask = async () => {
    setBusy(true);
    setProblem(null);
    setSaid(`${chosen} reads…`);
    try {
      const added = onProposed(await post<B>(`/documents/${number}/${kind}`, { by: chosen }));
      setSaid(added ? `${chosen} proposes ${added}` : `${chosen} proposes nothing new`);
    } catch (error) {
      // A reader that failed proposes nothing; that says nothing about the text.
      setSaid("");
      setProblem(error as Problem);
    } finally {
      setBusy(false);
    }
  };
  return (
    <span class="prefill">
      <label>
        Proposals by{" "}
        <select value={chosen} onChange={(event) => setBy(event.currentTarget.value)}>
          {sources.map((source) => (
            <option key={source}>{source}</option>
          ))}
        </select>
      </label>
      <button class="quiet" disabled={busy || !chosen} onClick={ask}>
        Get proposals
      </button>
      <span role="status">{said}</span>
      <ProblemLine problem={problem} />
    </span>
  );
}
