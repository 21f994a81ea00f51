// What raters said, set by set: medians, means with intervals, how far they agree; and who is asked to rate what.
import { useState } from "preact/hooks";
import { ShareOut } from "../parts/agree/ShareOut";
import type { Rate } from "../parts/agree/rates";
import { ProblemLine, useAnswer } from "../parts/common";
import { href } from "../router";
import type { Question } from "./Rate";
import "../agree.css";

interface Reliability {
  value: number | null;
  low: number | null;
  high: number | null;
  units: number;
  values: number;
}

interface Figures {
  items: number;
  ratings: number;
  median: number | null;
  mean: Rate;
  mean_of_medians: Rate;
  deviation: number | null;
  counts: Record<string, number>;
  agreement: Reliability;
}

interface Results {
  study: Question[];
  source: string;
  sets: { name: string; releases: number; rated: number; raters: number; figures: Record<string, Figures> }[];
  raters: { name: string; done: number; asked: number }[];
  mine_open: number;
}

const two = (value: number | null) => (value === null ? "–" : value.toFixed(2));
const range = (low: number | null, high: number | null, shown = two) => (low === null || high === null ? "" : ` [${shown(low)}–${shown(high)}]`);

export function Ratings() {
  const [again, setAgain] = useState(0);
  const [anyway, setAnyway] = useState(false);
  const { answer, problem } = useAnswer<Results>("/ratings", again);
  return (
    <section class="page ratings">
      <h1>Ratings</h1>
      <ProblemLine problem={problem} />
      {answer && answer.mine_open > 0 && !anyway ? (
        <div class="blind">
          <p>
            You have still {answer.mine_open} texts to <a href={href("rate")}>rate</a>. Whoever knows these figures rates no longer blind.
          </p>
          <button class="quiet" onClick={() => setAnyway(true)}>
            Show them anyway
          </button>
        </div>
      ) : (
        answer && <Shown answer={answer} looked={() => setAgain(again + 1)} />
      )}
    </section>
  );
}

function Shown({ answer, looked }: { answer: Results; looked: () => void }) {
  return (
    <>
      <p class="hint">
        Questions and scales: {answer.source}. Finished ratings count; intervals are 95 %, over texts. Agreement is Krippendorff's alpha: 1 is full agreement, 0 is
        chance. <a href={href("rate")}>Rate</a> · <a href={href("files")}>Take the ratings out</a>
      </p>
      {answer.sets.length === 0 && <p class="empty">There are no releases to rate yet.</p>}
      {answer.sets.map((set) => (
        <div class="scroll" key={set.name}>
          <table class="figures">
            <caption>
              <strong>{set.name}</strong>: {set.rated} of {set.releases} releases rated by {set.raters} {set.raters === 1 ? "person" : "people"}
            </caption>
            <thead>
              <tr>
                <th scope="col">Question</th>
                <th scope="col">texts, ratings</th>
                <th scope="col">median</th>
                <th scope="col">mean</th>
                <th scope="col">mean of medians, 0 to 1</th>
                <th scope="col">deviation, 0 to 1</th>
                <th scope="col">agreement</th>
                <th scope="col">answers</th>
              </tr>
            </thead>
            <tbody>
              {answer.study.map((question) => (
                <Row key={question.name} question={question} figures={set.figures[question.name] as Figures} />
              ))}
            </tbody>
          </table>
        </div>
      ))}
      <Raters rows={answer.raters} />
      <ShareOut kinds={["rating"]} names={answer.raters.map((rater) => rater.name)} sets={answer.sets.map((set) => set.name)} done={looked} />
    </>
  );
}

function Row({ question, figures }: { question: Question; figures: Figures }) {
  const onScale = (share: number | null) => (share === null ? null : question.low + share * (question.high - question.low));
  const { mean, mean_of_medians: medians, agreement } = figures;
  const yesNo = question.scale === "nominal";
  return (
    <tr>
      <th scope="row">
        {question.title}
        <span class="of">
          {" "}
          {yesNo ? "no 0, yes 1" : `${question.low} to ${question.high}`}
        </span>
      </th>
      <td>
        {figures.items}, {figures.ratings}
      </td>
      <td>{figures.median ?? "–"}</td>
      <td>
        {two(onScale(mean.value))}
        {range(onScale(mean.low), onScale(mean.high))}
      </td>
      <td>
        {two(medians.value)}
        {range(medians.low, medians.high)}
      </td>
      <td>{two(figures.deviation)}</td>
      <td title={`${agreement.values} ratings of ${agreement.units} texts that several rated`}>
        {two(agreement.value)}
        {range(agreement.low, agreement.high)} <span class="of">of {agreement.units}</span>
      </td>
      <td>
        {Object.entries(figures.counts)
          .map(([level, count]) => `${yesNo ? (level === "1" ? "yes" : "no") : level}: ${count}`)
          .join(", ")}
      </td>
    </tr>
  );
}

function Raters({ rows }: { rows: Results["raters"] }) {
  return rows.length ? (
    <div class="scroll">
      <table>
        <caption>Raters</caption>
        <tbody>
          {rows.map((rater) => (
            <tr key={rater.name}>
              <th scope="row" dir="auto">
                {rater.name}
              </th>
              <td>
                {rater.done} of {rater.asked} rated
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  ) : null;
}
