// Writing a row anew: a description, a fact, a span; Enter keeps it.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Tag } from "../../api";
import { type FactWritten, type Identifier, type MentionWritten, newFact } from "../../annotations";

interface KeptBy<T> {
  onKeep: (value: T) => void;
  onClose: () => void;
}

function EditForm({ onSubmit, onClose, children }: { onSubmit: () => void; onClose: () => void; children: ComponentChildren }) {
  return (
    <form
      class="line-edit"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
        onClose();
      }}
      onKeyDown={(event) => event.key === "Escape" && onClose()}
    >
      {children}
      <button class="small">Keep</button>
      <button type="button" class="quiet small" onClick={onClose}>
        Cancel
      </button>
    </form>
  );
}

export function EditWords({ words, label, onKeep, onClose }: { words: string; label: string } & KeptBy<string>) {
  const [typed, setTyped] = useState(words);
  return (
    <EditForm onSubmit={() => onKeep(typed)} onClose={onClose}>
      <label class="wide">
        {label} <input value={typed} dir="auto" autofocus onInput={(event) => setTyped(event.currentTarget.value)} />
      </label>
    </EditForm>
  );
}

export function EditFact({ fact, tag, levels, onKeep, onClose }: { fact: FactWritten | null; tag: Tag | undefined; levels: number } & KeptBy<FactWritten>) {
  const [now, setNow] = useState<FactWritten>(fact ?? newFact(tag?.name ?? ""));
  const level = (name: "certainty" | "hardness", title: string) => (
    <label>
      {title}{" "}
      <select value={now[name]} onChange={(event) => setNow({ ...now, [name]: Number(event.currentTarget.value) })}>
        {Array.from({ length: levels + 1 }, (_, value) => (
          <option key={value} value={value}>
            {value}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <EditForm onSubmit={() => onKeep(now)} onClose={onClose}>
      <label class="wide">
        Value{" "}
        {tag?.options.length ? (
          <select value={now.value} autofocus onChange={(event) => setNow({ ...now, value: event.currentTarget.value })}>
            {!tag.options.includes(now.value) && <option>{now.value}</option>}
            {tag.options.map((option) => (
              <option key={option}>{option}</option>
            ))}
          </select>
        ) : (
          <input value={now.value} dir="auto" autofocus onInput={(event) => setNow({ ...now, value: event.currentTarget.value })} />
        )}
      </label>
      {level("certainty", "Certainty")}
      {level("hardness", "Hardness")}
    </EditForm>
  );
}

export function EditMention({ mention, types, entities, onKeep, onClose }: { mention: MentionWritten; types: Tag[]; entities: string[] } & KeptBy<MentionWritten>) {
  const [now, setNow] = useState(mention);
  return (
    <EditForm onSubmit={() => onKeep(now)} onClose={onClose}>
      <label>
        Type{" "}
        <select value={now.type} autofocus onChange={(event) => setNow({ ...now, type: event.currentTarget.value })}>
          {types.map((type) => (
            <option key={type.name}>{type.name}</option>
          ))}
        </select>
      </label>
      <label>
        Identifier{" "}
        <select value={now.identifier} onChange={(event) => setNow({ ...now, identifier: event.currentTarget.value as Identifier })}>
          {["DIRECT", "QUASI", "NO_MASK"].map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <label>
        Entity <input value={now.entity_id} list="entities-agreed" onInput={(event) => setNow({ ...now, entity_id: event.currentTarget.value })} />
      </label>
      <datalist id="entities-agreed">
        {entities.map((id) => (
          <option key={id} value={id} />
        ))}
      </datalist>
    </EditForm>
  );
}
