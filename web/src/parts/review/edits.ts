// Edits of an original and the text they make. Offsets are code points.
import { CodePoints, length } from "../../offsets";

export interface EditDecided {
  start: number;
  end: number;
  replacement: string;
  accept: boolean;
  own: boolean;
  type: string;
  direct: boolean;
  person: string;
  reason: string;
}

export interface ReviewBody {
  edits: EditDecided[];
}

/** A piece of the released text and where it comes from; `edit` is the number of the edit that put it there. */
interface Piece {
  edit: number | null;
  start: number;
  end: number;
  from: number;
  to: number;
}

export interface Made {
  text: string;
  pieces: Piece[];
}

export const overlap = (one: { start: number; end: number }, other: { start: number; end: number }) => one.start < other.end && other.start < one.end;

export function applyEdits(original: CodePoints, edits: EditDecided[]): Made {
  const made = edits
    .map((edit, number) => ({ edit, number }))
    .filter(({ edit }) => edit.accept)
    .sort((a, b) => a.edit.start - b.edit.start || a.edit.end - b.edit.end);
  const pieces: Piece[] = [];
  const words: string[] = [];
  let last = 0;
  let at = 0;
  const add = (text: string, edit: number | null, from: number, to: number) => {
    const size = length(text);
    pieces.push({ edit, start: at, end: at + size, from, to });
    words.push(text);
    at += size;
  };
  for (const { edit, number } of made) {
    if (edit.start < last || edit.end > original.length) continue; // remarked by the server
    if (edit.start > last) add(original.slice(last, edit.start), null, last, edit.start);
    add(edit.replacement, number, edit.start, edit.end);
    last = edit.end;
  }
  if (last < original.length) add(original.slice(last, original.length), null, last, original.length);
  return { text: words.join(""), pieces };
}

/** The words of the original behind a selection of the released text; words that an edit put there count whole. */
export function behind(made: Made, start: number, end: number): [number, number] | null {
  const touched = made.pieces.filter((piece) => piece.start < end && start < piece.end);
  const first = touched[0];
  const last = touched[touched.length - 1];
  if (!first || !last) return null;
  const from = first.edit === null ? first.from + Math.max(0, start - first.start) : first.from;
  const to = last.edit === null ? last.to - Math.max(0, last.end - end) : last.to;
  return from <= to ? [from, to] : null;
}

/** The same edits with one changed; whatever overlaps an accepted one cannot be accepted too. */
export function withEdit(edits: EditDecided[], number: number, changed: EditDecided): EditDecided[] {
  return edits.map((edit, other) => (other === number ? changed : changed.accept && edit.accept && overlap(edit, changed) ? { ...edit, accept: false } : edit));
}

/** The same edits and one more, in the order of the text. */
export function withNew(edits: EditDecided[], added: EditDecided): EditDecided[] {
  const rest = edits.map((edit) => (edit.accept && overlap(edit, added) ? { ...edit, accept: false } : edit));
  return [...rest, added].sort((a, b) => a.start - b.start || a.end - b.end);
}
