// Annotate mentions: which words of a text tell who somebody is, of what type, and which of them are one entity.
import { useMemo, useState } from "preact/hooks";
import type { ProjectInfo } from "../api";
import { freshId, type Guideline, type Identifier, type MentionsBody, type MentionWritten, proposedMentions, trimmed, withMentions } from "../annotations";
import { changed, type Entity, joined, markAll, marked, newMention, others } from "../entities";
import { CodePoints } from "../offsets";
import { counted, ProblemLine, type Shortcuts, useAnswer } from "../parts/common";
import { DocumentBar } from "../parts/DocumentBar";
import type { KeyList } from "../parts/Keys";
import { IDENTIFIERS, MentionPanel } from "../parts/MentionPanel";
import { Prefill } from "../parts/Prefill";
import { type Span, TextView } from "../parts/TextView";
import { VirtualList } from "../parts/VirtualList";
import { type SheetInHand, useSheet } from "../sheet";
import type { DocumentShown } from "./People";

const EMPTY: MentionsBody = { mentions: [] };
const ROW_PX = 40;
const MOST_REMARKS = 200;
const LONGEST = 2000; // characters of a mention; more of them are selected for something else

const KEYS: KeyList = [
  ["1 … 8", "type of the selected words, or of the entity in hand"],
  ["d  q  n", "direct, quasi, no mask"],
  ["j  k", "next, previous mention"],
  ["m", "mark all other places with the same words"],
  ["s", "same as: then click the entity, or go there with j and k and press Enter"],
  ["o", "make it an entity of its own"],
  ["a", "accept what is proposed"],
  ["Delete", "remove the mention"],
  ["→  ←", "in the text: select the next, previous word; with Shift: more, less"],
  ["Esc", "forget the selection"],
];

export function Mentions({ project, number }: { project: ProjectInfo; number: number }) {
  const { answer: shown, problem } = useAnswer<DocumentShown>(`/documents/${number}`);
  const { answer: guideline } = useAnswer<Guideline>("/guideline");
  const sheet = useSheet<MentionsBody>("mentions", number, EMPTY);
  if (problem) return <ProblemLine problem={problem} />;
  if (!shown || !guideline || !sheet) return <p class="empty">Loading…</p>;
  return <MentionEditor project={project} shown={shown} guideline={guideline} sheet={sheet} />;
}

interface MentionEditorProps {
  project: ProjectInfo;
  shown: DocumentShown;
  guideline: Guideline;
  sheet: SheetInHand<MentionsBody>;
}

function MentionEditor({ project, shown, guideline, sheet }: MentionEditorProps) {
  const points = useMemo(() => new CodePoints(shown.text), [shown.text]);
  const { body, change } = sheet;
  const now = useMemo(() => marked(body), [body]);
  const [key, setKey] = useState<string | null>(null);
  const [picked, setPicked] = useState<[number, number] | null>(null);
  const [linking, setLinking] = useState<MentionWritten | null>(null);
  const at = key === null ? -1 : (now.indexOf.get(key) ?? -1);
  const mention = body.mentions[at] ?? null;
  const entity = mention ? (now.entityOf.get(mention) ?? null) : null;

  const go = (to: MentionWritten | undefined) => {
    const place = to ? body.mentions.indexOf(to) : -1;
    setPicked(null);
    getSelection()?.removeAllRanges();
    setKey(now.keys[place] ?? null);
  };
  const link = (to: Entity | null | undefined) => {
    const from = linking && now.entityOf.get(linking);
    if (from && to) change((old) => joined(old, from, to));
    setLinking(null);
  };
  const choose = (to: MentionWritten | undefined) => {
    if (linking && to) link(now.entityOf.get(to));
    go(to);
  };
  const move = (by: number) => {
    const from = at >= 0 ? at + by : by > 0 ? 0 : body.mentions.length - 1;
    if (body.mentions.length) go(body.mentions[Math.max(0, Math.min(body.mentions.length - 1, from))]);
  };
  const setType = (type: string) => {
    if (picked) {
      const made = newMention(body, points, picked[0], picked[1], type);
      const there = body.mentions.filter((one) => one.start === made.start && one.end === made.end);
      const turn = there.findIndex((one) => one.type === type);
      change((old) => withMentions(old, [made]));
      setKey(`${made.start}:${made.end}:${turn < 0 ? there.length : turn}`);
      setPicked(null);
      getSelection()?.removeAllRanges();
    } else if (entity) change((old) => changed(old, entity.mentions, { type }));
  };
  const setIdentifier = (identifier: Identifier) => entity && change((old) => changed(old, entity.mentions, { identifier }));
  const remove = () => {
    if (!mention) return;
    change((old) => ({ mentions: old.mentions.filter((one) => one !== mention) }));
    setKey(now.keys[at + 1] ?? now.keys[at - 1] ?? null);
  };
  const more = useMemo(() => (mention ? others(body, points, mention).length : 0), [body, points, mention]);
  const acts = {
    onType: setType,
    onIdentifier: setIdentifier,
    onGo: choose,
    onMarkAll: () => mention && change((old) => markAll(old, points, mention)),
    onLink: () => setLinking(linking ? null : mention),
    onOwn: () => mention && change((old) => changed(old, [mention], { entity_id: freshId(old.mentions.map((one) => one.entity_id), "e") })),
    onAccept: () => entity && change((old) => changed(old, entity.mentions, {})),
    onRemove: remove,
  };
  const shortcuts: Shortcuts = {
    j: () => move(1),
    k: () => move(-1),
    m: acts.onMarkAll,
    s: acts.onLink,
    o: acts.onOwn,
    a: acts.onAccept,
    delete: remove,
    backspace: remove,
    enter: linking ? () => link(entity) : undefined,
    escape: () => {
      setPicked(null);
      setLinking(null);
    },
  };
  project.tab.forEach((type, number) => {
    shortcuts[String(number + 1)] = () => setType(type.name);
  });
  for (const [identifier, letter] of IDENTIFIERS) shortcuts[letter] = () => setIdentifier(identifier);

  const spans = useMemo(() => spansOf(body, now.keys, entity, mention), [body, now, entity, mention]);
  const propose = (proposed: MentionsBody) => {
    change((old) => proposedMentions(old, proposed));
    const added = proposedMentions(body, proposed).mentions.length - body.mentions.length;
    return added ? counted(added, "mention") : "";
  };
  return (
    <section class="page annotate">
      <DocumentBar kind="mentions" number={shown.number} id={shown.id} sheet={sheet} keys={KEYS} shortcuts={shortcuts}>
        <Prefill kind="mentions" number={shown.number} onProposed={propose} />
      </DocumentBar>
      <div class="split">
        <div class="pane text-pane">
          <TextView
            text={shown.text}
            spans={spans}
            label="Text of the document"
            picked={picked}
            shown={mention?.start}
            onSelect={(start, end) => setPicked(end - start > LONGEST ? null : trimmed(points, start, end))}
            onSpan={(keys) => {
              // Where mentions overlap, each click takes the next of them.
              const real = keys.filter((one) => now.indexOf.has(one));
              const next = real[(real.indexOf(key ?? "") + 1) % real.length];
              if (next !== undefined) choose(body.mentions[now.indexOf.get(next) ?? -1]);
            }}
          />
        </div>
        <div class="pane mentions-pane">
          <MentionPanel
            types={project.tab}
            words={picked && points.slice(...picked)}
            mention={picked ? null : mention}
            entity={picked ? null : entity}
            more={more}
            remarks={at < 0 ? [] : sheet.remarks.filter((remark) => remark.at[1] === at)}
            linking={linking !== null}
            {...acts}
          />
          <Proposals sheet={sheet} />
          <h2>
            {now.entities.length.toLocaleString("en")} entities, {body.mentions.length.toLocaleString("en")} mentions
          </h2>
          <VirtualList
            count={now.entities.length}
            rowPx={ROW_PX}
            label="Entities"
            shown={entity ? now.entities.indexOf(entity) : undefined}
            row={(place) => <EntityRow entity={now.entities[place] as Entity} active={now.entities[place] === entity} onChoose={choose} />}
          />
          <details class="guideline">
            <summary>Guideline</summary>
            <p>{guideline.mentions}</p>
            <dl>
              {project.tab.map((type) => (
                <div key={type.name}>
                  <dt>{type.name}</dt>
                  <dd>{type.definition}</dd>
                </div>
              ))}
            </dl>
          </details>
          <RemarkList sheet={sheet} onChoose={go} />
        </div>
      </div>
    </section>
  );
}

function EntityRow({ entity, active, onChoose }: { entity: Entity; active: boolean; onChoose: (mention: MentionWritten | undefined) => void }) {
  const first = entity.mentions[0];
  const proposed = entity.mentions.some((mention) => !mention.accepted);
  return (
    <button class={`entity quiet${proposed ? " proposed" : ""}`} aria-pressed={active} onClick={() => onChoose(first)}>
      <span class={`badge t-${entity.type}`}>{entity.type}</span>
      <span class="entity-words" dir="auto">
        {first?.text}
      </span>
      <span class="entity-more">
        {entity.mentions.length > 1 && `×${entity.mentions.length} `}
        {entity.identifier === "NO_MASK" ? "no mask" : entity.identifier.toLowerCase()}
        {proposed && ", proposed"}
      </span>
    </button>
  );
}

function Proposals({ sheet }: { sheet: SheetInHand<MentionsBody> }) {
  const waiting = sheet.body.mentions.reduce((sum, mention) => sum + (mention.accepted ? 0 : 1), 0);
  return waiting ? (
    <p class="tools">
      <button class="small" onClick={() => sheet.change((body) => ({ mentions: body.mentions.map((mention) => (mention.accepted ? mention : { ...mention, accepted: true })) }))}>
        Accept all {waiting.toLocaleString("en")} proposals
      </button>
      <button class="quiet small" onClick={() => sheet.change((body) => ({ mentions: body.mentions.filter((mention) => mention.accepted) }))}>
        Remove all proposals
      </button>
    </p>
  ) : null;
}

function RemarkList({ sheet, onChoose }: { sheet: SheetInHand<MentionsBody>; onChoose: (mention: MentionWritten | undefined) => void }) {
  return sheet.remarks.length ? (
    <details open={sheet.remarks.length < 20}>
      <summary>{counted(sheet.remarks.length, "remark")} of the guideline</summary>
      <ul class="remarks">
        {sheet.remarks.slice(0, MOST_REMARKS).map((remark) => (
          <li key={`${remark.rule} ${remark.at.join(".")}`} class={remark.weight}>
            {remark.words}{" "}
            {typeof remark.at[1] === "number" && (
              <button class="quiet small" onClick={() => onChoose(sheet.body.mentions[remark.at[1] as number])}>
                Show
              </button>
            )}
          </li>
        ))}
      </ul>
    </details>
  ) : null;
}

function spansOf(body: MentionsBody, keys: string[], entity: Entity | null, mention: MentionWritten | null): Span[] {
  const same = new Set(entity?.mentions);
  return body.mentions.map((one, number): Span => {
    const hand = one === mention ? " in-hand" : same.has(one) ? " same" : "";
    return {
      key: keys[number] as string,
      start: one.start,
      end: one.end,
      className: `mention t-${one.type} i-${one.identifier}${one.accepted ? "" : " proposed"}${hand}`,
      title: `${one.type} ${one.identifier}${one.accepted ? "" : `, proposed by ${one.by}`}`,
    };
  });
}
