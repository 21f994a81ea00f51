// A field that is written in: it takes every key at once, and tells what stands there a moment after the last one.
// One word is one step of undo that way, and a guideline is asked about words, not about letters.
import { useEffect, useRef, useState } from "preact/hooks";

const PAUSE_MS = 250;

interface TypedProps {
  value: string;
  onValue: (value: string) => void;
  label: string;
  id?: string;
  list?: string;
  placeholder?: string;
}

export function Typed({ value, onValue, label, id, list, placeholder }: TypedProps) {
  const [typed, setTyped] = useState(value);
  const told = useRef(value);
  const now = useRef({ typed, onValue });
  const timer = useRef(0);
  now.current = { typed, onValue };
  if (value !== told.current) {
    // Somebody else changed it: undo, or what was saved elsewhere.
    told.current = value;
    if (typed !== value) {
      clearTimeout(timer.current);
      setTyped(value);
      now.current.typed = value;
    }
  }
  const tell = () => {
    clearTimeout(timer.current);
    if (now.current.typed !== told.current) {
      told.current = now.current.typed;
      now.current.onValue(now.current.typed);
    }
  };
  useEffect(() => tell, []);
  return (
    <input
      id={id}
      aria-label={label}
      list={list}
      placeholder={placeholder}
      dir="auto"
      value={typed}
      onInput={(event) => {
        setTyped(event.currentTarget.value);
        now.current.typed = event.currentTarget.value;
        clearTimeout(timer.current);
        timer.current = window.setTimeout(tell, PAUSE_MS);
      }}
      onBlur={tell}
      onKeyDown={(event) => {
        if (event.key === "Enter") tell();
        if (event.key === "Escape") event.currentTarget.blur();
      }}
    />
  );
}
