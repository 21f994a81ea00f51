// Deciding on mentions.
import { useEffect, useState } from "preact/hooks";
import type { ProjectInfo } from "../../api";
import type { MentionWritten } from "../../annotations";
import type { Shown } from "../../pages/Adjudicate";
import { useSheet } from "../../sheet";
import { AgreedBar } from "./AgreedBar";
import { decideMention, dropGoneMentions, EDITED, type MentionRow, type MentionsAgreed, type SideBySide, takeSameMentions } from "./decisions";
import { EditMention } from "./editors";
import { isOpen, type Line, Lines, WORDS } from "./Lines";

const words = (mention: MentionWritten) => `${mention.text} · ${mention.type} · ${mention.identifier}${mention.entity_id ? ` · ${mention.entity_id}` : ""}`;
const first = (row: MentionRow) => row.cells.find((cell) => cell !== null) as MentionWritten;

export function DecideMentions({ project, answer, onShown }: { project: ProjectInfo; answer: SideBySide; onShown: (shown: Shown) => void }) {
  const rows = answer.mentions;
  const sheet = useSheet<MentionsAgreed>("mentions-agreed", answer.number, { mentions: [] });
  const [at, setAt] = useState(0);
  useEffect(() => {
    const spans = rows.map((row, number) => {
      const { start, end, type, identifier, text } = first(row);
      return { key: row.key, start, end, className: `mention t-${type} i-${identifier}${number === at ? " in-hand" : ""}`, title: text };
    });
    onShown({ quotes: [], spans });
  }, [rows, at]);
  if (!sheet) return <p class="empty">Loading…</p>;
  const body = sheet.body;
  const decided = new Map(body.mentions.map((one) => [one.row, one]));
  const lines = rows.map((row): Line => {
    const chosen = decided.get(row.key);
    return {
      key: row.key,
      title: first(row).text,
      standing: row.standing,
      note: row.differs.length ? `${WORDS[row.standing]}: ${row.differs.join(", ")}` : "",
      cells: row.cells.map((cell) => (cell === null ? null : words(cell))),
      deep: false,
      how: chosen?.how ?? null,
      result: chosen?.mentions.map(words).join("; ") || "left out",
      needed: true,
    };
  });
  const open = rows.some((row) => row.standing === "same" && !decided.has(row.key));
  return (
    <Lines
      head={<AgreedBar sheet={sheet} open={lines.some(isOpen)} onDrop={() => sheet.change(dropGoneMentions(body, rows))} />}
      authors={answer.mentions_authors}
      lines={lines}
      at={at}
      onAt={setAt}
      onChoose={(number, how) => sheet.change(decideMention(body, rows, rows[number] as MentionRow, how))}
      onSame={open ? () => sheet.change(takeSameMentions(body, rows)) : null}
      editor={(number, close) => {
        const row = rows[number] as MentionRow;
        const mention = decided.get(row.key)?.mentions[0] ?? first(row);
        const entities = [...new Set(rows.flatMap((one) => one.cells.flatMap((cell) => (cell ? [cell.entity_id] : []))))];
        return (
          <EditMention
            mention={mention}
            types={project.tab}
            entities={entities}
            onKeep={(kept) => sheet.change(decideMention(body, rows, row, EDITED, [kept]))}
            onClose={close}
          />
        );
      }}
    />
  );
}
