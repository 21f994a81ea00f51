// A text and the people in it: words are selected on the left, people and facts stand on the right.
import { useLayoutEffect, useMemo, useState } from "preact/hooks";
import type { Remark, Tag } from "../api";
import { type FactWritten, freshId, type Guideline, newFact, type PeopleBody, type PersonWritten, trimmed } from "../annotations";
import { CodePoints } from "../offsets";
import { type KeyList } from "./Keys";
import { nextTag, PersonCard } from "./PersonCard";
import { Remarks } from "./FactRow";
import type { Places } from "./quotes";
import { type Span, TextView } from "./TextView";
import { useShortcuts } from "./common";

export const PEOPLE_KEYS: KeyList = [
  ["n", "new person; selected words describe them"],
  ["f", "new fact about the person in hand; selected words are its value and evidence"],
  ["e", "selected words are evidence for the fact in hand"],
  ["a", "accept the fact in hand, or all of the person in hand"],
  ["j  k", "next, previous person"],
  ["Esc", "leave a field; forget the selection"],
  ["→  ←", "in the text: select the next, previous word; with Shift: more, less"],
];

const LONGEST = 5000; // characters of a quote
const MOST_PLACES = 50; // of one quote that are marked

interface PeopleEditorProps {
  text: string;
  body: PeopleBody;
  change: (next: (now: PeopleBody) => PeopleBody) => void;
  remarks: Remark[];
  tags: Tag[];
  guideline: Guideline;
  places: Places;
  withHardness?: boolean;
}

/** Whether a sheet can be finished: an empty one says nothing unless somebody says that there is nobody. */
export const tellsPeople = (body: PeopleBody): boolean => body.subjects.length > 0 || body.nobody === true;

export const quotesIn = (body: PeopleBody): string[] => body.subjects.flatMap((person) => person.facts.flatMap((fact) => fact.evidence));

export function PeopleEditor({ text, body, change, remarks, tags, guideline, places, withHardness = true }: PeopleEditorProps) {
  const points = useMemo(() => new CodePoints(text), [text]);
  const [inHand, setInHand] = useState<[number, number | null]>([0, null]);
  const [picked, setPicked] = useState<[number, number] | null>(null);
  const [focus, setFocus] = useState<string | null>(null);
  const people = body.subjects;
  const person = Math.min(inHand[0], people.length - 1);
  const fact = inHand[0] === person ? inHand[1] : null;
  const words = picked && points.slice(...picked);

  // Before the next key comes: what is typed behind the key that opened a field belongs into it.
  useLayoutEffect(() => {
    if (focus === null) return;
    document.getElementById(focus)?.focus();
    setFocus(null);
  }, [focus, body]);

  const changePerson = (number: number, patch: (now: PersonWritten) => Partial<PersonWritten>) =>
    change((now) => ({ subjects: now.subjects.map((one, other) => (other === number ? { ...one, ...patch(one) } : one)) }));
  const addPerson = () => {
    change((now) => ({
      subjects: [...now.subjects, { id: freshId(now.subjects.map((one) => one.id)), description: words ?? "", facts: [], called: [], by: "", accepted: true }],
    }));
    setInHand([people.length, null]);
    setFocus(`p-${people.length}-description`);
    setPicked(null);
  };
  const addFact = () => {
    const now = people[person];
    if (!now) return;
    const made = newFact(nextTag(now, tags), words ?? "", words ? [words] : []);
    changePerson(person, (one) => ({ accepted: true, facts: [...one.facts, made] }));
    setInHand([person, now.facts.length]);
    setFocus(`p-${person}-f-${now.facts.length}-tag`);
    setPicked(null);
  };
  const changeFact = (patch: (now: FactWritten) => Partial<FactWritten>) =>
    changePerson(person, (one) => ({ accepted: true, facts: one.facts.map((old, place) => (place === fact ? { ...old, ...patch(old), accepted: true } : old)) }));
  const addEvidence = () => {
    if (fact === null || !words) return;
    changeFact((now) => ({ evidence: now.evidence.includes(words) ? now.evidence : [...now.evidence, words] }));
    setPicked(null);
  };
  const accept = () => {
    if (fact !== null) changeFact(() => ({}));
    else changePerson(person, (one) => ({ accepted: true, facts: one.facts.map((old) => ({ ...old, accepted: true })) }));
  };
  const move = (by: number) => {
    const next = Math.max(0, Math.min(people.length - 1, person + by));
    setInHand([next, null]);
    document.getElementById(`p-${next}-description`)?.closest("section")?.scrollIntoView({ block: "nearest" });
  };
  useShortcuts({ n: addPerson, f: addFact, e: addEvidence, a: people.length ? accept : null, j: () => move(1), k: () => move(-1), escape: () => setPicked(null) });

  const spans = useMemo(() => spansOf(body, places, person, fact), [body, places, person, fact]);
  const waiting = people.some((one) => !one.accepted || one.facts.some((old) => !old.accepted));
  return (
    <div class="split">
      <div class="pane text-pane">
        <TextView
          text={text}
          spans={spans}
          label="Text of the document"
          picked={picked}
          onSelect={(start, end) => setPicked(end - start > LONGEST ? null : trimmed(points, start, end))}
          onSpan={(keys) => {
            const [who, what] = (keys.find((key) => key !== "picked") ?? "").split(".");
            if (who && what) setInHand([Number(who), Number(what)]);
          }}
        />
        {words && (
          <div class="picked-bar" role="status">
            <q dir="auto">{words.length > 60 ? `${words.slice(0, 60)}…` : words}</q>
            <button class="small" disabled={fact === null || !people[person]} onClick={addEvidence} title="e">
              Evidence
            </button>
            <button class="small" disabled={!people.length} onClick={addFact} title="f">
              New fact
            </button>
            <button class="small" onClick={addPerson} title="n">
              New person
            </button>
          </div>
        )}
      </div>
      <div class="pane people-pane">
        <details class="guideline">
          <summary>Guideline</summary>
          <p>{guideline.people}</p>
          <Levels name="Certainty" levels={guideline.certainty} />
          {withHardness && <Levels name="Hardness" levels={guideline.hardness} />}
        </details>
        {waiting && (
          <p class="tools">
            <button class="small" onClick={() => change(acceptedAll)}>
              Accept all proposals
            </button>
            <button class="quiet small" onClick={() => change(withoutProposals)}>
              Remove all proposals
            </button>
          </p>
        )}
        <Remarks remarks={remarks.filter((remark) => remark.at.length === 0)} />
        {people.map((one, number) => (
          <PersonCard
            key={one.id}
            person={one}
            number={number}
            tags={tags}
            guideline={guideline}
            remarks={remarks.filter((remark) => remark.at[0] === "subjects" && remark.at[1] === number)}
            active={number === person}
            activeFact={number === person ? fact : null}
            picked={words}
            withHardness={withHardness}
            onActive={(place) => (number !== person || place !== fact) && setInHand([number, place])}
            onChange={(patch) => changePerson(number, () => patch)}
            onRemove={() => change((now) => ({ subjects: now.subjects.filter((_, other) => other !== number) }))}
          />
        ))}
        {!people.length && (
          <label class="nobody">
            <input type="checkbox" checked={body.nobody ?? false} onChange={(event) => change(() => ({ subjects: [], nobody: event.currentTarget.checked }))} /> There is nobody in this text
          </label>
        )}
        {!people.length && <p class="empty">Nobody yet. Add everybody whom the text speaks of, each of them once.</p>}
        <button onClick={addPerson} title="n">
          Add a person
        </button>
        <Hint tag={tags.find((tag) => tag.name === people[person]?.facts[fact ?? -1]?.tag)} guideline={guideline} />
      </div>
    </div>
  );
}

/** How the fact in hand is written; in a place of its own, so that nothing moves under the pointer. */
function Hint({ tag, guideline }: { tag: Tag | undefined; guideline: Guideline }) {
  return (
    <p class="definition">
      {tag ? (
        <>
          <strong>{tag.name}</strong> {tag.definition} {guideline.hints[tag.name] ?? ""}
        </>
      ) : (
        "How a fact is written stands here once you are at it."
      )}
    </p>
  );
}

function Levels({ name, levels }: { name: string; levels: string[] }) {
  return (
    <>
      <h2>{name}</h2>
      <ol>
        {levels.map((meaning) => (
          <li key={meaning}>{meaning}</li>
        ))}
      </ol>
    </>
  );
}

function spansOf(body: PeopleBody, places: Places, person: number, fact: number | null): Span[] {
  const spans: Span[] = [];
  body.subjects.forEach((one, who) =>
    one.facts.forEach((old, what) =>
      old.evidence.forEach((quote) =>
        (places[quote] ?? []).slice(0, MOST_PLACES).forEach(([start, end]) => {
          const className = who !== person ? "evidence" : what === fact ? "evidence mine strong" : "evidence mine";
          spans.push({ key: `${who}.${what}.${start}`, start, end, className, title: `${old.tag}: ${old.value}` });
        }),
      ),
    ),
  );
  return spans;
}

const acceptedAll = (body: PeopleBody): PeopleBody => ({
  subjects: body.subjects.map((one) => ({ ...one, accepted: true, facts: one.facts.map((fact) => ({ ...fact, accepted: true })) })),
});

const withoutProposals = (body: PeopleBody): PeopleBody => ({
  subjects: body.subjects.filter((one) => one.accepted).map((one) => ({ ...one, facts: one.facts.filter((fact) => fact.accepted) })),
});
