// Sharing out texts: everybody gets some, a share of them goes to several people, so that agreement can be told.
import { useState } from "preact/hooks";
import { post, type Problem } from "../../api";
import { ProblemLine } from "../common";

interface ShareOutProps {
  kinds: string[];
  names: string[];
  sets?: string[];
  done: () => void;
}

const TITLES: Record<string, string> = { people: "People and facts", mentions: "Mentions", rating: "Ratings" };

export function ShareOut({ kinds, names, sets, done }: ShareOutProps) {
  const rating = kinds[0] === "rating";
  const [kind, setKind] = useState(kinds[0] ?? "people");
  const [people, setPeople] = useState(names.filter((name) => name !== "imported").join(", "));
  const [overlap, setOverlap] = useState(rating ? 100 : 20);
  const [each, setEach] = useState(2);
  const [seed, setSeed] = useState(1);
  const [chosen, setChosen] = useState<string[]>([]);
  const [came, setCame] = useState("");
  const [problem, setProblem] = useState<Problem | null>(null);
  const share = (event: Event) => {
    event.preventDefault();
    const wanted = people.split(",").map((name) => name.trim()).filter(Boolean);
    post<{ asked: Record<string, number> }>("/assignments", { kind, people: wanted, overlap: overlap / 100, each, seed, sets: chosen }).then(
      ({ asked }) => {
        setProblem(null);
        setCame(Object.entries(asked).map(([name, count]) => `${name} ${count}`).join(", "));
        done();
      },
      setProblem,
    );
  };
  return (
    <details class="share-out">
      <summary>Share out {rating ? "texts to rate" : "documents"}</summary>
      <form onSubmit={share}>
        {kinds.length > 1 && (
          <label>
            What{" "}
            <select value={kind} onChange={(event) => setKind(event.currentTarget.value)}>
              {kinds.map((name) => (
                <option key={name} value={name}>
                  {TITLES[name]}
                </option>
              ))}
            </select>
          </label>
        )}
        <label class="wide">
          Names, with commas between <input value={people} required onInput={(event) => setPeople(event.currentTarget.value)} />
        </label>
        <label>
          Percent that several get <input type="number" min={0} max={100} value={overlap} onInput={(event) => setOverlap(Number(event.currentTarget.value))} />
        </label>
        <label>
          How many people those are <input type="number" min={1} max={100} value={each} onInput={(event) => setEach(Number(event.currentTarget.value))} />
        </label>
        <label>
          Seed of the draw <input type="number" min={0} value={seed} onInput={(event) => setSeed(Number(event.currentTarget.value))} />
        </label>
        {sets && sets.length > 1 && (
          <fieldset>
            <legend>Sets (none chosen: all)</legend>
            {sets.map((name) => (
              <label key={name}>
                <input
                  type="checkbox"
                  checked={chosen.includes(name)}
                  onChange={(event) => setChosen(event.currentTarget.checked ? [...chosen, name] : chosen.filter((one) => one !== name))}
                />{" "}
                {name}
              </label>
            ))}
          </fieldset>
        )}
        <button>Share out</button>
        <p class="hint">This takes the place of an earlier draw. Sheets that were begun stay.</p>
        <ProblemLine problem={problem} />
        {came && <p role="status">Shared out: {came}.</p>}
      </form>
    </details>
  );
}
