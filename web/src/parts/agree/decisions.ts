// What annotators wrote, row by row, and the decisions on the rows: small steps from one agreed sheet to the next.
import type { FactWritten, MentionWritten } from "../../annotations";

export type Standing = "same" | "less precise" | "different" | "not all" | "unclear";

export interface FactRow {
  key: string;
  tag: string;
  standing: Standing;
  cells: (FactWritten | null)[];
}

export interface PersonRow {
  key: string;
  standing: Standing;
  cells: (string | null)[];
  facts: FactRow[];
}

export interface MentionRow {
  key: string;
  standing: Standing;
  differs: string[];
  cells: (MentionWritten | null)[];
}

export interface SideBySide {
  number: number;
  id: string;
  text: string;
  people_authors: string[];
  people: PersonRow[];
  mentions_authors: string[];
  mentions: MentionRow[];
  unfinished: Record<string, string[]>;
}

export interface FactDecided {
  row: string;
  how: string;
  facts: FactWritten[];
}

export interface PersonDecided {
  row: string;
  how: string;
  taken: boolean;
  description: string;
  facts: FactDecided[];
}

export interface MentionDecided {
  row: string;
  how: string;
  mentions: MentionWritten[];
}

export interface PeopleAgreed {
  people: PersonDecided[];
}

export interface MentionsAgreed {
  mentions: MentionDecided[];
}

export const BOTH = "both";
export const EDITED = "edited";

/** The cells a choice takes: those of one annotator, or of all without saying the same thing twice. */
export function taken<C>(cells: (C | null)[], how: string, say: (cell: C) => string): C[] {
  const chosen = how === BOTH ? cells : [cells[Number(how) - 1] ?? null];
  const found = new Map<string, C>();
  for (const cell of chosen) if (cell !== null && !found.has(say(cell))) found.set(say(cell), cell);
  return [...found.values()];
}

const sayFact = (fact: FactWritten) => fact.value.trim().toLowerCase();
const sayMention = (mention: MentionWritten) => `${mention.start} ${mention.end} ${mention.type} ${mention.identifier}`;

export const factsTaken = (row: FactRow, how: string) => taken(row.cells, how, sayFact);
export const mentionsTaken = (row: MentionRow, how: string) => taken(row.cells, how, sayMention);

/** A person as decided so far; who has a fact decided on is taken, described as the first who saw them did. */
function personOf(body: PeopleAgreed, row: PersonRow): PersonDecided {
  const there = body.people.find((person) => person.row === row.key);
  const first = row.cells.findIndex((cell) => cell !== null);
  return there ?? { row: row.key, how: String(first + 1), taken: true, description: row.cells[first] ?? "", facts: [] };
}

/** Decisions in the order of the rows, those without a row at the end. */
function inOrder<T extends { row: string }>(decided: T[], rows: { key: string }[]): T[] {
  const place = new Map(rows.map((row, number) => [row.key, number]));
  const of = (one: T) => place.get(one.row) ?? rows.length;
  return [...decided].sort((one, two) => of(one) - of(two));
}

function withPerson(body: PeopleAgreed, rows: PersonRow[], person: PersonDecided): PeopleAgreed {
  return { people: inOrder([...body.people.filter((one) => one.row !== person.row), person], rows) };
}

export function decidePerson(body: PeopleAgreed, rows: PersonRow[], row: PersonRow, how: string, description?: string): PeopleAgreed {
  const said = how === BOTH ? row.cells.filter(Boolean).join("; ") : (row.cells[Number(how) - 1] ?? null);
  const person = personOf(body, row);
  if (description !== undefined) return withPerson(body, rows, { ...person, how: EDITED, taken: true, description });
  const isTaken = said !== null;
  return withPerson(body, rows, { ...person, how, taken: isTaken, description: said ?? "", facts: isTaken ? person.facts : [] });
}

export function decideFact(body: PeopleAgreed, rows: PersonRow[], owner: PersonRow, row: FactRow, how: string, facts = factsTaken(row, how)): PeopleAgreed {
  const person = personOf(body, owner);
  const decided = [...person.facts.filter((one) => one.row !== row.key), { row: row.key, how, facts }];
  return withPerson(body, rows, { ...person, taken: true, facts: inOrder(decided, owner.facts) });
}

export function decideMention(body: MentionsAgreed, rows: MentionRow[], row: MentionRow, how: string, mentions = mentionsTaken(row, how)): MentionsAgreed {
  const others = body.mentions.filter((one) => one.row !== row.key);
  return { mentions: inOrder([...others, { row: row.key, how, mentions }], rows) };
}

/** Takes every row that says the same for all and is not decided yet. */
export function takeSamePeople(body: PeopleAgreed, rows: PersonRow[]): PeopleAgreed {
  let next = body;
  for (const row of rows) {
    if (row.standing !== "same") continue;
    const there = next.people.find((person) => person.row === row.key);
    if (there && !there.taken) continue;
    if (!there) next = decidePerson(next, rows, row, "1");
    for (const fact of row.facts) {
      const decided = next.people.find((person) => person.row === row.key)?.facts.some((one) => one.row === fact.key);
      if (fact.standing === "same" && !decided) next = decideFact(next, rows, row, fact, "1");
    }
  }
  return next;
}

export function takeSameMentions(body: MentionsAgreed, rows: MentionRow[]): MentionsAgreed {
  const decided = new Set(body.mentions.map((one) => one.row));
  const fresh = rows.filter((row) => row.standing === "same" && !decided.has(row.key));
  return { mentions: inOrder([...body.mentions, ...fresh.map((row) => ({ row: row.key, how: "1", mentions: mentionsTaken(row, "1") }))], rows) };
}

/** Decisions on rows that are no longer there: an annotator has changed them since. */
export function dropGonePeople(body: PeopleAgreed, rows: PersonRow[]): PeopleAgreed {
  const known = new Map(rows.map((row) => [row.key, new Set(row.facts.map((fact) => fact.key))]));
  return {
    people: body.people
      .filter((person) => known.has(person.row))
      .map((person) => ({ ...person, facts: person.facts.filter((fact) => known.get(person.row)?.has(fact.row)) })),
  };
}

export function dropGoneMentions(body: MentionsAgreed, rows: MentionRow[]): MentionsAgreed {
  const known = new Set(rows.map((row) => row.key));
  return { mentions: body.mentions.filter((one) => known.has(one.row)) };
}
