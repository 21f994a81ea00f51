// Rating releases blind: one text a screen, first by itself, then beside its original. Nothing here says who made it.
import { useEffect, useRef, useState } from "preact/hooks";
import { get, type Problem, put } from "../api";
import { QuestionView } from "../parts/agree/QuestionView";
import { ProblemLine, useAnswer } from "../parts/common";
import { Keys, type KeyList } from "../parts/Keys";
import { TextView } from "../parts/TextView";
import "../agree.css";

export interface Question {
  name: Answerable;
  part: 1 | 2;
  title: string;
  asks: string;
  scale: "ordinal" | "nominal";
  low: number;
  high: number;
  levels: string[];
}

type Answerable = "readability" | "natural" | "meaning" | "usable";
type Answers = Record<Answerable, number | null> & { opened: boolean };

interface Study {
  study: { source: string; setting: string; questions: Question[] };
  texts: Record<string, boolean>;
}

interface ToRate {
  text: string;
  original: string | null;
  version: number;
  body: Answers;
  done: boolean;
}

const KEYS: KeyList = [
  ["1 … 5", "answer the question in hand"],
  ["n  y", "no, yes"],
  ["Enter", "show the original; then the next text"],
  ["j  k", "text after, before"],
  ["?", "show these keys"],
];

export function Rate() {
  const { answer, problem } = useAnswer<Study>("/rating");
  const [done, setDone] = useState<Record<string, boolean>>({});
  const [at, setAt] = useState<number | null>(null);
  if (problem) return <ProblemLine problem={problem} />;
  if (!answer) return <p class="empty">Loading…</p>;
  const keys = Object.keys(answer.texts);
  const finished = { ...answer.texts, ...done };
  const first = keys.findIndex((key) => !finished[key]);
  const place = at ?? Math.max(0, first);
  const key = keys[place];
  const count = keys.filter((one) => finished[one]).length;
  if (key === undefined) return <p class="empty">There is nothing to rate in this project yet.</p>;
  return (
    <section class="page rate">
      <div class="document-bar">
        <h1>
          Text {place + 1} of {keys.length}
        </h1>
        <progress max={keys.length} value={count} aria-label="Texts rated" />
        <span role="status">
          {count} of {keys.length} rated
        </span>
        <span class="moves">
          <button class="quiet" disabled={place === 0} onClick={() => setAt(place - 1)} title="k" aria-label="Text before">
            ←
          </button>
          <button class="quiet" disabled={place === keys.length - 1} onClick={() => setAt(place + 1)} title="j" aria-label="Text after">
            →
          </button>
        </span>
      </div>
      {count === keys.length && <p class="signed">All texts are rated. Thank you.</p>}
      <TextToRate
        key={key}
        name={key}
        study={answer.study}
        onDone={() => setDone((now) => ({ ...now, [key]: true }))}
        next={place < keys.length - 1 ? () => setAt(place + 1) : null}
        previous={place > 0 ? () => setAt(place - 1) : null}
      />
    </section>
  );
}

interface TextToRateProps {
  name: string;
  study: Study["study"];
  onDone: () => void;
  next: (() => void) | null;
  previous: (() => void) | null;
}

function TextToRate({ name, study, onDone, next, previous }: TextToRateProps) {
  const [held, setHeld] = useState<ToRate | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const onward = useRef<HTMLButtonElement>(null);
  const queue = useRef(Promise.resolve());
  const latest = useRef<ToRate | null>(null);
  const waiting = useRef<Partial<Answers>[]>([]);
  const take = (now: ToRate) => {
    latest.current = now;
    setHeld({ ...now, body: Object.assign({}, now.body, ...waiting.current) as Answers });
    if (now.done) onDone();
  };
  const load = () => get<ToRate>(`/rating/${name}`).then(take, setProblem);
  useEffect(() => {
    scrollTo(0, 0);
    void load();
  }, [name]);
  // Answers are saved one after the other, each on top of the last; those that wait stay on the screen meanwhile.
  const save = (patch: Partial<Answers>) => {
    waiting.current = [...waiting.current, patch];
    if (held) setHeld({ ...held, body: { ...held.body, ...patch } });
    queue.current = queue.current.then(async () => {
      const base = latest.current;
      if (!base) return;
      try {
        const kept = await put<ToRate>(`/rating/${name}`, { seen: base.version, body: { ...base.body, ...patch } });
        waiting.current = waiting.current.slice(1);
        take(kept);
        setProblem(null);
      } catch (error) {
        setProblem(error as Problem);
        waiting.current = waiting.current.slice(1);
        await load();
      }
    });
  };
  const opened = held?.body.opened ?? false;
  const asked = study.questions.filter((question) => question.part === (opened ? 2 : 1));
  const inHand = asked.find((question) => question.name === chosen) ?? asked.find((question) => held?.body[question.name] === null) ?? null;
  const answer = (question: Question, value: number) => {
    setChosen(null);
    save({ [question.name]: value });
  };
  const ready = held !== null && !opened && asked.every((question) => held.body[question.name] !== null);
  const finished = held !== null && opened && asked.every((question) => held.body[question.name] !== null);
  const keyed = (value: number, scale: Question["scale"]) => (inHand?.scale === scale ? () => answer(inHand, value) : null);
  const shortcuts = {
    ...Object.fromEntries([1, 2, 3, 4, 5].map((value) => [String(value), keyed(value, "ordinal")])),
    n: keyed(0, "nominal"),
    y: keyed(1, "nominal"),
    j: next,
    k: previous,
  };
  // What comes next gets the focus, so that Enter does it.
  useEffect(() => {
    if (ready || finished) onward.current?.focus({ preventScroll: true });
  }, [ready, finished]);
  if (!held) return <ProblemLine problem={problem} />;
  return (
    <>
      <ProblemLine problem={problem} />
      <div class={`rate-texts${opened ? " both" : ""}`}>
        <article class="pane">
          <h2>Text</h2>
          <TextView text={held.text} spans={[]} label="The text to rate" />
        </article>
        {held.original !== null && (
          <article class="pane">
            <h2>Original</h2>
            <TextView text={held.original} spans={[]} label="Its original" />
          </article>
        )}
      </div>
      <p class="hint">
        {study.setting} {opened ? "Your first two answers stand." : "The original is shown after the first two answers; they stand then."}{" "}
        <Keys keys={KEYS} shortcuts={shortcuts} />
      </p>
      <div class="questions">
        {study.questions
          .filter((question) => question.part === 1 || opened)
          .map((question) => (
            <QuestionView
              key={question.name}
              question={question}
              value={held.body[question.name]}
              inHand={question === inHand}
              fixed={opened && question.part === 1}
              onChosen={() => setChosen(question.name)}
              onAnswer={(value) => answer(question, value)}
            />
          ))}
      </div>
      <p class="tools">
        {!opened && (
          <button ref={onward} disabled={!ready} onClick={() => save({ opened: true })}>
            Show the original
          </button>
        )}
        {opened && (
          <button ref={onward} disabled={!finished || !next} onClick={() => next?.()}>
            Next text
          </button>
        )}
      </p>
    </>
  );
}
