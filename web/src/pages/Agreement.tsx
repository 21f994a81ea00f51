// Who annotated what, how far they agree, where they differ; and sharing out documents with an overlap.
import { useEffect, useState } from "preact/hooks";
import { ProblemLine, useAnswer } from "../parts/common";
import { type Rate, RateCell } from "../parts/agree/rates";
import { ShareOut } from "../parts/agree/ShareOut";
import { Words } from "../parts/Words";
import { href } from "../router";
import "../agree.css";

interface Work {
  begun: number;
  done: number;
  asked: number;
  asked_done: number;
}

interface Figures {
  documents: number;
  rates: Record<string, Rate>;
  by_tag: Record<string, Rate>;
  unscored: number;
}

interface Differing {
  number: number;
  id: string;
  people: number;
  mentions: number;
  agreed: Record<string, boolean | null>;
}

interface Answer {
  annotators: { name: string; work: Record<string, Work> }[];
  pairs: { first: string; second: string; people: Figures | null; mentions: Figures | null }[];
  people: Figures | null;
  mentions: Figures | null;
  differing: Differing[];
  compared: number;
  waiting: number;
  too_big: number;
  mine: Record<string, number | null>;
}

const EVERY_MS = 5000;
const SOON_MS = 300;
const KINDS: ["people" | "mentions", string][] = [
  ["people", "People and facts"],
  ["mentions", "Mentions"],
];
const RATES: Record<"people" | "mentions", [string, string][]> = {
  people: [
    ["subjects", "same people"],
    ["match", "same fact"],
    ["less_precise", "less precise"],
    ["mismatch", "different or missing"],
    ["mean", "mean score"],
  ],
  mentions: [
    ["type_exact", "same span and type"],
    ["type_partial", "overlap, same type"],
    ["identifier_exact", "same span and identifier"],
    ["identifier_partial", "overlap, same identifier"],
  ],
};

export function Agreement() {
  const [again, setAgain] = useState(0);
  const { answer, problem } = useAnswer<Answer>("/agreement", again);
  // Others go on annotating: the figures follow while the page is looked at.
  useEffect(() => {
    const pause = answer?.waiting ? SOON_MS : EVERY_MS;
    const timer = setInterval(() => document.visibilityState === "visible" && setAgain((now) => now + 1), pause);
    return () => clearInterval(timer);
  }, [answer?.waiting]);
  return (
    <section class="page agreement">
      <h1>Agreement</h1>
      <p class="hint">Finished sheets count. Shares are out of everything that either annotator wrote, with 95 % intervals over documents.</p>
      <ProblemLine problem={problem} />
      {answer && (
        <>
          {answer.waiting > 0 && <p role="status">Comparing: {answer.waiting.toLocaleString("en")} pairs of sheets to go.</p>}
          {answer.too_big > 0 && (
            <p class="problem" role="alert">
              Not compared, and in no figure: {answer.too_big.toLocaleString("en")} pairs of sheets with too many people. Split these documents.
            </p>
          )}
          <Mine mine={answer.mine} />
          <Annotators rows={answer.annotators} />
          {KINDS.map(([kind, title]) => (
            <Pairs key={kind} kind={kind} title={title} answer={answer} />
          ))}
          <DifferingList answer={answer} />
          <ShareOut kinds={["people", "mentions"]} names={answer.annotators.map((one) => one.name)} done={() => setAgain(again + 1)} />
        </>
      )}
    </section>
  );
}

function Mine({ mine }: { mine: Answer["mine"] }) {
  const links = KINDS.filter(([kind]) => mine[kind]);
  return links.length ? (
    <p>
      Yours to do:{" "}
      {links.map(([kind, title]) => (
        <a key={kind} class="mine-next" href={href(kind, mine[kind] as number)}>
          {title}, next document
        </a>
      ))}
    </p>
  ) : null;
}

function Annotators({ rows }: { rows: Answer["annotators"] }) {
  if (!rows.length) return <p class="empty">Nobody has annotated anything yet. Open a document and write down its people or mentions.</p>;
  const shown = (work: Work | undefined) =>
    work ? `${work.done} done, ${work.begun - work.done} begun${work.asked ? `; ${work.asked_done} of ${work.asked} asked for` : ""}` : "–";
  return (
    <div class="scroll">
      <table>
        <caption>Who annotated what</caption>
        <thead>
          <tr>
            <th scope="col">Annotator</th>
            <th scope="col">People and facts</th>
            <th scope="col">Mentions</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row" dir="auto">
                {row.name}
                {row.name === "imported" && <span class="of"> (came with the documents)</span>}
              </th>
              <td>{shown(row.work.people)}</td>
              <td>{shown(row.work.mentions)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Pairs({ kind, title, answer }: { kind: "people" | "mentions"; title: string; answer: Answer }) {
  const all = answer[kind];
  if (!all) return null;
  const rows = answer.pairs.flatMap((pair) => (pair[kind] ? [[`${pair.first} and ${pair.second}`, pair[kind]] as [string, Figures]] : []));
  const tags = Object.entries(all.by_tag).sort(([, one], [, two]) => (one.value ?? 2) - (two.value ?? 2));
  return (
    <>
      <div class="scroll">
        <table class="figures">
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">Annotators</th>
              <th scope="col">documents</th>
              {RATES[kind].map(([name, words]) => (
                <th scope="col" key={name}>
                  {words}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...rows, ...(rows.length > 1 ? [["all pairs", all] as [string, Figures]] : [])].map(([name, figures]) => (
              <tr key={name}>
                <th scope="row" dir="auto">
                  {name}
                </th>
                <td>{figures.documents.toLocaleString("en")}</td>
                {RATES[kind].map(([rate]) => (
                  <RateCell key={rate} rate={figures.rates[rate]} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {all.unscored > 0 && <p class="hint">{all.unscored} facts could not be compared and count nowhere.</p>}
      <details>
        <summary>{kind === "people" ? "By kind of fact" : "By entity type"}, least agreement first</summary>
        <div class="scroll">
          <table>
            <tbody>
              {tags.map(([tag, rate]) => (
                <tr key={tag}>
                  <th scope="row">{tag}</th>
                  <RateCell rate={rate} />
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  );
}

const AGREED = { null: "open", false: "begun", true: "decided" } as const;

function DifferingList({ answer }: { answer: Answer }) {
  const { differing: rows, compared } = answer;
  if (!compared) return <p class="empty">No document has two finished annotators yet.</p>;
  return (
    <div class="scroll">
      <table>
        <caption>Documents with the most differences{rows.length < compared ? `, ${rows.length} of ${compared}` : ""}</caption>
        <thead>
          <tr>
            <th scope="col">Document</th>
            <th scope="col">people and facts</th>
            <th scope="col">mentions</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.number}>
              <th scope="row" dir="auto">
                <Words text={row.id} />
              </th>
              {KINDS.map(([kind, title]) => answer[kind] === null ? <td key={kind}>not annotated twice</td> : (
                <td key={kind}>
                  <a href={kind === "people" ? href("adjudicate", row.number) : href("adjudicate", row.number, "mentions")} aria-label={`Settle ${title} of ${row.id}`}>
                    {row[kind]} differ
                  </a>{" "}
                  <span class={`decided-${AGREED[String(row.agreed[kind] ?? null) as keyof typeof AGREED]}`}>
                    {AGREED[String(row.agreed[kind] ?? null) as keyof typeof AGREED]}
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
