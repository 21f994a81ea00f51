// Somebody's word that a text may go out; it holds for that very text.
import { useState } from "preact/hooks";
import { nameShown, post, type Problem, remove } from "../../api";
import { ProblemLine, useAnswer } from "../common";

export interface SignatureShown {
  by: string;
  at: string;
  note: string;
  digest: string;
  version: number;
  unread: string;
}

interface SignatureEvent {
  who: string;
  what: string;
  at: string;
  digest: string;
}

interface SignOffProps {
  number: number;
  signature: SignatureShown | null;
  /** The digest and version of what is on the screen; null while it is not saved. */
  ready: { digest: string; version: number } | null;
  /** Why the embedded attacker could tell nothing of it; empty if it could. */
  unread: string;
  signed: () => void;
}

export function SignOff({ number, signature, ready, unread, signed }: SignOffProps) {
  const [note, setNote] = useState("");
  const [known, setKnown] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const holds = signature !== null && ready !== null && signature.digest === ready.digest;
  const { answer: before } = useAnswer<SignatureEvent[]>(`/releases/${number}/signatures`, signature ? Date.parse(signature.at) : 0);
  const path = `/releases/${number}/signature`;
  const send = (asked: Promise<unknown>) =>
    asked.then(() => {
      setProblem(null);
      signed();
    }, setProblem);
  const withdraw = (by: string) => {
    const own = by === nameShown();
    if (own || confirm(`This is the signature of ${by}, not yours. Withdraw it? The list of signatures will say that you did.`)) send(remove(`${path}?of=${encodeURIComponent(by)}`));
  };
  return (
    <section class="sign-off" aria-label="Sign off">
      <p role="status" class={holds ? "signed" : ""}>
        {signature === null ? "Nobody has signed this release." : holds ? `Signed by ${signature.by}, ${new Date(signature.at).toLocaleString("en")}.` : `${signature.by} signed another version of this text. That signature does not hold for this one.`}
        {signature?.note && ` “${signature.note}”`}
        {holds && signature.unread && ` Signed though nobody attacked it: ${signature.unread}`}
      </p>
      {holds ? (
        <button class="quiet" onClick={() => withdraw(signature.by)}>
          Withdraw the signature of {signature.by}
        </button>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (ready) send(post(path, { seen: ready.version, digest: ready.digest, note, unread: known }));
          }}
        >
          <label>
            Note <textarea rows={2} maxLength={10000} value={note} onInput={(event) => setNote(event.currentTarget.value)} />
          </label>
          {unread && (
            <label class="known">
              <input type="checkbox" checked={known} onChange={(event) => setKnown(event.currentTarget.checked)} /> I sign though nobody attacked this text ({unread})
            </label>
          )}
          <button disabled={ready === null || (unread !== "" && !known && !note.trim())}>Sign off</button>
        </form>
      )}
      <ProblemLine problem={problem} />
      {before !== null && before.length > 0 && (
        <ol aria-label="Signatures so far" class="faint">
          {before.map((one) => (
            <li key={`${one.at} ${one.what}`}>
              {one.who} {one.what}, {new Date(one.at).toLocaleString("en")}
              {ready && one.what === "signed" && one.digest !== ready.digest ? " (another text)" : ""}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
