// Letting attackers loose on the release as it is saved, and what came of it.
import { useState } from "preact/hooks";
import { useJob } from "../../job";
import { useAnswer } from "../common";
import { JobLine } from "../JobLine";
import type { PersonSeen } from "./look";
import { PeoplePanel } from "./PeoplePanel";

interface AttackKept {
  attacker: string;
  by: string;
  at: string;
  digest: string;
  current: boolean;
  failed: string;
  calls: number;
  usd: number | null;
  people: PersonSeen[];
  others: PersonSeen[];
}

interface AttacksProps {
  number: number;
  attackers: string[];
  /** The digest of the text on the screen. */
  digest: string;
  saved: boolean;
  goTo: (start: number, end: number) => void;
}

/** What attackers found, asked for again whenever another text is saved: only what is of that text is told in full. */
export function useAttacks(number: number, version: number) {
  const [asked, setAgain] = useState(0);
  const again = asked + version;
  const { answer } = useAnswer<AttackKept[]>(`/releases/${number}/attacks`, again);
  const hand = useJob(() => setAgain((now) => now + 1));
  return { kept: answer ?? [], hand, attack: (attacker: string) => hand.start(`/releases/${number}/attacks`, { attacker }) };
}

/** Whether it is of the text on the screen; the server leaves out the people of a text that is not the saved one. */
const isOf = (kept: AttackKept, digest: string) => kept.current && kept.digest === digest;

export function Attacks({ attackers, digest, saved, goTo, attacks, chosen, choose, person, show }: AttacksProps & { attacks: ReturnType<typeof useAttacks>; chosen: string; choose: (attacker: string) => void; person: string | null; show: (person: string | null) => void }) {
  return (
    <section aria-label="Attack again">
      <div class="tools">
        <label>
          Attacker{" "}
          <select value={chosen} onChange={(event) => choose(event.currentTarget.value)}>
            {attackers.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <button disabled={!saved || attacks.hand.busy} onClick={() => attacks.attack(chosen)}>
          Attack again
        </button>
      </div>
      <p class="faint">The attacker is given the released text and nothing else.</p>
      <JobLine hand={attacks.hand} />
      {attacks.kept.map((kept) => (
        <details key={kept.attacker} open={kept.attacker === chosen && (kept.failed !== "" || isOf(kept, digest))}>
          <summary>
            {kept.attacker}: {kept.failed ? <strong class="problem">failed</strong> : isOf(kept, digest) ? "of this text" : "of another version of the text"} · {kept.by}, {new Date(kept.at).toLocaleString("en")}
            {kept.calls > 0 && ` · ${kept.calls} calls${kept.usd === null ? "" : `, $${kept.usd.toFixed(4)}`}`}
          </summary>
          {kept.failed && (
            <p class="problem" role="alert">
              {kept.failed}. This says nothing about what the text protects.
            </p>
          )}
          {!kept.failed && isOf(kept, digest) && (
            <PeoplePanel people={kept.people} others={kept.others} current={kept.current} shown={person} show={show} goTo={goTo} attack={() => attacks.attack(kept.attacker)} />
          )}
        </details>
      ))}
    </section>
  );
}
