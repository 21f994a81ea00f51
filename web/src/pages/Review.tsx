// Reviewing a release: original and released text side by side, whom it exposes, every edit, the signature.
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { trimmed, wholeWords } from "../annotations";
import { CodePoints } from "../offsets";
import { Keys } from "../parts/Keys";
import { ProblemLine, SheetBar, useAnswer, useShortcuts } from "../parts/common";
import { Attacks, useAttacks } from "../parts/review/Attacks";
import { EditList } from "../parts/review/EditList";
import { applyEdits, behind, type EditDecided, type ReviewBody, withEdit, withNew } from "../parts/review/edits";
import { type FactSeen, percent, useLook, useWorths } from "../parts/review/look";
import { PeoplePanel, TOLD } from "../parts/review/PeoplePanel";
import { useStanding } from "../parts/review/standing";
import { SignOff, type SignatureShown } from "../parts/review/SignOff";
import { type Span, TextView } from "../parts/TextView";
import { Words } from "../parts/Words";
import { go, href } from "../router";
import { useSheet } from "../sheet";
import "../review.css";

interface Shown {
  number: number;
  name: string;
  method: string;
  document: number;
  id: string;
  original: string;
  edits: EditDecided[];
  rewritten: boolean;
  described: Record<string, string>;
  failed: string;
  signature: SignatureShown | null;
  attackers: string[];
  next_unsigned: number | null;
}

const KEYS: [string, string][] = [
  ["j", "next edit"],
  ["k", "edit before"],
  ["a", "accept the edit"],
  ["u", "undo the edit"],
  ["w", "write other words for it"],
  ["n", "next release that nobody has signed"],
  ["Ctrl+Z", "take back the last change"],
];

export function Review({ number }: { number: number }) {
  const [again, setAgain] = useState(0);
  const { answer, problem } = useAnswer<Shown>(`/releases/${number}`, again);
  if (problem) return <ProblemLine problem={problem} />;
  if (answer === null) return <p class="empty">Loading…</p>;
  if (answer.failed) {
    return (
      <section class="page">
        <h1 dir="auto">{answer.id}</h1>
        <p class="problem" role="alert">
          This release failed: {answer.failed}. There is no text to review, and nothing is protected by that.
        </p>
        <a href={href("releases")}>All releases</a>
      </section>
    );
  }
  return <Desk shown={answer} reload={() => setAgain(again + 1)} />;
}

function Desk({ shown, reload }: { shown: Shown; reload: () => void }) {
  const sheet = useSheet<ReviewBody>("review", shown.number, { edits: shown.edits });
  return sheet === null ? <p class="empty">Loading…</p> : <Open shown={shown} sheet={sheet} reload={reload} />;
}

type Tab = "edits" | "people" | "attack" | "sign";
const TABS: [Tab, string][] = [
  ["edits", "Edits"],
  ["people", "People"],
  ["attack", "Attack again"],
  ["sign", "Sign off"],
];

function Open({ shown, sheet, reload }: { shown: Shown; sheet: NonNullable<ReturnType<typeof useSheet<ReviewBody>>>; reload: () => void }) {
  const { number } = shown;
  const edits = sheet.body.edits;
  const [tab, setTab] = useState<Tab>("edits");
  const [chosen, setChosen] = useState(0);
  const [person, setPerson] = useState<string | null>(null);
  const [told, setTold] = useState<string[] | null>(null);
  const [selected, setSelected] = useState<[number, number] | null>(null);
  const original = useMemo(() => new CodePoints(shown.original), [shown.original]);
  const made = useMemo(() => applyEdits(original, edits), [original, edits]);
  const look = useLook(number, edits);
  const worths = useWorths(number, edits, chosen, look.problem === null);
  const standing = useStanding(number, shown);
  const attacks = useAttacks(number, sheet.version);
  const [attacker, setAttacker] = useState(shown.attackers[0] ?? "rules");
  const before = useRef<HTMLDivElement>(null);
  const after = useRef<HTMLDivElement>(null);
  const latest = useRef(sheet);
  latest.current = sheet;

  const everybody = look.seen ? [...look.seen.people, ...look.seen.others.map((one) => ({ ...one, id: `other ${one.id}` }))] : [];
  const change = useCallback((which: number, edit: EditDecided) => latest.current.change((now) => ({ edits: withEdit(now.edits, which, edit) })), []);
  const drop = useCallback((which: number) => latest.current.change((now) => ({ edits: now.edits.filter((_, other) => other !== which) })), []);
  const choose = useCallback((which: number) => setChosen(which), []);
  const move = (step: number) => () => {
    setTab("edits");
    setChosen((now) => Math.max(0, Math.min(edits.length - 1, now + step)));
  };
  const decide = (accept: boolean) => () => {
    const edit = edits[chosen];
    if (edit && edit.accept !== accept) change(chosen, { ...edit, accept });
  };
  useShortcuts({
    j: move(1),
    k: move(-1),
    a: decide(true),
    u: decide(false),
    w: () => document.querySelector<HTMLInputElement>(".edit.chosen input")?.focus(),
    n: shown.next_unsigned ? () => go("review", shown.next_unsigned as number) : null,
  });

  // The chosen edit is brought into view in both texts.
  const drawn = useRef(false);
  useEffect(() => {
    if (!drawn.current) {
      drawn.current = true; // the first one is where one is already; on a phone the page itself would move
      return;
    }
    for (const pane of [before.current, after.current]) pane?.querySelector(`mark[data-keys~="e${chosen}"]`)?.scrollIntoView({ block: "nearest" });
  }, [chosen]);

  const left = useMemo(
    () =>
      edits
        .map((edit, which): Span => ({ key: `e${which}`, start: edit.start, end: edit.end, className: `${edit.accept ? "cut" : "left"}${which === chosen ? " chosen" : ""}`, title: edit.accept ? `becomes: ${edit.replacement || "nothing"}` : "undone" }))
        .filter((span) => span.end > span.start),
    [edits, chosen],
  );
  const right = useMemo(() => {
    const spans: Span[] = made.pieces.flatMap((piece) => (piece.edit === null || piece.end === piece.start ? [] : [{ key: `e${piece.edit}`, start: piece.start, end: piece.end, className: `put${piece.edit === chosen ? " chosen" : ""}`, title: `was: ${original.slice(piece.from, piece.to)}` }]));
    if (look.current) {
      everybody.forEach((one, who) =>
        one.facts.forEach((fact, what) => {
          if (person !== null && person !== one.id) return;
          for (const [start, end] of fact.words) spans.push({ key: `t${who}.${what}`, start, end, className: "tells", title: `${one.description}: ${fact.tag.toLowerCase()} ${fact.value}` });
        }),
      );
    }
    return spans;
  }, [made, chosen, look.seen, look.current, person]);

  const clicked = useCallback((keys: string[]) => {
    const edit = keys.find((key) => key.startsWith("e"));
    if (edit) {
      setChosen(Number(edit.slice(1)));
      setTab("edits");
    }
    const tells = keys.filter((key) => key.startsWith("t"));
    setTold(tells.length ? tells : null);
  }, []);
  const select = useCallback((start: number, end: number) => setSelected(trimmed(original, start, end)), [original]);
  const selectReleased = (start: number, end: number) => {
    const found = behind(made, start, end);
    if (found) setSelected(trimmed(original, ...found));
  };
  const add = (replacement: string) => {
    if (!selected) return;
    const added: EditDecided = { start: selected[0], end: selected[1], replacement, accept: true, own: true, type: "", direct: false, person: "", reason: "" };
    const next = withNew(edits, added);
    sheet.change({ edits: next });
    setChosen(next.indexOf(added));
    setTab("edits");
    setSelected(null);
  };
  const goTo = (start: number) => {
    const marks = [...(after.current?.querySelectorAll("mark") ?? [])];
    const mark = marks.find((one) => Number(one.querySelector("[data-start]")?.getAttribute("data-start")) >= start);
    mark?.scrollIntoView({ block: "center" });
  };
  const attackNow = (who: string) => {
    setPerson(who);
    setTab("attack");
    attacks.attack(attacker);
  };
  const problems = new Map(sheet.remarks.filter((remark) => remark.at[0] === "edits").map((remark) => [Number(remark.at[1]), remark.words]));
  const saved = sheet.state === "saved" && look.current && look.seen !== null;
  const ready = saved ? { digest: (look.seen as { digest: string }).digest, version: sheet.version } : null;
  const signature = standing?.signature ?? null;
  // Somebody else's review may be newer than the one on this screen: then nothing here is signed.
  const elsewhere = sheet.state === "saved" && standing !== null && standing.version > sheet.version;
  const holds = ready !== null && !elsewhere && signature?.digest === ready.digest;

  return (
    <section class="page review">
      <div class="tools review-head">
        <h1 dir="auto">
          <Words text={shown.id} />
        </h1>
        <span class="faint">
          {shown.name} · {shown.method}
          {shown.rewritten && " · a rewrite, shown as differences word by word"}
        </span>
        {holds ? <span class="signed">signed by {signature?.by}</span> : signature && (ready || elsewhere) ? <strong class="warn" role="alert">The signature by {signature.by} does not hold any more: the text was changed.</strong> : <span class="faint">{standing === null || signature ? "…" : "not signed"}</span>}
        {shown.next_unsigned !== null && <a href={href("review", shown.next_unsigned)}>Next unsigned</a>}
        <Keys keys={KEYS} shortcuts={{}} />
      </div>
      <SheetBar sheet={sheet} />
      {elsewhere && (
        <p class="warn" role="alert">
          Somebody changed this review elsewhere. <button onClick={sheet.takeTheirs}>Show it</button>
        </p>
      )}
      <Standing look={look} />
      {told && <Exposed told={told} people={everybody} close={() => setTold(null)} />}
      <div class="review-desk">
        <Panes before={before} after={after}>
          {[
            <TextView text={shown.original} spans={left} label="Original" onSelect={select} onSpan={clicked} />,
            <TextView text={made.text} spans={right} label="Release as it is now" onSelect={selectReleased} onSpan={clicked} />,
          ]}
        </Panes>
        {selected && <NewEdit words={original.slice(...selected)} whole={original.slice(...wholeWords(original, ...selected))} widen={() => setSelected(wholeWords(original, ...selected))} add={add} close={() => setSelected(null)} />}
        <div class="review-side">
          <div role="tablist" aria-label="About this release" class="tabs">
            {TABS.map(([name, title]) => (
              <button key={name} role="tab" id={`tab-${name}`} aria-selected={tab === name} aria-controls="review-panel" class={tab === name ? "" : "quiet"} onClick={() => setTab(name)}>
                {title}
                {name === "edits" && ` (${edits.filter((edit) => edit.accept).length}/${edits.length})`}
              </button>
            ))}
          </div>
          <div role="tabpanel" id="review-panel" aria-labelledby={`tab-${tab}`} class="review-panel">
            {tab === "edits" && <EditList original={(start, end) => original.slice(start, end)} edits={edits} described={shown.described} chosen={chosen} worths={worths} problems={problems} choose={choose} change={change} drop={drop} />}
            {tab === "people" && look.seen && (
              <>
                <p class="faint">What the embedded attacker infers from the release as it is now{look.seen.truth === "rules" && "; what is true is what it reads in the original, as nobody has annotated it"}.</p>
                {look.seen.failed ? <p class="problem" role="alert">{look.seen.failed}. This says nothing about what the text protects.</p> : <PeoplePanel people={look.seen.people} others={look.seen.others} current={look.current} shown={person} show={setPerson} goTo={goTo} attack={attackNow} />}
              </>
            )}
            {tab === "attack" && <Attacks number={number} attackers={shown.attackers} digest={ready?.digest ?? ""} saved={saved} goTo={goTo} attacks={attacks} chosen={attacker} choose={setAttacker} person={person} show={setPerson} />}
            {tab === "sign" && <SignOff number={number} signature={signature} ready={elsewhere ? null : ready} unread={look.seen?.failed ?? ""} signed={reload} />}
          </div>
        </div>
      </div>
    </section>
  );
}

/** What a strong reader is expected to leave of the document, and what the last change did to it. */
function Standing({ look }: { look: ReturnType<typeof useLook> }) {
  const { seen, current, last, problem } = look;
  if (problem) return <ProblemLine problem={problem} />;
  if (!seen) return <p class="standing faint">Reading…</p>;
  const moved = last === null || seen.now === null ? 0 : Math.round(100 * seen.now) - Math.round(100 * last);
  return (
    <p class={current ? "standing" : "standing old"} role="status">
      {seen.failed ? (
        <span class="problem">Not attacked: {seen.failed}</span>
      ) : seen.not_estimated ? (
        <span class="faint">No estimate of a strong reader: {seen.not_estimated}.</span>
      ) : (
        <>
          Of what is true about the people, a strong reader is expected to miss {percent(seen.before)} in the original and <strong>{percent(seen.now)}</strong> in the release as it is now
          {moved !== 0 && <span class={moved < 0 ? "problem" : "signed"}> ({moved > 0 ? "+" : "−"}{Math.abs(moved)} since the change before)</span>}. An estimate.
        </>
      )}
    </p>
  );
}

/** Whom a word exposes, and with which facts. */
function Exposed({ told, people, close }: { told: string[]; people: { description: string; facts: FactSeen[] }[]; close: () => void }) {
  const rows = told.flatMap((key) => {
    const [who, what] = key.slice(1).split(".").map(Number) as [number, number];
    const fact = people[who]?.facts[what];
    return fact ? [{ who: people[who]?.description ?? "", fact }] : [];
  });
  return rows.length ? (
    <div class="exposed" role="status" aria-label="Whom these words expose">
      <ul>
        {rows.map(({ who, fact }, number) => (
          <li key={number} dir="auto">
            <strong>{who}</strong>: {fact.tag.toLowerCase().replaceAll("_", " ")} {fact.value} ({TOLD[fact.told]}, sure {fact.certainty}/5)
          </li>
        ))}
      </ul>
      <button class="quiet" onClick={close}>
        Close
      </button>
    </div>
  ) : null;
}

const short = (words: string) => (words.length > 80 ? `${words.slice(0, 80)}…` : words);

function NewEdit({ words, whole, widen, add, close }: { words: string; whole: string; widen: () => void; add: (replacement: string) => void; close: () => void }) {
  const [typed, setTyped] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => setTyped(""), [words]);
  return (
    <form
      class="new-edit"
      onSubmit={(event) => {
        event.preventDefault();
        add(typed);
      }}
    >
      <span dir="auto">
        Replace <q><Words text={short(words)} /></q>
      </span>
      {whole !== words && (
        <button type="button" class="quiet" onClick={widen}>
          Whole words: <q><Words text={short(whole)} /></q>
        </button>
      )}
      <label>
        with <input ref={field} value={typed} placeholder="nothing: drop the words" onInput={(event) => setTyped(event.currentTarget.value)} />
      </label>
      <button>Make this edit</button>
      <button type="button" class="quiet" onClick={close}>
        Leave it
      </button>
    </form>
  );
}

/** Two texts that scroll together. */
function Panes({ before, after, children }: { before: { current: HTMLDivElement | null }; after: { current: HTMLDivElement | null }; children: [preact.ComponentChildren, preact.ComponentChildren] }) {
  const quiet = useRef<HTMLElement | null>(null);
  const scrolled = (from: HTMLDivElement | null, to: HTMLDivElement | null) => () => {
    if (!from || !to) return;
    if (quiet.current === from) {
      quiet.current = null; // moved by the other one
      return;
    }
    const share = from.scrollTop / Math.max(1, from.scrollHeight - from.clientHeight);
    const top = Math.round(share * (to.scrollHeight - to.clientHeight));
    if (Math.abs(to.scrollTop - top) > 1) {
      quiet.current = to;
      to.scrollTop = top;
    }
  };
  return (
    <div class="panes">
      <div class="review-pane" onScroll={(event) => scrolled(event.currentTarget, after.current)()} ref={before}>
        <h2>Original</h2>
        {children[0]}
      </div>
      <div class="review-pane" onScroll={(event) => scrolled(event.currentTarget, before.current)()} ref={after}>
        <h2>Release</h2>
        {children[1]}
      </div>
    </div>
  );
}
