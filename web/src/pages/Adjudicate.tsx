// Settling differences: the text, what each annotator wrote about it row by row, and what is agreed on.
import { useMemo, useState } from "preact/hooks";
import type { ProjectInfo } from "../api";
import { DecideMentions } from "../parts/agree/DecideMentions";
import { DecidePeople } from "../parts/agree/DecidePeople";
import type { SideBySide } from "../parts/agree/decisions";
import { ProblemLine, useAnswer } from "../parts/common";
import { usePlaces } from "../parts/quotes";
import { type Span, TextView } from "../parts/TextView";
import { Words } from "../parts/Words";
import { href } from "../router";
import "../agree.css";

export type Shown = { quotes: string[]; spans: Span[] };

export function Adjudicate({ project, number, kind }: { project: ProjectInfo; number: number; kind: string }) {
  const [again, setAgain] = useState(0);
  const { answer, problem } = useAnswer<SideBySide>(`/side-by-side/${number}`, again);
  const [shown, setShown] = useState<Shown>({ quotes: [], spans: [] });
  const places = usePlaces(`/documents/${number}/places`, shown.quotes);
  const spans = useMemo(() => {
    const quoted = [...new Set(shown.quotes)].flatMap((quote) =>
      (places[quote] ?? []).map(([start, end]): Span => ({ key: `${start}`, start, end, className: "mine", title: quote })),
    );
    return [...shown.spans, ...quoted];
  }, [shown, places]);
  const mentions = kind === "mentions";
  const authors = answer ? (mentions ? answer.mentions_authors : answer.people_authors) : [];
  const unfinished = answer?.unfinished[mentions ? "mentions" : "people"] ?? [];
  const rows = answer ? (mentions ? answer.mentions : answer.people) : [];
  const empty = authors.filter((_, place) => rows.every((row) => row.cells[place] === null));
  const Decide = mentions ? DecideMentions : DecidePeople;
  return (
    <section class="page annotate adjudicate">
      <div class="document-bar">
        <h1 dir="auto">
          <Words text={answer?.id ?? "…"} />
        </h1>
        <span class="kinds">
          <a href={href("adjudicate", number)} aria-current={mentions ? undefined : "page"}>
            People
          </a>
          <a href={href("adjudicate", number, "mentions")} aria-current={mentions ? "page" : undefined}>
            Mentions
          </a>
        </span>
        <a href={href("agreement")}>All documents</a>
        <button class="quiet small" onClick={() => setAgain(again + 1)}>
          Look again
        </button>
      </div>
      <ProblemLine problem={problem} />
      {answer && (
        <div class="split">
          <div class="pane text-pane">
            <TextView text={answer.text} spans={spans} label={`Text of ${answer.id}`} />
          </div>
          <div class="pane decide-pane">
            {unfinished.length > 0 && <p class="hint">Not finished yet, so not here: {unfinished.join(", ")}.</p>}
            {empty.length > 0 && (
              <p class="hint" role="status">
                {mentions ? "Marked no words at all" : "Listed nobody"}: {empty.join(", ")}. The sheet is finished and empty.
              </p>
            )}
            {authors.length < 2 ? (
              <p class="empty">{authors.length ? `Only ${authors[0]} has finished this.` : "Nobody has finished this yet."} Two are needed.</p>
            ) : (
              <Decide key={kind} project={project} answer={answer} onShown={setShown} />
            )}
          </div>
        </div>
      )}
    </section>
  );
}
