// The edits one by one: accept, undo, other words; what each costs, saves and brings back.
import { memo } from "preact/compat";
import { useEffect, useRef } from "preact/hooks";
import type { EditDecided } from "./edits";
import { Words } from "../Words";
import { percent, type Worth } from "./look";

interface EditListProps {
  original: (start: number, end: number) => string;
  edits: EditDecided[];
  described: Record<string, string>;
  chosen: number;
  worths: Map<number, Worth>;
  problems: Map<number, string>;
  choose: (number: number) => void;
  change: (number: number, edit: EditDecided) => void;
  drop: (number: number) => void;
}

export function EditList({ edits, ...props }: EditListProps) {
  if (!edits.length) return <p class="empty">No edits: the release says what the original says. Select words of it to make one.</p>;
  return (
    <ol class="edits" aria-label="Edits">
      {edits.map((edit, number) => (
        <EditRow
          key={`${edit.start}-${edit.end}-${edit.own}-${number}`}
          number={number}
          edit={edit}
          words={props.original(edit.start, edit.end)}
          about={props.described[edit.person] ?? ""}
          chosen={number === props.chosen}
          worth={props.worths.get(number)}
          problem={props.problems.get(number) ?? ""}
          choose={props.choose}
          change={props.change}
          drop={props.drop}
        />
      ))}
    </ol>
  );
}

interface EditRowProps {
  number: number;
  edit: EditDecided;
  words: string;
  about: string;
  chosen: boolean;
  worth: Worth | undefined;
  problem: string;
  choose: (number: number) => void;
  change: (number: number, edit: EditDecided) => void;
  drop: (number: number) => void;
}

const EditRow = memo(
  function EditRow({ number, edit, words, about, chosen, worth, problem, choose, change, drop }: EditRowProps) {
    const row = useRef<HTMLLIElement>(null);
    const drawn = useRef(false);
    useEffect(() => {
      if (chosen && (drawn.current || number > 0)) row.current?.scrollIntoView({ block: "nearest" });
      drawn.current = true;
    }, [chosen]);
    return (
      <li ref={row} class={`edit${chosen ? " chosen" : ""}${edit.accept ? "" : " undone"}`} aria-current={chosen ? "true" : undefined} onClick={() => choose(number)}>
        <p class="edit-words" dir="auto">
          <del>{words ? <Words text={words} /> : "(nothing)"}</del> <span aria-hidden="true">→</span> <ins>{edit.replacement ? <Words text={edit.replacement} /> : "(dropped)"}</ins>
        </p>
        <div class="edit-tools">
          <label class="other-words">
            Words instead <input value={edit.replacement} onFocus={() => choose(number)} onInput={(event) => change(number, { ...edit, replacement: event.currentTarget.value, accept: true })} />
          </label>
          <button class={edit.accept ? "quiet" : ""} onClick={() => change(number, { ...edit, accept: !edit.accept })}>
            {edit.accept ? "Undo this edit" : "Accept"}
          </button>
          {edit.own && (
            <button class="quiet" onClick={() => drop(number)}>
              Delete
            </button>
          )}
        </div>
        {(edit.reason || about || edit.type || edit.own) && (
          <p class="faint">
            <Words text={[edit.own ? "added by a reviewer" : "", about, edit.type, edit.direct ? "direct identifier" : "", edit.reason].filter(Boolean).join(" · ")} />
          </p>
        )}
        {problem && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        {worth && <WorthLines worth={worth} accept={edit.accept} />}
      </li>
    );
  },
  (a, b) => a.edit === b.edit && a.words === b.words && a.chosen === b.chosen && a.worth === b.worth && a.problem === b.problem && a.number === b.number && a.choose === b.choose && a.change === b.change && a.drop === b.drop,
);

function fromTo(kept: number | null, undone: number | null, accept: boolean): string {
  const [now, then] = (accept ? [kept, undone] : [undone, kept]).map(percent);
  return now === then ? `${now}, as before (less than 1 % more or less)` : `${then} instead of ${now}`;
}

function WorthLines({ worth, accept }: { worth: Worth; accept: boolean }) {
  const { kept, undone, people } = worth.worth;
  return (
    <div class="worth" role="status">
      {kept === null ? (
        <p class="faint">What it is worth cannot be estimated for this text.</p>
      ) : (
        <p>
          {accept ? "Undoing it costs" : "Accepting it saves"}: of the document a strong reader misses {fromTo(kept, undone, accept)}
          {people.slice(0, 3).map((one) => (
            <span key={one.id}>
              ; of <Words text={one.description} /> {fromTo(one.kept, one.undone, accept)} ({one.kinds.map((kind) => kind.toLowerCase().replaceAll("_", " ")).join(", ")})
            </span>
          ))}
        </p>
      )}
      {worth.brings_back.length > 0 && (
        <p class={accept ? "warn" : "problem"}>
          {accept ? "Undone it brings back" : "It has brought back"} direct identifiers: {worth.brings_back.map((words) => `“${words}”`).join(", ")}
        </p>
      )}
      {worth.kind && <p class="warn">Only these words tell that this is a {worth.kind}.</p>}
    </div>
  );
}
