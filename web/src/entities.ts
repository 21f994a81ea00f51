// Mentions as they are worked on: each with a key that stays, each in its entity.
import { freshId, type Identifier, type MentionsBody, type MentionWritten, occurrences, withMentions } from "./annotations";
import type { CodePoints } from "./offsets";

export interface Entity {
  id: string;
  type: string;
  identifier: Identifier;
  mentions: MentionWritten[];
}

export interface Marked {
  keys: string[];
  indexOf: Map<string, number>;
  entities: Entity[];
  entityOf: Map<MentionWritten, Entity>;
}

const MAY_BE_DIRECT = new Set(["PERSON", "CODE"]);

/** Keys hold place and turn, not the number in the list: a mention that comes before others leaves theirs alone. */
export function marked(body: MentionsBody): Marked {
  const turns = new Map<string, number>();
  const entities = new Map<string, Entity>();
  const entityOf = new Map<MentionWritten, Entity>();
  const keys = body.mentions.map((mention) => {
    const place = `${mention.start}:${mention.end}`;
    const turn = turns.get(place) ?? 0;
    turns.set(place, turn + 1);
    const id = mention.entity_id || `${place}:${turn}`;
    const entity = entities.get(id) ?? { id, type: mention.type, identifier: mention.identifier, mentions: [] };
    entity.mentions.push(mention);
    entities.set(id, entity);
    entityOf.set(mention, entity);
    return `${place}:${turn}`;
  });
  return { keys, indexOf: new Map(keys.map((key, number) => [key, number])), entities: [...entities.values()], entityOf };
}

/** A new mention; the same words of the same type are the same entity until somebody says otherwise. */
export function newMention(body: MentionsBody, points: CodePoints, start: number, end: number, type: string): MentionWritten {
  const text = points.slice(start, end);
  const same = body.mentions.find((mention) => mention.type === type && mention.text === text && mention.entity_id);
  const identifier = same?.identifier ?? (MAY_BE_DIRECT.has(type) ? "DIRECT" : "QUASI");
  const entity_id = same?.entity_id ?? freshId(body.mentions.map((mention) => mention.entity_id), "e");
  return { start, end, text, type, identifier, entity_id, by: "", accepted: true };
}

/** Other whole words that read the same and are not marked yet, inside a longer mention of that type neither. */
export function others(body: MentionsBody, points: CodePoints, like: MentionWritten): MentionWritten[] {
  const there = body.mentions.filter((mention) => mention.type === like.type);
  return occurrences(points, like.text)
    .filter(([start, end]) => !there.some((mention) => mention.start <= start && end <= mention.end))
    .map(([start, end]) => ({ ...like, start, end, by: "", accepted: true }));
}

export function markAll(body: MentionsBody, points: CodePoints, like: MentionWritten): MentionsBody {
  return withMentions(body, others(body, points, like));
}

/** The same change to all mentions of some; who changes a proposal stands behind it. */
export function changed(body: MentionsBody, chosen: Iterable<MentionWritten>, patch: Partial<MentionWritten>): MentionsBody {
  const set = new Set(chosen);
  return { mentions: body.mentions.map((mention) => (set.has(mention) ? { ...mention, accepted: true, ...patch } : mention)) };
}

/** Everything of one entity becomes part of another, and what the other one is. */
export function joined(body: MentionsBody, from: Entity, to: Entity): MentionsBody {
  if (from === to) return body;
  const id = to.mentions[0]?.entity_id || freshId(body.mentions.map((mention) => mention.entity_id), "e");
  const { type, identifier } = to;
  const inBoth = new Set([...from.mentions, ...to.mentions]);
  return {
    mentions: body.mentions.map((mention) =>
      !inBoth.has(mention) ? mention : from.mentions.includes(mention) ? { ...mention, entity_id: id, type, identifier, accepted: true } : { ...mention, entity_id: id },
    ),
  };
}
