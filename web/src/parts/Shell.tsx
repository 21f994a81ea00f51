// The frame of every page: where one is, who one is, where one can go.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { post, type ProjectInfo } from "../api";
import { href } from "../router";

export const PAGES: [string, string][] = [
  ["documents", "Documents"],
  ["releases", "Releases"],
  ["read", "Read blind"],
  ["runs", "Runs"],
  ["agreement", "Agreement"],
  ["rate", "Rate"],
  ["ratings", "Ratings"],
  ["files", "Files"],
];

export function Shell({ project, page, children }: { project: ProjectInfo; page: string; children: ComponentChildren }) {
  return (
    <>
      <a class="skip" href="#main">
        Skip to the text
      </a>
      <header>
        <a class="brand" href={href("documents")}>
          Gyges Studio
        </a>
        <span class="project">{project.name}</span>
        <nav aria-label="Pages">
          {PAGES.map(([name, title]) => (
            <a key={name} href={href(name)} aria-current={name === page ? "page" : undefined}>
              {title}
            </a>
          ))}
        </nav>
        {project.signed_in ? <SignOut name={project.me} /> : <Me name={project.me} />}
      </header>
      <main id="main">{children}</main>
    </>
  );
}

function SignOut({ name }: { name: string }) {
  const leave = async () => {
    await post("/sign-out").finally(() => location.reload());
  };
  return (
    <span class="me">
      {name}{" "}
      <button class="quiet" onClick={leave}>
        Sign out
      </button>
    </span>
  );
}

function Me({ name }: { name: string }) {
  const [typed, setTyped] = useState<string | null>(null);
  if (typed === null) {
    return (
      <button class="me quiet" onClick={() => setTyped(name)} title="Work under another name">
        {name}
      </button>
    );
  }
  const take = async (event: Event) => {
    event.preventDefault();
    if (typed.trim()) await post("/me", { name: typed.trim() }).finally(() => location.reload());
    else location.reload();
  };
  return (
    <form class="me" onSubmit={take}>
      <label>
        Name <input value={typed} maxLength={60} autofocus onInput={(event) => setTyped(event.currentTarget.value)} />
      </label>
      <button>Take it</button>
    </form>
  );
}
