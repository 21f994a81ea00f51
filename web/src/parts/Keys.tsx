// The keys of a page, shown by "?".
import { useState } from "preact/hooks";
import { type Shortcuts, useShortcuts } from "./common";

export type KeyList = [keys: string, what: string][];

export function Keys({ keys, shortcuts }: { keys: KeyList; shortcuts: Shortcuts }) {
  const [open, setOpen] = useState(false);
  useShortcuts({ ...shortcuts, "?": () => setOpen(!open), ...(open ? { escape: () => setOpen(false) } : {}) });
  return (
    <span class="keys">
      <button class="quiet" aria-expanded={open} onClick={() => setOpen(!open)} title="?">
        Keys
      </button>
      {open && (
        <dl class="keys-list" aria-label="Keys of this page">
          {keys.map(([key, what]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
      )}
    </span>
  );
}
