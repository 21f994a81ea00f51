// The head of a page about one document: which one, before and after it, what is with the sheet, the keys.
import type { ComponentChildren } from "preact";
import type { SheetInHand } from "../sheet";
import { go, href } from "../router";
import { Words } from "./Words";
import { SheetBar, type Shortcuts, useAnswer } from "./common";
import { type KeyList, Keys } from "./Keys";

interface Around {
  previous: number | null;
  next: number | null;
  unfinished: number | null;
}

const PLACES: [string, string][] = [
  ["people", "People"],
  ["mentions", "Mentions"],
];

const GO: KeyList = [
  ["[  ]", "document before, after"],
  ["u", "next document that is not finished"],
  ["Ctrl+Z  Ctrl+Shift+Z", "undo, redo"],
  ["?", "show these keys"],
];

interface DocumentBarProps<B> {
  kind: string;
  number: number;
  id: string;
  sheet: SheetInHand<B>;
  keys: KeyList;
  shortcuts: Shortcuts;
  ready?: boolean;
  children?: ComponentChildren;
}

export function DocumentBar<B>({ kind, number, id, sheet, keys, shortcuts, ready = true, children }: DocumentBarProps<B>) {
  // Asked again when the sheet is finished: it is no longer the unfinished one.
  const { answer } = useAnswer<Around>(`/documents/${number}/around?kind=${kind}`, sheet.done ? 1 : 0);
  const to = (place: number | null | undefined) => (place ? () => go(kind, place) : null);
  const errors = sheet.remarks.filter((remark) => remark.weight === "error").length;
  const moves = { "[": to(answer?.previous), "]": to(answer?.next), u: to(answer?.unfinished) };
  return (
    <div class="document-bar">
      <h1 dir="auto">
        <Words text={id} />
      </h1>
      <span class="kinds">
        {PLACES.map(([place, title]) => (
          <a key={place} href={href(place, number)} aria-current={place === kind ? "page" : undefined}>
            {title}
          </a>
        ))}
      </span>
      <span class="moves">
        <button class="quiet" disabled={!moves["["]} onClick={() => moves["["]?.()} title="[" aria-label="Document before">
          ←
        </button>
        <button class="quiet" disabled={!moves["]"]} onClick={() => moves["]"]?.()} title="]" aria-label="Document after">
          →
        </button>
        <button class="quiet" disabled={!moves.u} onClick={() => moves.u?.()} title="u">
          Next unfinished
        </button>
      </span>
      <SheetBar sheet={sheet}>
        {sheet.done ? (
          <button class="quiet" onClick={() => sheet.finish(false)}>
            Finished: open again
          </button>
        ) : (
          <button disabled={errors > 0 || !ready} onClick={() => sheet.finish(true)}>
            Finish
          </button>
        )}
        <span class="errors">{errors ? `${errors} to mend before it can be finished` : ""}</span>
        <Keys keys={[...keys, ...GO]} shortcuts={{ ...moves, ...shortcuts }} />
      </SheetBar>
      {children}
    </div>
  );
}
