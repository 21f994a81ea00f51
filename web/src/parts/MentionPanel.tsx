// The mention in hand: its type, whether it identifies, its entity, and what can be done with it.
import type { Remark, Tag } from "../api";
import type { Identifier, MentionWritten } from "../annotations";
import type { Entity } from "../entities";
import { Remarks } from "./FactRow";

export const IDENTIFIERS: [Identifier, string, string][] = [
  ["DIRECT", "d", "Direct"],
  ["QUASI", "q", "Quasi"],
  ["NO_MASK", "n", "No mask"],
];

const MOST_CHIPS = 40;
const MOST_SHOWN = 100; // characters of a selection

interface MentionPanelProps {
  types: Tag[];
  words: string | null;
  mention: MentionWritten | null;
  entity: Entity | null;
  more: number;
  remarks: Remark[];
  linking: boolean;
  onType: (type: string) => void;
  onIdentifier: (identifier: Identifier) => void;
  onGo: (mention: MentionWritten) => void;
  onMarkAll: () => void;
  onLink: () => void;
  onOwn: () => void;
  onAccept: () => void;
  onRemove: () => void;
}

export function MentionPanel(props: MentionPanelProps) {
  const { types, words, mention, entity, more, remarks, linking } = props;
  const nothing = words === null && mention === null;
  return (
    <section class="mention-panel" aria-label="Mention in hand">
      <p class="in-hand" role="status">
        {words !== null ? (
          <>
            Selected <q dir="auto">{words.length > MOST_SHOWN ? `${words.slice(0, MOST_SHOWN)}…` : words}</q>: give it a type
          </>
        ) : mention ? (
          <>
            <q dir="auto">{mention.text}</q> {mention.by && <span class="by">{mention.accepted ? `from ${mention.by}` : `proposed by ${mention.by}`}</span>}
          </>
        ) : (
          "Select words in the text, or a mention."
        )}
      </p>
      <div class="types" role="group" aria-label="Type">
        {types.map((type, number) => (
          <button
            key={type.name}
            class={`quiet small t-${type.name}`}
            aria-pressed={words === null && mention?.type === type.name}
            disabled={nothing}
            title={`${number + 1}: ${type.definition}`}
            onClick={() => props.onType(type.name)}
          >
            <kbd>{number + 1}</kbd> {type.name}
          </button>
        ))}
      </div>
      <div class="types" role="group" aria-label="Identifier type">
        {IDENTIFIERS.map(([identifier, key, title]) => (
          <button key={identifier} class="quiet small" aria-pressed={mention?.identifier === identifier} disabled={!mention} onClick={() => props.onIdentifier(identifier)}>
            <kbd>{key.toUpperCase()}</kbd> {title}
          </button>
        ))}
      </div>
      <div class="types">
        {mention && !mention.accepted && (
          <button class="small" onClick={props.onAccept} title="a">
            Accept
          </button>
        )}
        <button class="quiet small" disabled={!mention || more === 0} onClick={props.onMarkAll} title="m">
          {more ? `Mark ${more} more` : "Mark all"}
        </button>
        <button class="quiet small" disabled={!mention} aria-pressed={linking} onClick={props.onLink} title="s">
          {linking ? "Same as… click it" : "Same as…"}
        </button>
        <button class="quiet small" disabled={!entity || entity.mentions.length < 2} onClick={props.onOwn} title="o">
          An entity of its own
        </button>
        <button class="quiet small" disabled={!mention} onClick={props.onRemove} title="Delete">
          Remove
        </button>
      </div>
      {entity && entity.mentions.length > 1 && (
        <div class="chips" aria-label="Mentions of the same entity" role="group">
          {entity.mentions.slice(0, MOST_CHIPS).map((one) => (
            <button key={`${one.start}:${one.end}`} class="quiet small" aria-pressed={one === mention} onClick={() => props.onGo(one)} dir="auto">
              {one.text}
            </button>
          ))}
          {entity.mentions.length > MOST_CHIPS && <span>and {entity.mentions.length - MOST_CHIPS} more</span>}
        </div>
      )}
      <Remarks remarks={remarks} />
    </section>
  );
}
