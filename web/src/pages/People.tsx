// Annotate people: who is in a text, and what it says about each of them.
import type { ProjectInfo } from "../api";
import { type Guideline, type PeopleBody, withPeople } from "../annotations";
import { counted, ProblemLine, useAnswer } from "../parts/common";
import { DocumentBar } from "../parts/DocumentBar";
import { PEOPLE_KEYS, PeopleEditor, quotesIn, tellsPeople } from "../parts/PeopleEditor";
import { Prefill } from "../parts/Prefill";
import { usePlaces } from "../parts/quotes";
import { useSheet } from "../sheet";

export interface DocumentShown {
  number: number;
  id: string;
  text: string;
}

const EMPTY: PeopleBody = { subjects: [] };

export function People({ project, number }: { project: ProjectInfo; number: number }) {
  const { answer: shown, problem } = useAnswer<DocumentShown>(`/documents/${number}`);
  const { answer: guideline } = useAnswer<Guideline>("/guideline");
  const sheet = useSheet<PeopleBody>("people", number, EMPTY);
  const places = usePlaces(`/documents/${number}/places`, sheet ? quotesIn(sheet.body) : []);
  if (problem) return <ProblemLine problem={problem} />;
  if (!shown || !guideline || !sheet) return <p class="empty">Loading…</p>;
  const propose = (proposed: PeopleBody) => {
    const next = withPeople(sheet.body, proposed);
    sheet.change((now) => withPeople(now, proposed));
    const added = next.subjects.slice(sheet.body.subjects.length);
    return added.length ? `${counted(added.length, "person", "people")} with ${counted(added.reduce((sum, one) => sum + one.facts.length, 0), "fact")}` : "";
  };
  return (
    <section class="page annotate">
      <DocumentBar kind="people" number={number} id={shown.id} sheet={sheet} keys={PEOPLE_KEYS} shortcuts={{}} ready={tellsPeople(sheet.body)}>
        <Prefill kind="people" number={number} onProposed={propose} />
      </DocumentBar>
      <PeopleEditor text={shown.text} body={sheet.body} change={sheet.change} remarks={sheet.remarks} tags={project.spia} guideline={guideline} places={places} />
    </section>
  );
}
