// Deciding on people and facts.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { ProjectInfo } from "../../api";
import type { FactWritten } from "../../annotations";
import { useSheet } from "../../sheet";
import type { Shown } from "../../pages/Adjudicate";
import { AgreedBar } from "./AgreedBar";
import { decideFact, decidePerson, dropGonePeople, EDITED, type FactRow, type PeopleAgreed, type PersonRow, type SideBySide, takeSamePeople } from "./decisions";
import { EditFact, EditWords } from "./editors";
import { isOpen, type Line, Lines } from "./Lines";

interface DecideProps {
  project: ProjectInfo;
  answer: SideBySide;
  onShown: (shown: Shown) => void;
}

type Place = { person: PersonRow; fact: FactRow | null };

const factWords = (fact: FactWritten) => `${fact.value} (certainty ${fact.certainty}, hardness ${fact.hardness})`;

export function DecidePeople({ project, answer, onShown }: DecideProps) {
  const rows = answer.people;
  const sheet = useSheet<PeopleAgreed>("people-agreed", answer.number, { people: [] });
  const [at, setAt] = useState(0);
  const places = useMemo(() => rows.flatMap((person): Place[] => [{ person, fact: null }, ...person.facts.map((fact) => ({ person, fact }))]), [rows]);
  const now = places[at];
  useEffect(() => {
    const facts = now ? (now.fact ? [now.fact] : now.person.facts) : [];
    onShown({ quotes: facts.flatMap((fact) => fact.cells.flatMap((cell) => cell?.evidence ?? [])), spans: [] });
  }, [now]);
  if (!sheet) return <p class="empty">Loading…</p>;
  const body = sheet.body;
  const lines = places.map((place) => lineOf(body, place));
  const choose = (number: number, how: string) => {
    const { person, fact } = places[number] as Place;
    sheet.change(fact ? decideFact(body, rows, person, fact, how) : decidePerson(body, rows, person, how));
  };
  const same = takeSamePeople(body, rows);
  return (
    <Lines
      head={<AgreedBar sheet={sheet} open={lines.some(isOpen)} onDrop={() => sheet.change(dropGonePeople(body, rows))} />}
      authors={answer.people_authors}
      lines={lines}
      at={at}
      onAt={setAt}
      onChoose={choose}
      onSame={same === body ? null : () => sheet.change(same)}
      editor={(number, close) => {
        const { person, fact } = places[number] as Place;
        const decided = body.people.find((one) => one.row === person.key);
        if (!fact) {
          const words = decided?.description || person.cells.find((cell) => cell !== null) || "";
          return <EditWords words={words} label="Description" onKeep={(kept) => sheet.change(decidePerson(body, rows, person, EDITED, kept))} onClose={close} />;
        }
        const there = decided?.facts.find((one) => one.row === fact.key)?.facts[0] ?? fact.cells.find((cell) => cell !== null) ?? null;
        const tag = project.spia.find((one) => one.name === fact.tag);
        return (
          <EditFact fact={there} tag={tag} levels={project.max_level} onKeep={(kept) => sheet.change(decideFact(body, rows, person, fact, EDITED, [kept]))} onClose={close} />
        );
      }}
    />
  );
}

function lineOf(body: PeopleAgreed, { person, fact }: Place): Line {
  const decided = body.people.find((one) => one.row === person.key);
  if (!fact) {
    const title = person.cells.find((cell) => cell !== null) || "Somebody";
    const result = decided?.taken ? decided.description || "taken" : "left out";
    const note = person.standing === "same" ? "all saw this person" : "not all saw this person";
    return { key: person.key, title, standing: person.standing, note, cells: person.cells, deep: false, how: decided?.how ?? null, result, needed: true };
  }
  const chosen = decided?.facts.find((one) => one.row === fact.key);
  return {
    key: fact.key,
    title: fact.tag,
    standing: fact.standing,
    note: "",
    cells: fact.cells.map((cell) => (cell === null ? null : factWords(cell))),
    deep: true,
    how: chosen?.how ?? null,
    result: chosen?.facts.map(factWords).join("; ") || "left out",
    needed: decided?.taken ?? true,
  };
}
