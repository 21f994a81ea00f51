// The keys of a page, shown on '?'.
import { useState } from "preact/hooks";
import { useShortcuts } from "./common";

export function Keys({ keys }: { keys: [string, string][] }) {
  const [open, setOpen] = useState(false);
  useShortcuts({ "?": () => setOpen(!open), escape: open ? () => setOpen(false) : null });
  return (
    <div class="keys">
      <button class="quiet" aria-expanded={open} onClick={() => setOpen(!open)} title="?">
        Keys
      </button>
      {open && (
        <dl>
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
    </div>
  );
}
