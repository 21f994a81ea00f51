// Words of strangers in a line: characters that nobody can see are named, as in the texts themselves.
import { HIDDEN, hiddenName } from "../hidden";

export function Words({ text }: { text: string }) {
  const parts: preact.ComponentChildren[] = [];
  let last = 0;
  for (const match of text.matchAll(HIDDEN)) {
    parts.push(text.slice(last, match.index), <HiddenSign sign={match[0]} />);
    last = match.index + match[0].length;
  }
  return <>{[...parts, text.slice(last)]}</>;
}

function HiddenSign({ sign }: { sign: string }) {
  return (
    <span class="hidden-sign" title={`hidden character ${hiddenName(sign)}`}>
      {hiddenName(sign)}
    </span>
  );
}
