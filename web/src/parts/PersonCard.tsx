// One person of a text, with what is told about them.
import type { Remark, Tag } from "../api";
import { type FactWritten, type Guideline, newFact, type PersonWritten } from "../annotations";
import { FactRow, Remarks } from "./FactRow";
import { Typed } from "./Typed";

interface PersonCardProps {
  person: PersonWritten;
  number: number;
  tags: Tag[];
  guideline: Guideline;
  remarks: Remark[];
  activeFact: number | null;
  active: boolean;
  picked: string | null;
  withHardness: boolean;
  onActive: (fact: number | null) => void;
  onChange: (patch: Partial<PersonWritten>) => void;
  onRemove: () => void;
}

export function PersonCard({ person, number, tags, guideline, remarks, activeFact, active, picked, withHardness, onActive, onChange, onRemove }: PersonCardProps) {
  const own = remarks.filter((remark) => remark.at[2] !== "facts");
  const of = (fact: number) => remarks.filter((remark) => remark.at[2] === "facts" && remark.at[3] === fact);
  const who = person.description || `Person ${number + 1}`;
  const waiting = !person.accepted || person.facts.some((fact) => !fact.accepted);
  const changeFact = (place: number, patch: Partial<FactWritten>) =>
    onChange({
      accepted: person.accepted || patch.accepted === true,
      facts: person.facts.map((fact, other) => (other === place ? { ...fact, ...patch } : fact)),
    });
  return (
    <section class={`person${active ? " active" : ""}${person.accepted ? "" : " proposed"}`} aria-label={who}>
      <div class="person-head" onFocusCapture={() => onActive(null)} onClick={() => onActive(null)}>
        <label class="describe">
          Person {number + 1}
          <Typed
            id={`p-${number}-description`}
            label={`Who is person ${number + 1}`}
            placeholder="name or role: what they have to do with the text"
            value={person.description}
            onValue={(description) => onChange({ description, accepted: true })}
          />
        </label>
        {person.by && <span class="by">{person.accepted ? `from ${person.by}` : `proposed by ${person.by}`}</span>}
        {waiting && (
          <button
            class="small"
            aria-label={`Accept all of ${who}`}
            onClick={() => onChange({ accepted: true, facts: person.facts.map((fact) => ({ ...fact, accepted: true })) })}
          >
            Accept all
          </button>
        )}
        <button class="quiet small" aria-label={`Remove ${who}`} title="Remove this person" onClick={onRemove}>
          ✕
        </button>
      </div>
      <Remarks remarks={own} />
      <ol class="facts">
        {person.facts.map((fact, place) => (
          <FactRow
            key={place}
            fact={fact}
            id={`p-${number}-f-${place}`}
            tags={tags}
            guideline={guideline}
            remarks={of(place)}
            active={active && activeFact === place}
            picked={picked}
            withHardness={withHardness}
            onActive={() => onActive(place)}
            onChange={(patch) => changeFact(place, patch)}
            onRemove={() => onChange({ facts: person.facts.filter((_, other) => other !== place) })}
          />
        ))}
      </ol>
      <button class="quiet small" onClick={() => onChange({ accepted: true, facts: [...person.facts, newFact(nextTag(person, tags))] })} title="f">
        Add a fact
      </button>
    </section>
  );
}

/** The first kind of fact that a person has none of. */
export function nextTag(person: PersonWritten, tags: Tag[]): string {
  const there = new Set(person.facts.map((fact) => fact.tag));
  const likely = ["NAME", "SEX", ...tags.filter((tag) => tag.kind !== "CODE").map((tag) => tag.name), ...tags.map((tag) => tag.name)];
  return likely.find((name) => !there.has(name)) ?? "NAME";
}
