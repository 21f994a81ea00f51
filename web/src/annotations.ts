// What stands on the sheets of annotators, as the server knows it (gyges.studio.kinds), and small steps on it.
import { CodePoints, length } from "./offsets";

export interface FactWritten {
  tag: string;
  value: string;
  certainty: number;
  hardness: number;
  evidence: string[];
  by: string;
  accepted: boolean;
}

export interface PersonWritten {
  id: string;
  description: string;
  facts: FactWritten[];
  called: string[];
  by: string;
  accepted: boolean;
}

export interface PeopleBody {
  subjects: PersonWritten[];
  nobody?: boolean;
}

export type Identifier = "DIRECT" | "QUASI" | "NO_MASK";

export interface MentionWritten {
  start: number;
  end: number;
  text: string;
  type: string;
  identifier: Identifier;
  entity_id: string;
  by: string;
  accepted: boolean;
}

export interface MentionsBody {
  mentions: MentionWritten[];
}

export interface Guideline {
  people: string;
  mentions: string;
  certainty: string[];
  hardness: string[];
  hints: Record<string, string>;
}

export const newFact = (tag: string, value = "", evidence: string[] = []): FactWritten => ({
  tag,
  value,
  certainty: 0,
  hardness: 0,
  evidence,
  by: "",
  accepted: true,
});

/** An id that nobody has: one more than the greatest number among them. */
export function freshId(taken: Iterable<string>, prefix = ""): string {
  let last = 0;
  for (const id of taken) {
    const number = id.startsWith(prefix) ? Number(id.slice(prefix.length)) : Number.NaN;
    if (Number.isInteger(number)) last = Math.max(last, number);
  }
  return `${prefix}${last + 1}`;
}

/** What is proposed, added behind what is there; nobody who is there is touched, and nothing is proposed twice. */
export function withPeople(body: PeopleBody, proposed: PeopleBody): PeopleBody {
  const subjects = [...body.subjects];
  const there = new Set(subjects.map((person) => `${person.by}\n${person.description}`));
  for (const person of proposed.subjects) {
    if (there.has(`${person.by}\n${person.description}`)) continue;
    subjects.push({ ...person, id: freshId(subjects.map((one) => one.id)) });
  }
  return subjects.length === body.subjects.length ? body : { subjects };
}

const spot = (mention: MentionWritten) => `${mention.start} ${mention.end} ${mention.type}`;
const byPlace = (a: MentionWritten, b: MentionWritten) => a.start - b.start || a.end - b.end;

export function withMentions(body: MentionsBody, added: MentionWritten[]): MentionsBody {
  const there = new Set(body.mentions.map(spot));
  const fresh = added.filter((mention) => !there.has(spot(mention)));
  return fresh.length ? { mentions: [...body.mentions, ...fresh].sort(byPlace) } : body;
}

/** Proposed mentions with entities of their own: their ids may be taken here. */
export function proposedMentions(body: MentionsBody, proposed: MentionsBody): MentionsBody {
  const taken = new Set(body.mentions.map((mention) => mention.entity_id));
  const renamed = new Map<string, string>();
  const added = proposed.mentions.map((mention) => {
    let id = renamed.get(mention.entity_id);
    if (id === undefined) {
      id = mention.entity_id && !taken.has(mention.entity_id) ? mention.entity_id : freshId(taken, "e");
      taken.add(id);
      renamed.set(mention.entity_id, id);
    }
    return { ...mention, entity_id: mention.entity_id && id };
  });
  return withMentions(body, added);
}

const EDGES = /^[\s,;]+|[\s,;]+$/gu;

/** A selection without blanks and commas at its edges; null where nothing is left. */
export function trimmed(points: CodePoints, start: number, end: number): [number, number] | null {
  const words = points.slice(start, end);
  const kept = words.replace(EDGES, "");
  if (!kept) return null;
  const first = start + length(words.slice(0, words.indexOf(kept)));
  return [first, first + length(kept)];
}

const OF_WORD = /[\p{L}\p{N}_]/u;

/** A selection with the rest of the words that it cuts. */
export function wholeWords(points: CodePoints, start: number, end: number): [number, number] {
  const cuts = (at: number) => OF_WORD.test(points.slice(at - 1, at)) && OF_WORD.test(points.slice(at, at + 1));
  let [first, last] = [start, end];
  while (first > 0 && cuts(first)) first -= 1;
  while (cuts(last)) last += 1;
  return [first, last];
}

/** Where words stand as whole words, with the same capitals. */
export function occurrences(points: CodePoints, words: string): [number, number][] {
  const found: [number, number][] = [];
  const { text } = points;
  if (!words) return found;
  for (let unit = text.indexOf(words); unit >= 0; unit = text.indexOf(words, unit + words.length)) {
    const before = text.slice(Math.max(0, unit - 2), unit);
    const behind = text.slice(unit + words.length, unit + words.length + 2);
    const cutsBefore = OF_WORD.test([...words][0] ?? "") && OF_WORD.test([...before].pop() ?? "");
    const cutsBehind = OF_WORD.test([...words].pop() ?? "") && OF_WORD.test([...behind][0] ?? "");
    if (!cutsBefore && !cutsBehind) found.push([points.point(unit), points.point(unit + words.length)]);
  }
  return found;
}
