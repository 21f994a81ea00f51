// One fact about a person: what it is, how certain, how hard to tell, and the words that say so.
import type { Remark, Tag } from "../api";
import type { FactWritten, Guideline } from "../annotations";
import { Typed } from "./Typed";

interface FactRowProps {
  fact: FactWritten;
  id: string;
  tags: Tag[];
  guideline: Guideline;
  remarks: Remark[];
  active: boolean;
  picked: string | null;
  withHardness: boolean;
  onActive: () => void;
  onChange: (patch: Partial<FactWritten>) => void;
  onRemove: () => void;
}

export function FactRow({ fact, id, tags, guideline, remarks, active, picked, withHardness, onActive, onChange, onRemove }: FactRowProps) {
  const tag = tags.find((one) => one.name === fact.tag);
  // Whoever changes a proposal stands behind it.
  const change = (patch: Partial<FactWritten>) => onChange({ accepted: true, ...patch });
  return (
    <li class={`fact${active ? " active" : ""}${fact.accepted ? "" : " proposed"}`} onFocusCapture={onActive} onClick={onActive}>
      <div class="fact-fields">
        <select id={`${id}-tag`} aria-label="Kind of fact" value={fact.tag} onChange={(event) => change({ tag: event.currentTarget.value })}>
          {!tag && <option>{fact.tag}</option>}
          {tags.map((one) => (
            <option key={one.name} title={one.definition}>
              {one.name}
            </option>
          ))}
        </select>
        {tag?.options.length ? (
          <select id={`${id}-value`} aria-label={`Value of ${fact.tag}`} value={fact.value} onChange={(event) => change({ value: event.currentTarget.value })}>
            {!tag.options.includes(fact.value) && <option value={fact.value}>{fact.value || "choose"}</option>}
            {tag.options.map((option) => (
              <option key={option}>{option}</option>
            ))}
          </select>
        ) : (
          <Typed id={`${id}-value`} label={`Value of ${fact.tag}`} value={fact.value} onValue={(value) => change({ value })} />
        )}
        <Level name="Certainty" levels={guideline.certainty} value={fact.certainty} onValue={(certainty) => change({ certainty })} />
        {withHardness && <Level name="Hardness" levels={guideline.hardness} value={fact.hardness} onValue={(hardness) => change({ hardness })} />}
        <button class="quiet small" aria-label={`Remove ${fact.tag}`} title="Remove this fact" onClick={onRemove}>
          ✕
        </button>
      </div>
      <div class="evidence-list">
        {fact.evidence.map((quote, number) => (
          <span class="chip" key={quote}>
            <q dir="auto">{quote}</q>
            <button
              class="quiet small"
              aria-label={`Remove the evidence ${quote}`}
              onClick={() => change({ evidence: fact.evidence.filter((_, place) => place !== number) })}
            >
              ✕
            </button>
          </span>
        ))}
        {fact.by && <span class="by">{fact.accepted ? `from ${fact.by}` : `proposed by ${fact.by}`}</span>}
        {!fact.accepted && (
          <button class="small" onClick={() => onChange({ accepted: true })} aria-label={`Accept ${fact.tag} ${fact.value}`}>
            Accept
          </button>
        )}
        {/* Always there: nothing may move between pressing and releasing the pointer. */}
        <button
          class="quiet small"
          disabled={picked === null || fact.evidence.includes(picked)}
          onClick={() => picked !== null && change({ evidence: [...fact.evidence, picked] })}
          title="Add the selected words: e"
        >
          + evidence
        </button>
      </div>
      <Remarks remarks={remarks} />
    </li>
  );
}

/** A level with its meaning beside it, in the list and under the pointer. */
function Level({ name, levels, value, onValue }: { name: string; levels: string[]; value: number; onValue: (value: number) => void }) {
  return (
    <select class="level" aria-label={name} title={levels[value - 1] ?? `${name}: not rated`} value={value} onChange={(event) => onValue(Number(event.currentTarget.value))}>
      <option value={0}>{name}…</option>
      {levels.map((meaning, number) => (
        <option key={meaning} value={number + 1}>
          {`${name} ${number + 1}: ${meaning}`}
        </option>
      ))}
    </select>
  );
}

export function Remarks({ remarks }: { remarks: Remark[] }) {
  return remarks.length ? (
    <ul class="remarks">
      {remarks.map((remark) => (
        <li key={`${remark.rule} ${remark.at.join(".")}`} class={remark.weight}>
          {remark.words}
        </li>
      ))}
    </ul>
  ) : null;
}
