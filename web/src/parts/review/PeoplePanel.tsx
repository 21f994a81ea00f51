// Whom the release exposes: what an attacker infers about each person, how sure, by which words; beside the estimate.
import { Words } from "../Words";
import { type FactSeen, percent, type PersonSeen } from "./look";

interface PeoplePanelProps {
  people: PersonSeen[];
  others: PersonSeen[];
  /** Whether words and facts are of the text as it is on the screen. */
  current: boolean;
  shown: string | null;
  show: (person: string | null) => void;
  goTo: (start: number, end: number) => void;
  attack: (person: string) => void;
}

export function PeoplePanel({ people, others, current, shown, show, goTo, attack }: PeoplePanelProps) {
  return (
    <div class={current ? "people" : "people old"} aria-busy={!current}>
      {people.map((person) => (
        <PersonCard key={person.id} person={person} open={shown === person.id} show={show} goTo={goTo} attack={attack} />
      ))}
      {others.length > 0 && <h3>Others whom the attacker found</h3>}
      {others.map((person) => (
        <PersonCard key={`other ${person.id}`} person={{ ...person, id: `other ${person.id}` }} open={shown === `other ${person.id}`} show={show} goTo={goTo} attack={attack} />
      ))}
      {people.length + others.length === 0 && <p class="empty">This attacker found nobody. That does not mean that nobody can be found.</p>}
    </div>
  );
}

interface PersonCardProps {
  person: PersonSeen;
  open: boolean;
  show: (person: string | null) => void;
  goTo: (start: number, end: number) => void;
  attack: (person: string) => void;
}

function PersonCard({ person, open, show, goTo, attack }: PersonCardProps) {
  const leaked = person.facts.filter((fact) => fact.told === "right" || fact.told === "less precise").length;
  const known = person.facts.filter((fact) => fact.truth).length;
  return (
    <section class="exposed-person" aria-label={person.description}>
      <h3>
        <button class="quiet person-name" aria-expanded={open} dir="auto" onClick={() => show(open ? null : person.id)}>
          <Words text={person.description} />
        </button>
      </h3>
      <p>
        {person.found === "found" ? (known ? <span class={leaked ? "leak" : ""}>{`${leaked} of ${known} facts inferred`}</span> : "found") : person.found === "not found" ? "not found by this attacker" : "found, but nobody can tell which of several people it is"}
        {person.before !== null && (
          <>
            {" · "}
            <span title="What a strong reader is expected to leave protected: an estimate">
              strong reader leaves {percent(person.before)} before, <strong>{percent(person.now)} now</strong>
            </span>
          </>
        )}
      </p>
      {open && (
        <>
          <table class="exposed-facts">
            <thead>
              <tr>
                <th>Fact</th>
                <th>Attacker says</th>
                <th>True</th>
                <th>Sure</th>
                <th>Words</th>
              </tr>
            </thead>
            <tbody>
              {person.facts.map((fact, number) => (
                <FactLine key={number} fact={fact} goTo={goTo} />
              ))}
            </tbody>
          </table>
          <button class="quiet" onClick={() => attack(person.id)}>
            Attack again
          </button>
        </>
      )}
    </section>
  );
}

export const TOLD: Record<FactSeen["told"], string> = {
  right: "right",
  "less precise": "less precise",
  wrong: "wrong",
  "not in the truth": "not among the true facts",
  "not told": "not inferred",
  "cannot be judged": "cannot be judged",
};

function FactLine({ fact, goTo }: { fact: FactSeen; goTo: (start: number, end: number) => void }) {
  const first = fact.words[0];
  return (
    <tr class={`told-${fact.told.replaceAll(" ", "-")}`}>
      <td>{fact.tag.toLowerCase().replaceAll("_", " ")}</td>
      <td dir="auto">{fact.value || "–"}</td>
      <td dir="auto">
        {fact.truth || "–"} <span class="faint">({TOLD[fact.told]})</span>
      </td>
      <td>{fact.value ? `${fact.certainty}/5` : "–"}</td>
      <td>
        {first && (
          <button class="quiet" onClick={() => goTo(...first)}>
            Show
          </button>
        )}
      </td>
    </tr>
  );
}
